#include "views/results_dock.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include "views/icon.h"
#include "views/view.h"

namespace onepot {

namespace {
constexpr int kTabIcon = 20;  // px that an icon and its gap take
}

ResultsDock::ResultsDock(Session& session, QWidget* parent) : QDockWidget(parent), m_session(session) {
  setObjectName("results");
  setTitleBarWidget(new QWidget(this));
  setFeatures(QDockWidget::NoDockWidgetFeatures);
  m_tabs = new QTabWidget(this);
  m_tabs->setObjectName("resultsTabs");
  m_tabs->setDocumentMode(true);
  m_tabs->setAttribute(Qt::WA_StyledBackground);
  m_tabs->tabBar()->setDrawBase(false);
  m_tabs->tabBar()->setExpanding(false);
  m_tabs->setUsesScrollButtons(true);
  m_corner = new QWidget(this);
  m_corner->setObjectName("resultsCorner");
  m_corner->setAttribute(Qt::WA_StyledBackground);
  m_cornerLayout = new QHBoxLayout(m_corner);
  m_cornerLayout->setContentsMargins(8, 0, 6, 4);
  m_cornerLayout->setSpacing(8);
  m_fold = new QToolButton(m_corner);
  m_fold->setObjectName("foldResults");
  m_cornerLayout->addWidget(m_fold);
  m_tabs->setCornerWidget(m_corner);
  setWidget(m_tabs);
  connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(!m_folded); });
  connect(m_tabs, &QTabWidget::currentChanged, this, &ResultsDock::updateCorner);
  connect(m_tabs->tabBar(), &QTabBar::tabBarClicked, this, [this](int index) {
    if (index >= 0 && m_folded) setFolded(false);
  });
}

void ResultsDock::addTab(View* view, const char* id, const char* iconName, const QString& title) {
  m_tabs->addTab(view, title);
  auto* chip = new QLabel(m_tabs->tabBar());
  chip->setProperty("role", "count");
  chip->setAlignment(Qt::AlignCenter);
  chip->hide();
  m_rows.push_back({view, id, iconName, chip});
  if (QWidget* tools = view->tools()) m_cornerLayout->insertWidget(m_cornerLayout->count() - 1, tools);
  const size_t row = m_rows.size() - 1;
  connect(view, &View::headingChanged, this, [this, row] { updateChip(row); });
  updateChip(row);
  updateCorner();
}

void ResultsDock::setTitle(int index, const QString& title) {
  m_tabs->setTabText(index, title);
  m_tabs->setTabToolTip(index, title);
}

int ResultsDock::indexOf(const QString& id) const {
  for (size_t i = 0; i < m_rows.size(); ++i) {
    if (id == QString::fromStdString(m_rows[i].id)) return static_cast<int>(i);
  }
  return -1;
}

QString ResultsDock::currentId() const {
  const int index = m_tabs->currentIndex();
  return index < 0 ? QString() : QString::fromStdString(m_rows[static_cast<size_t>(index)].id);
}

void ResultsDock::showTab(const QString& id) {
  const int index = indexOf(id);
  if (index < 0) return;
  m_tabs->setCurrentIndex(index);
}

void ResultsDock::setFolded(bool folded) {
  const Theme& theme = m_session.theme();
  m_folded = folded;
  const int tabs = theme.px(kTabsHeight);
  m_tabs->setMinimumHeight(tabs);
  m_tabs->setMaximumHeight(folded ? tabs : QWIDGETSIZE_MAX);
  setMinimumHeight(folded ? tabs : theme.px(160));
  setMaximumHeight(folded ? tabs : QWIDGETSIZE_MAX);
  for (Tab& tab : m_rows) tab.view->setMaximumHeight(folded ? 0 : QWIDGETSIZE_MAX);
  m_fold->setIcon(icon(folded ? "chevron-up" : "chevron-down", theme));
  m_fold->setToolTip(folded ? tr("Open the results") : tr("Fold the results to their tabs"));
  m_fold->setAccessibleName(m_fold->toolTip());
  updateCorner();
  emit foldedChanged(folded);
}

void ResultsDock::updateCorner() {
  for (size_t i = 0; i < m_rows.size(); ++i) {
    if (QWidget* tools = m_rows[i].view->tools()) {
      tools->setVisible(!m_folded && static_cast<int>(i) == m_tabs->currentIndex());
    }
  }
  m_corner->adjustSize();
  fitTabs();
}

void ResultsDock::updateChip(size_t index) {
  Tab& tab = m_rows[index];
  const QString figure = tab.view->figure();
  tab.chip->setText(figure);
  tab.chip->setProperty("alarm", tab.id == "problems" && figure != "0");
  tab.chip->style()->unpolish(tab.chip);  // makes the style see the property
  tab.chip->style()->polish(tab.chip);
  tab.chip->adjustSize();
  // Taken off and put on again, so that the bar sees its new width; a tab without a figure keeps no room for one.
  QTabBar* bar = m_tabs->tabBar();
  bar->setTabButton(static_cast<int>(index), QTabBar::RightSide, nullptr);
  if (figure.isEmpty())
    tab.chip->hide();
  else
    bar->setTabButton(static_cast<int>(index), QTabBar::RightSide, tab.chip);
  fitTabs();
}

/// Where the room is short, the tabs lose their icons.
void ResultsDock::fitTabs() {
  const Theme& theme = m_session.theme();
  const int room = m_tabs->width() - m_corner->sizeHint().width() - theme.px(12);
  const int icons = static_cast<int>(m_rows.size()) * theme.px(kTabIcon);
  const int wanted = m_tabs->tabBar()->sizeHint().width() + (m_icons ? 0 : icons);
  setIcons(wanted <= room);
}

void ResultsDock::setIcons(bool shown) {
  m_icons = shown;
  for (size_t i = 0; i < m_rows.size(); ++i) {
    m_tabs->setTabIcon(static_cast<int>(i), shown ? icon(m_rows[i].icon.c_str(), m_session.theme()) : QIcon());
  }
}

void ResultsDock::resizeEvent(QResizeEvent* event) {
  QDockWidget::resizeEvent(event);
  fitTabs();
}

void ResultsDock::applyTheme() {
  const Theme& theme = m_session.theme();
  m_tabs->setIconSize(QSize(theme.px(16), theme.px(16)));
  setIcons(m_icons);
  for (size_t i = 0; i < m_rows.size(); ++i) updateChip(i);
  m_corner->setFixedHeight(theme.px(kTabsHeight) - 2);
  setFolded(m_folded);
}

}  // namespace onepot
