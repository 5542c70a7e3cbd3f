// The one title bar that every dock shares: icon, title, figure, and the view's own tools at the right end.
#pragma once

#include <QWidget>
#include <string>

class QHBoxLayout;
class QLabel;

namespace onepot {

class View;

class DockTitle : public QWidget {
  Q_OBJECT
 public:
  DockTitle(View* view, const char* iconName, QWidget* parent = nullptr);

  void setDefaultTitle(const QString& title);
  /// Reads title() and figure() of the view, and the theme for the icon.
  void update();
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  View* m_view;
  std::string m_iconName;
  QString m_title;
  QLabel* m_icon;
  QLabel* m_titleLabel;
  QLabel* m_figure;
};

}  // namespace onepot
