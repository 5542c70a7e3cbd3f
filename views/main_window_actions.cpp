// What the main window's actions do; the rest of MainWindow is in main_window.cpp.
#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStackedWidget>

#include "views/action_table.h"
#include "views/graph/graph_view.h"
#include "views/header.h"
#include "views/help_pages.h"
#include "views/inspector_view.h"
#include "views/main_window.h"
#include "views/palette.h"
#include "views/pipeline_view.h"
#include "views/results_dock.h"
#include "views/view.h"

namespace onepot {

namespace {
constexpr const char* kTabs[] = {"diff", "rewrites", "decisions", "kernel", "timeline", "memory", "problems", "output"};

struct GraphKey {
  const char* action;
  Qt::Key key;
};
constexpr GraphKey kGraphKeys[] = {
    {"fit-all", Qt::Key_Space}, {"centre", Qt::Key_F},  {"zoom-in", Qt::Key_Plus}, {"zoom-out", Qt::Key_Minus},
    {"zoom-one", Qt::Key_0},    {"split", Qt::Key_1},   {"overlay", Qt::Key_2},    {"after", Qt::Key_3},
    {"graph-text", Qt::Key_4},  {"heat", Qt::Key_T},    {"radius", Qt::Key_R},     {"what-if", Qt::Key_X},
};

void pressInList(Qt::Key key) {
  auto* list = qobject_cast<QAbstractItemView*>(qApp->focusWidget());
  if (!list) return;
  QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier);
  QApplication::sendEvent(list, &press);
}
}  // namespace

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
  connectGraphActions();
  for (int i = 0; i < static_cast<int>(std::size(kTabs)); ++i) {
    const QByteArray id = "tab-" + QByteArray::number(i + 1);
    if (m_results->indexOf(kTabs[i]) >= 0) actions.on(id.constData(), [this, i] { showView(kTabs[i]); });
  }
}

void MainWindow::connectGraphActions() {
  for (const auto& [id, key] : kGraphKeys) {
    m_actions->on(id, [this, key = key] {
      if (auto* graph = qobject_cast<GraphView*>(m_stack->currentWidget())) graph->command(key);
    });
  }
  m_actions->on("history", [this] { static_cast<InspectorView*>(view("inspector"))->showHistory(); });
  m_actions->on("operation-page", [this] {
    const auto opcode = static_cast<InspectorView*>(view("inspector"))->shownOpcode();
    const QString page = opcode ? operationPage(*opcode, m_session.theme())
                                : "<p>" + tr("Select an operation first: this page then explains it.") + "</p>";
    showPage(this, tr("Operation"), page, m_session.theme());
  });
  m_actions->on("search-view", [this] { searchHere(); });
  m_actions->on("next-row", [] { pressInList(Qt::Key_Down); });
  m_actions->on("previous-row", [] { pressInList(Qt::Key_Up); });
}

/// The search of the view that has the keyboard; the graph's where that has none.
void MainWindow::searchHere() {
  QWidget* at = qApp->focusWidget();
  while (at && !qobject_cast<View*>(at)) at = at->parentWidget();
  if (auto* pipeline = qobject_cast<PipelineView*>(at)) return pipeline->openFilter();
  auto* found = qobject_cast<View*>(at);
  if (QWidget* tools = found ? found->tools() : nullptr) {
    if (auto* field = tools->findChild<QLineEdit*>()) return field->setFocus(Qt::ShortcutFocusReason);
  }
  if (auto* graph = qobject_cast<GraphView*>(m_stack->currentWidget())) graph->command(Qt::Key_Slash);
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
