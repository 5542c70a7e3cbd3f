// The run in six figures: what jit brought, what both take, when compiling pays off, traffic and peak.
#pragma once

#include <QWidget>
#include <vector>

#include "views/session.h"

namespace onepot {

struct RunFigure {
  QString title, value, unit, note;
  Token titleInk = Token::Text2, ink = Token::Text;
  QString spread = {};  // beside the unit where there is room
};
/// Always six; what is not known is "–", with the reason in its note.
std::vector<RunFigure> figuresOf(const Compilation& compilation, const Run& run);

class FigureStrip : public QWidget {
  Q_OBJECT
 public:
  explicit FigureStrip(Session& session, QWidget* parent = nullptr);
  void setFigures(std::vector<RunFigure> figures);
  const std::vector<RunFigure>& figures() const { return m_figures; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF cell(size_t index) const;

  Session& m_session;
  std::vector<RunFigure> m_figures;
};

}  // namespace onepot
