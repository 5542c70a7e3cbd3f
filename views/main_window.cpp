#include "views/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QStackedWidget>
#include <QTimer>

#include "views/action_table.h"
#include "views/dock_title.h"
#include "views/graph/graph_view.h"
#include "views/header.h"
#include "views/palette.h"
#include "views/results_dock.h"
#include "views/status_bar.h"
#include "views/view.h"
#include "views/welcome_page.h"

namespace onepot {

MainWindow::MainWindow(Session& session) : m_session(session), m_actions(std::make_unique<Actions>(this)) {
  setObjectName("mainWindow");
  setWindowTitle("Onepot");
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
  build();
  connectActions();
  connectPanels();
  connect(&session, &Session::changed, this, &MainWindow::deliver);
  connect(&session, &Session::viewWanted, this, &MainWindow::showView);
  applyTheme();
  retranslate();
  arrange(workspaceTable().front());
}

MainWindow::~MainWindow() = default;

void MainWindow::build() {
  m_header = new Header(m_session, *m_actions, this);
  setMenuWidget(m_header);
  m_stack = new QStackedWidget(this);
  m_welcome = new WelcomePage(m_session, m_stack);
  m_stack->addWidget(m_welcome);
  m_stack->setMinimumSize(240, 120);
  setCentralWidget(m_stack);
  m_results = new ResultsDock(m_session, this);
  addDockWidget(Qt::BottomDockWidgetArea, m_results);
  m_status = new StatusBar(m_session, this);
  setStatusBar(m_status);
  for (const ViewRow& row : viewRegistry()) buildView(row);
  m_palette = new Palette(m_session, *m_actions, this);
}

void MainWindow::buildView(const ViewRow& row) {
  View* view = row.make(m_session, this);
  view->setObjectName(row.id);
  view->installEventFilter(this);
  m_views[row.id] = view;
  m_pending[view] = Change::All;
  connect(view, &View::selected, &m_session, &Session::select);
  const QString title = QCoreApplication::translate("Views", row.title);
  if (row.place == Place::Results) {
    m_results->addTab(view, row.id, row.icon, title);
  } else if (row.place == Place::Page) {
    m_stack->addWidget(view);
    connect(view, &View::headingChanged, this, &MainWindow::showPageNotes);
  } else {
    auto* dock = new QDockWidget(this);
    dock->setObjectName(QString("dock-") + row.id);
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable);
    auto* heading = new DockTitle(view, row.icon, dock);
    dock->setTitleBarWidget(heading);
    dock->setWidget(view);
    m_docks[row.id] = dock;
    m_titles[row.id] = heading;
    addDockWidget(row.place == Place::Left ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea, dock);
  }
}

View* MainWindow::view(const QString& id) const {
  const auto found = m_views.find(id.toStdString());
  return found == m_views.end() ? nullptr : found->second;
}

bool MainWindow::shows(const WorkspaceRow& row, const char* view) const {
  auto holds = [&](const std::vector<DockSize>& docks) {
    return std::ranges::any_of(docks,
                               [&](const DockSize& dock) { return QLatin1String(dock.view) == QLatin1String(view); });
  };
  return holds(row.left) || holds(row.right);
}

void MainWindow::setWorkspace(const QString& id) {
  const int index = workspaceIndex(id);
  if (index != m_workspace) {
    m_saved[m_workspace] = {saveState(), m_results->currentId(), m_results->folded()};
    m_workspace = index;
    arrange(workspaceTable()[static_cast<size_t>(index)]);
    if (const auto saved = m_saved.find(index); saved != m_saved.end()) {
      restoreState(saved->second.state);
      m_results->showTab(saved->second.tab);
      m_results->setFolded(saved->second.folded);
    }
  }
  m_header->setWorkspace(index);
  updatePage();
}

void MainWindow::resetWorkspace() {
  m_saved.erase(m_workspace);
  arrange(workspaceTable()[static_cast<size_t>(m_workspace)]);
}

void MainWindow::arrange(const WorkspaceRow& row) {
  for (const auto& [id, dock] : m_docks) {
    if (!shows(row, id.c_str())) dock->hide();
  }
  // Left docks one below the other, in the row's order.
  QDockWidget* above = nullptr;
  for (const DockSize& size : row.left) {
    const auto found = m_docks.find(size.view);
    if (found == m_docks.end()) continue;
    if (above)
      splitDockWidget(above, found->second, Qt::Vertical);
    else
      addDockWidget(Qt::LeftDockWidgetArea, found->second);
    found->second->show();
    above = found->second;
  }
  for (const DockSize& size : row.right) {
    const auto found = m_docks.find(size.view);
    if (found == m_docks.end()) continue;
    addDockWidget(Qt::RightDockWidgetArea, found->second);
    found->second->setVisible(!m_fold.inspectorCard);
  }
  m_results->setVisible(row.results != ResultsStart::Hidden);
  m_results->showTab(row.resultsTab);
  m_results->setFolded(m_empty || row.results == ResultsStart::Folded || m_fold.resultsFolded);
  updatePage();
  applyFold();
  sizeDocks(row);
}

void MainWindow::sizeDocks(const WorkspaceRow& row) {
  const Theme& theme = m_session.theme();
  QList<QDockWidget*> docks;
  QList<int> extents;
  for (const DockSize& size : row.left) {
    const auto found = m_docks.find(size.view);
    if (found == m_docks.end() || found->second->isHidden()) continue;
    docks << found->second;
    extents << theme.px(size.extent);
  }
  resizeDocks(docks, extents, Qt::Vertical);
  const int left = m_fold.narrowColumns && row.leftWidth > 368 ? 368 : row.leftWidth;
  if (!docks.isEmpty()) resizeDocks({docks.first()}, {theme.px(left)}, Qt::Horizontal);
  for (const DockSize& size : row.right) {
    const auto found = m_docks.find(size.view);
    if (found == m_docks.end()) continue;
    resizeDocks({found->second}, {theme.px(m_fold.narrowColumns ? 272 : size.extent)}, Qt::Horizontal);
  }
  if (!m_results->folded()) resizeDocks({m_results}, {theme.px(row.resultsHeight)}, Qt::Vertical);
}

