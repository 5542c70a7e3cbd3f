// What the main window's actions do; the rest of MainWindow is in main_window.cpp.
#include <QApplication>
#include <QDockWidget>

#include "views/action_table.h"
#include "views/header.h"
#include "views/main_window.h"
#include "views/palette.h"
#include "views/results_dock.h"
#include "views/view.h"

namespace onepot {

namespace {
constexpr const char* kTabs[] = {"diff", "rewrites", "decisions", "kernel", "timeline", "memory", "problems", "output"};
}

void MainWindow::connectActions() {
  Actions& actions = *m_actions;
  actions.on("palette", [this] { m_palette->open(); });
  actions.on("explore", [this] { setWorkspace("explore"); });
  actions.on("fusion", [this] { setWorkspace("fusion"); });
  actions.on("run-page", [this] { setWorkspace("run"); });
  actions.on("teach", [this] { setWorkspace("teach"); });
  actions.on("reset-workspace", [this] { resetWorkspace(); });
  actions.on("previous-pass", [this] { m_session.stepPass(-1, false); });
  actions.on("next-pass", [this] { m_session.stepPass(1, false); });
  actions.on("previous-changed", [this] { m_session.stepPass(-1, true); });
  actions.on("next-changed", [this] { m_session.stepPass(1, true); });
  actions.on("back", [this] { m_session.goBack(); });
  actions.on("forward", [this] { m_session.goForward(); });
  actions.on("pin", [this] { m_session.pin(m_session.selection()); });
  actions.on("clear", [this] { clearOrBack(); });
  actions.on("next-region", [this] { focusNextRegion(); });
  actions.on("run", [this] { m_session.requestRun(); });
  actions.on("measure", [this] { m_session.requestMeasure(); });
  actions.on("cancel", [this] { m_session.requestCancel(); });
  actions.on("last-good", [this] { m_session.showLastGood(); });
  actions.on("all-passes", [this] {
    SessionOptions options = m_session.options();
    options.disabledPasses.clear();
    options.disabledRules.clear();
    m_session.setOptions(options);
  });
  for (int i = 0; i < static_cast<int>(std::size(kTabs)); ++i) {
    const QByteArray id = "tab-" + QByteArray::number(i + 1);
    if (m_results->indexOf(kTabs[i]) >= 0) actions.on(id.constData(), [this, i] { showView(kTabs[i]); });
  }
}

void MainWindow::connectPanels() {
  Actions& actions = *m_actions;
  actions.on("toggle-results", [this] {
    if (!m_results->isVisible())
      m_results->show();
    else
      m_results->setFolded(!m_results->folded());
  });
  connect(m_results, &ResultsDock::foldedChanged, this, [this](bool folded) {
    m_actions->action("toggle-results")->setChecked(!folded);
    if (!folded) resizeDocks({m_results}, {m_session.theme().px(262)}, Qt::Vertical);
  });
  auto toggle = [this](const std::vector<DockSize>& docks) {
    bool anyShown = false;
    for (const DockSize& size : docks) {
      if (const auto found = m_docks.find(size.view); found != m_docks.end()) anyShown |= found->second->isVisible();
    }
    for (const DockSize& size : docks) {
      if (const auto found = m_docks.find(size.view); found != m_docks.end()) found->second->setVisible(!anyShown);
    }
  };
  actions.on("toggle-left", [this, toggle] { toggle(workspaceTable()[static_cast<size_t>(m_workspace)].left); });
  actions.on("toggle-inspector", [this, toggle] { toggle(workspaceTable()[static_cast<size_t>(m_workspace)].right); });
  connect(m_header, &Header::workspaceChosen, this,
          [this](int index) { setWorkspace(workspaceTable()[static_cast<size_t>(index)].id); });
}

void MainWindow::clearOrBack() {
  if (m_palette->isVisible())
    m_palette->hide();
  else if (m_session.selection().valid())
    m_session.select(Ref());
  else
    m_session.goBack();
}

void MainWindow::focusNextRegion() {
  std::vector<QWidget*> regions{m_header};
  const WorkspaceRow& row = workspaceTable()[static_cast<size_t>(m_workspace)];
  auto addDocks = [&](const std::vector<DockSize>& docks) {
    for (const DockSize& size : docks) {
      if (View* found = view(size.view); found && found->isVisible()) regions.push_back(found);
    }
  };
  addDocks(row.left);
  regions.push_back(centralWidget());
  addDocks(row.right);
  if (View* current = view(m_results->currentId()); current && current->isVisible()) regions.push_back(current);
  size_t at = 0;
  for (size_t i = 0; i < regions.size(); ++i) {
    if (qApp->focusWidget() && regions[i]->isAncestorOf(qApp->focusWidget())) at = i + 1;
  }
  for (size_t step = 0; step < regions.size(); ++step) {
    QWidget* region = regions[(at + step) % regions.size()];
    if (region->focusPolicy() != Qt::NoFocus) return region->setFocus(Qt::TabFocusReason);
    for (QWidget* child : region->findChildren<QWidget*>()) {
      if (child->focusPolicy() != Qt::NoFocus && child->isVisible()) return child->setFocus(Qt::TabFocusReason);
    }
  }
}

}  // namespace onepot
