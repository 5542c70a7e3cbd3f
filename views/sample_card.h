// A card of the welcome page: a small drawing of the program's graph, its name, and a line on what it shows.
#pragma once

#include <QPushButton>

#include "views/welcome_page.h"

namespace onepot {

class SampleCard : public QPushButton {
  Q_OBJECT
 public:
  SampleCard(Session& session, const SampleRow& row, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintSketch(QPainter& painter) const;

  Session& m_session;
  SampleRow m_row;
};

}  // namespace onepot
