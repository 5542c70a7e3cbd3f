// The results: one dock with a tab for each view, the current view's tools in the corner, foldable to its tabs.
#pragma once

#include <QDockWidget>
#include <vector>

class QTabWidget;
class QToolButton;
class QHBoxLayout;
class QLabel;

namespace onepot {

class Session;
class Theme;
class View;

class ResultsDock : public QDockWidget {
  Q_OBJECT
 public:
  explicit ResultsDock(Session& session, QWidget* parent = nullptr);

  void addTab(View* view, const char* id, const char* iconName, const QString& title);
  void setTitle(int index, const QString& title);
  void showTab(const QString& id);
  int indexOf(const QString& id) const;
  QString currentId() const;
  bool folded() const { return m_folded; }
  void setFolded(bool folded);
  void applyTheme();

 signals:
  void foldedChanged(bool folded);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Tab {
    View* view;
    std::string id, icon;
    QLabel* chip;
  };
  void updateCorner();
  void updateChip(size_t index);
  void fitTabs();
  void setIcons(bool shown);

  Session& m_session;
  QTabWidget* m_tabs;
  QWidget* m_corner;
  QHBoxLayout* m_cornerLayout;
  QToolButton* m_fold;
  std::vector<Tab> m_rows;
  bool m_folded = false, m_icons = true;
};

}  // namespace onepot
