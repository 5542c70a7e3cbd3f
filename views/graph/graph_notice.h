// A card over the canvas: waiting with seconds and Cancel, too large with its two ways out, or one line of news.
#pragma once

#include <QFrame>

#include "views/theme.h"

class QLabel;
class QPushButton;

namespace onepot {

class GraphNotice : public QFrame {
  Q_OBJECT
 public:
  explicit GraphNotice(QWidget* parent);

  /// Empty `line` hides it. A button without words is not there. `closable`: an ✕ at the end takes it away.
  void setWords(const QString& line, const QString& more, const QString& first = {}, const QString& second = {},
                bool closable = false);
  void setTheme(const Theme& theme);
  QString text() const;
  /// Top left of its parent's canvas, below `top`.
  void place(int top);

 signals:
  void firstPressed();
  void secondPressed();

 private:
  QLabel *m_line, *m_more;
  QPushButton *m_first, *m_second, *m_close;
};

}  // namespace onepot
