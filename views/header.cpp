#include "views/header.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>

#include "views/action_table.h"
#include "views/icon.h"
#include "views/key_cap_button.h"
#include "views/segments.h"
#include "views/workspaces.h"

namespace onepot {

Header::Header(Session& session, Actions& actions, QWidget* parent)
    : QWidget(parent), m_session(session), m_actions(actions) {
  m_mark = new QLabel(this);
  m_mark->setAccessibleName("Onepot");
  m_menus = new QMenuBar(this);
  m_menus->setNativeMenuBar(false);
  m_menus->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Preferred);
  m_actions.fillMenus(m_menus);
  m_folded = new QToolButton(this);
  m_folded->setPopupMode(QToolButton::InstantPopup);
  m_folded->setMenu(m_actions.foldedMenu());
  m_folded->hide();
  m_switch = new Segments(this);
  m_switch->setObjectName("workspaceSwitch");
  for (const WorkspaceRow& row : workspaceTable()) m_switch->add(QString(), row.icon);
  connect(m_switch, &Segments::chosen, this, &Header::workspaceChosen);
  m_field = new KeyCapButton("commandField", this);
  connect(m_field, &QPushButton::clicked, m_actions.action("palette"), &QAction::trigger);
  m_device = new KeyCapButton("deviceButton", this);
  m_deviceMenu = new QMenu(m_device);
  connect(m_device, &QPushButton::clicked, this, [this] {
    fillDeviceMenu();
    m_deviceMenu->popup(m_device->mapToGlobal(QPoint(0, m_device->height() + 4)));
  });
  m_run = new KeyCapButton("runButton", this);
  connect(m_run, &QPushButton::clicked, m_actions.action("run"), &QAction::trigger);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 0, 12, 0);
  layout->setSpacing(8);
  layout->addWidget(m_mark);
  layout->addWidget(m_menus, 0, Qt::AlignVCenter);
  layout->addWidget(m_folded);
  layout->addStretch(1);
  layout->addWidget(m_field);
  layout->addWidget(m_device);
  layout->addWidget(m_run);
  retranslate();
}

void Header::retranslate() {
  QStringList names;
  for (const WorkspaceRow& row : workspaceTable()) names << workspaceName(row);
  m_switch->setTexts(names);
  m_switch->adjustSize();
  m_folded->setToolTip(tr("Menus"));
  m_folded->setAccessibleName(tr("Menus"));
  m_run->setAccessibleName(tr("Compile and run"));
  m_field->setAccessibleName(tr("Search or run a command"));
  m_device->setAccessibleName(tr("Device"));
  applyTheme();
}

void Header::setWorkspace(int index) { m_switch->setCurrent(index); }

void Header::setFolded(bool narrow, bool tight) {
  m_narrow = narrow;
  m_tight = tight;
  m_menus->setVisible(!tight);
  m_folded->setVisible(tight);
  applyTheme();
}

void Header::refresh(Changes changes) {
  if (changes & Change::Theme) applyTheme();
  if (changes & (Change::Options | Change::Capture | Change::State)) updateDevice();
}

void Header::setDevices(const std::vector<std::pair<std::string, std::string>>& devices) {
  m_devices = devices;
  updateDevice();
}

void Header::applyTheme() {
  const Theme& theme = m_session.theme();
  setFixedHeight(theme.px(kHeaderHeight));
  m_mark->setPixmap(iconPixmap("pot", theme.color(Token::Brand), theme.px(20), devicePixelRatioF()));
  m_folded->setIcon(icon("menu", theme));
  m_switch->setTheme(theme);
  m_field->setIcon(icon("search", theme));
  m_field->setText(m_narrow ? QString() : tr("Search or run a command"));
  m_field->setFixedWidth(m_tight ? theme.px(32) : m_narrow ? theme.px(92) : theme.px(232));
  static_cast<KeyCapButton*>(m_field)->setKey(m_tight ? QString() : "Ctrl+P");
  m_field->setFlat(m_tight);
  m_run->setIcon(icon("play", theme, Token::OnAccent));
  m_run->setText(tr("Run"));
  static_cast<KeyCapButton*>(m_run)->setKey(m_tight ? QString() : "Ctrl+↵");
  for (QPushButton* button : {m_field, m_device, m_run}) {
    button->setFixedHeight(theme.px(28));
    static_cast<KeyCapButton*>(button)->setTheme(theme);
  }
  updateDevice();
  placeSwitch();
}

void Header::updateDevice() {
  const std::string chosen = m_session.options().device.toStdString();
  QString text = m_session.options().device.toUpper();
  bool ready = m_devices.empty();
  static const QRegularExpression threads(R"((\d+) threads)");
  for (const auto& [name, reason] : m_devices) {
    if (name != chosen) continue;
    ready = reason.starts_with("ready");
    const auto match = threads.match(QString::fromStdString(reason));
    if (match.hasMatch() && !m_tight) text += tr(" · %1 threads").arg(match.captured(1));
  }
  auto* button = static_cast<KeyCapButton*>(m_device);
  button->setText(text);
  button->setDot(ready ? Token::Added : Token::Control);
  button->setChevron(true);
}

void Header::fillDeviceMenu() {
  m_deviceMenu->clear();
  for (const auto& [name, reason] : m_devices) {
    const QString device = QString::fromStdString(name);
    QAction* action = m_deviceMenu->addAction(device.toUpper() + "   " + QString::fromStdString(reason));
    action->setCheckable(true);
    action->setChecked(device == m_session.options().device);
    action->setEnabled(reason.starts_with("ready"));
    connect(action, &QAction::triggered, this, [this, device] {
      SessionOptions options = m_session.options();
      options.device = device;
      m_session.setOptions(options);
    });
  }
  if (m_devices.empty()) m_deviceMenu->addAction(tr("No worker has told its devices yet"))->setEnabled(false);
}

void Header::placeSwitch() {
  m_switch->adjustSize();
  m_switch->move((width() - m_switch->width()) / 2, (height() - m_switch->height()) / 2);
}

void Header::resizeEvent(QResizeEvent*) { placeSwitch(); }

void Header::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_session.theme().color(Token::Chrome));
  painter.fillRect(QRect(0, height() - 1, width(), 1), m_session.theme().color(Token::Border));
}

}  // namespace onepot
