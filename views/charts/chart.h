// What every chart is: a painted widget whose bars and points can be selected, hovered, walked by keys, read as a table
// and exported.
#pragma once

#include <QPainter>
#include <QWidget>
#include <vector>

#include "views/session.h"

namespace onepot {

/// One bar or point of a chart, in the widget's coordinates.
struct ChartPart {
  QRectF rect;
  Ref ref;                   // what a click selects; may be nothing
  InstructionId lights = 0;  // rings with this instruction; 0: never
  QString name, figure;      // the tip's first line
  QStringList lines;         // and what follows
  QStringList row;           // of the table, in the order of columns()
};

class Chart : public QWidget {
  Q_OBJECT
 public:
  explicit Chart(Session& session, QWidget* parent = nullptr);

  Session& session() const { return m_session; }
  const std::vector<ChartPart>& parts() const { return m_parts; }
  /// Position of the part that the keyboard stands on; −1: none.
  int current() const { return m_current; }
  /// The table behind the chart: what CSV holds and who does not see reads.
  virtual QStringList columns() const = 0;
  QString csv() const;
  /// A file's name without its ending: "timeline".
  virtual QString fileStem() const = 0;
  /// The chart on another ground, at its present size.
  void paintOn(QPainter& painter);
  /// After a change of theme, language or data.
  void rebuild();
  /// Rings anew.
  void selectionChanged() { update(); }

 signals:
  void selected(const Ref& ref);

 protected:
  virtual std::vector<ChartPart> layoutParts() = 0;
  virtual void paintChart(QPainter& painter) = 0;
  /// Over the chart and not in what is exported: hover lines.
  virtual void paintHover(QPainter& /*painter*/) {}
  virtual Token ground() const { return Token::Panel; }

  const Theme& theme() const { return m_session.theme(); }
  double px(double length) const { return length * theme().scale(); }
  void paintRing(QPainter& painter, const ChartPart& part, double radius = 4) const;
  /// Text that is cut at `rect`'s width with an ellipsis; nothing where not even three letters fit.
  void drawElided(QPainter& painter, const QRectF& rect, int flags, const QString& text,
                  Qt::TextElideMode mode = Qt::ElideRight) const;
  /// Slanted lines inside `rect`, as gains and written bytes are drawn.
  void paintHatch(QPainter& painter, const QRectF& rect, const QColor& color, double gap = 6) const;
  const ChartPart* partAt(const QPointF& at) const;
  /// Puts the keyboard on the next part in that direction, and selects it.
  void step(int direction);

  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

  Session& m_session;

 private:
  QString tipOf(const ChartPart& part) const;

  std::vector<ChartPart> m_parts;
  int m_current = -1;
  QTimer m_hoverPause;
  Ref m_hovering;
};

/// Round steps from 0 up to `most`, about `count` of them, the last at or below `most`.
std::vector<double> roundTicks(double most, int count);
/// "0", "0.5", "10": no closing zeros.
QString tickText(double value);

}  // namespace onepot
