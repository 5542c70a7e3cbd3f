// The life of one thing from source to time, as a thread of dots: each row a level, clickable.
#pragma once

#include <QWidget>
#include <vector>

#include "views/ref.h"
#include "views/theme.h"

namespace onepot {

struct ThreadRow {
  QString level, name, figure, note;
  Ref ref;            // where a click goes; may be invalid
  bool here = false;  // the level of the selection itself
};

class ProvenanceThread : public QWidget {
  Q_OBJECT
 public:
  explicit ProvenanceThread(QWidget* parent = nullptr);

  void setRows(std::vector<ThreadRow> rows);
  const std::vector<ThreadRow>& rows() const { return m_rows; }
  void setTheme(const Theme& theme);

 signals:
  void followed(const Ref& ref);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int rowHeight() const { return m_theme.px(39); }
  int rowAt(double y) const;

  std::vector<ThreadRow> m_rows;
  Theme m_theme;
  int m_focus = 0;
};

}  // namespace onepot