void MainWindow::applyFold() {
  foldPages();
  const WorkspaceRow& row = workspaceTable()[static_cast<size_t>(m_workspace)];
  m_header->setFolded(m_fold.narrowColumns, m_fold.stripForList);
  m_status->setTight(m_fold.stripForList);
  for (const DockSize& size : row.right) {
    if (const auto found = m_docks.find(size.view); found != m_docks.end())
      found->second->setVisible(!m_fold.inspectorCard);
  }
  if (const auto pipeline = m_docks.find("pipeline"); pipeline != m_docks.end() && shows(row, "pipeline")) {
    pipeline->second->setVisible(!m_fold.stripForList);
  }
}

void MainWindow::foldPages() {
  for (const char* page : {"graph", "fusion-graph"}) {
    if (auto* graph = qobject_cast<GraphView*>(view(page))) {
      graph->setFolded(m_fold.stripForList, m_fold.inspectorCard);
    }
  }
}

/// What the status bar says of the page on show.
void MainWindow::showPageNotes() {
  const auto* page = qobject_cast<View*>(m_stack->currentWidget());
  m_status->setZoom(page ? page->zoomText() : QString());
  m_status->setLayoutNote(page ? page->figure() : QString());
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  const FoldState fold = foldStateFor(size(), m_session.theme().scale());
  if (fold == m_fold) return;
  const bool results = fold.resultsFolded != m_fold.resultsFolded;
  m_fold = fold;
  applyFold();
  if (results) m_results->setFolded(fold.resultsFolded || m_empty);
  if (m_shown) QTimer::singleShot(0, this, [this] { sizeDocks(workspaceTable()[static_cast<size_t>(m_workspace)]); });
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (m_shown) return;
  m_shown = true;
  if (View* editor = view("editor")) editor->setFocus();
  // Dock sizes hold only once the layout has a size of its own.
  QTimer::singleShot(0, this, [this] { sizeDocks(workspaceTable()[static_cast<size_t>(m_workspace)]); });
}

void MainWindow::updatePage() {
  const bool empty = m_session.text().isEmpty() && m_session.capture().compilations.empty();
  View* page = view(workspaceTable()[static_cast<size_t>(m_workspace)].page);
  m_stack->setCurrentWidget(empty || !page ? static_cast<QWidget*>(m_welcome) : page);
  showPageNotes();
  if (empty == m_empty) return;
  m_empty = empty;
  // Nothing to show yet: the results start folded to their tabs, and open with the first program.
  const ResultsStart start = workspaceTable()[static_cast<size_t>(m_workspace)].results;
  m_results->setFolded(empty || m_fold.resultsFolded || start == ResultsStart::Folded);
}

void MainWindow::deliver(Changes changes) {
  if (changes & Change::Theme) applyTheme();
  if (changes & Change::Language) retranslate();
  if (changes & (Change::Text | Change::Capture)) updatePage();
  m_header->refresh(changes);
  m_status->refresh(changes);
  m_welcome->refresh(changes);
  for (auto& [view, pending] : m_pending) pending |= changes;
  refreshNow();
}

void MainWindow::refreshNow() {
  for (auto& [view, pending] : m_pending) {
    // Titles and figures are seen although their view is not: those with a heading are cheap and always refreshed.
    const bool heading = !view->figure().isNull() || m_results->indexOf(view->objectName()) >= 0;
    if (!pending || !(view->isVisible() || heading)) continue;
    const Changes changes = std::exchange(pending, Changes());
    view->refresh(changes);
  }
}

bool MainWindow::ready() const {
  return std::ranges::all_of(m_views, [&](const auto& row) {
    return !row.second->isVisible() || (row.second->ready() && !m_pending.at(row.second));
  });
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show) {
    auto* view = static_cast<View*>(watched);
    if (const auto found = m_pending.find(view); found != m_pending.end() && found->second) {
      view->refresh(std::exchange(found->second, Changes()));
    }
  }
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::showView(const QString& id) {
  if (m_results->indexOf(id) >= 0) {
    m_results->show();
    m_results->setFolded(false);
    m_results->showTab(id);
  } else if (const auto dock = m_docks.find(id.toStdString()); dock != m_docks.end()) {
    dock->second->show();
    dock->second->raise();
  }
}

void MainWindow::applyTheme() {
  const Theme& theme = m_session.theme();
  qApp->setPalette(theme.palette());
  qApp->setFont(theme.font(TextStyle::Body));
  qApp->setStyleSheet(theme.styleSheet());
  m_actions->setTheme(theme);
  m_results->applyTheme();
  for (const auto& [id, heading] : m_titles) heading->update();
  setMinimumSize(kSmallestWindow);
}

void MainWindow::retranslate() {
  m_actions->retranslate();
  m_header->retranslate();
  for (const ViewRow& row : viewRegistry()) {
    const QString title = QCoreApplication::translate("Views", row.title);
    if (const auto heading = m_titles.find(row.id); heading != m_titles.end()) heading->second->setDefaultTitle(title);
    if (const int tab = m_results->indexOf(row.id); tab >= 0) m_results->setTitle(tab, title);
    if (View* view = this->view(row.id)) view->setAccessibleName(title);
  }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) return emit fileDropped(url.toLocalFile());
  }
}

}  // namespace onepot
