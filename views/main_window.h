// The window: header, docks, central pages and status bar, put together from the registry and the workspace table.
#pragma once

#include <QMainWindow>
#include <map>
#include <memory>
#include <set>

#include "views/session.h"
#include "views/view_registry.h"
#include "views/workspaces.h"

class QDockWidget;
class QStackedWidget;

namespace onepot {

class Actions;
class DockTitle;
class Header;
class Palette;
class ResultsDock;
class StatusBar;
class View;
class WelcomePage;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(Session& session);
  ~MainWindow() override;

  Actions& actions() { return *m_actions; }
  Header& header() { return *m_header; }
  StatusBar& status() { return *m_status; }
  WelcomePage& welcome() { return *m_welcome; }
  ResultsDock& results() { return *m_results; }
  View* view(const QString& id) const;
  const std::map<std::string, View*>& views() const { return m_views; }
  QString workspace() const { return workspaceTable()[static_cast<size_t>(m_workspace)].id; }
  void setWorkspace(const QString& id);
  void resetWorkspace();
  void showView(const QString& id);
  /// After a change of theme, scale or language: style sheet, palette, words.
  void applyTheme();
  void retranslate();
  /// True when every view that is shown has drawn what the session holds.
  bool ready() const;
  /// Delivers pending changes to the views that are shown now.
  void refreshNow();

 signals:
  void fileDropped(const QString& path);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Saved {
    QByteArray state;
    QString tab;
    bool folded = false;
  };
  void build();
  void buildView(const ViewRow& row);
  void connectActions();
  void connectGraphActions();
  void searchHere();
  void connectPanels();
  void deliver(Changes changes);
  void arrange(const WorkspaceRow& row);
  void sizeDocks(const WorkspaceRow& row);
  void applyFold();
  void foldPages();
  void showPageNotes();
  void updatePage();
  void clearOrBack();
  void focusNextRegion();
  bool shows(const WorkspaceRow& row, const char* view) const;

  Session& m_session;
  std::unique_ptr<Actions> m_actions;
  Header* m_header = nullptr;
  StatusBar* m_status = nullptr;
  QStackedWidget* m_stack = nullptr;
  WelcomePage* m_welcome = nullptr;
  ResultsDock* m_results = nullptr;
  Palette* m_palette = nullptr;
  std::map<std::string, View*> m_views;
  std::map<std::string, QDockWidget*> m_docks;
  std::map<std::string, DockTitle*> m_titles;
  std::map<View*, Changes> m_pending;
  std::map<int, Saved> m_saved;
  int m_workspace = 0;
  FoldState m_fold;
  bool m_shown = false, m_empty = true;
};

}  // namespace onepot
