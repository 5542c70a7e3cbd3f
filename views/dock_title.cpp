#include "views/dock_title.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include "views/icon.h"
#include "views/view.h"

namespace onepot {

DockTitle::DockTitle(View* view, const char* iconName, QWidget* parent)
    : QWidget(parent), m_view(view), m_iconName(iconName) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 0, 6, 0);
  layout->setSpacing(8);
  m_icon = new QLabel(this);
  m_titleLabel = new QLabel(this);
  m_titleLabel->setProperty("role", "dockTitle");
  m_figure = new QLabel(this);
  m_figure->setProperty("role", "hint");
  m_figure->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  layout->addWidget(m_icon);
  layout->addWidget(m_titleLabel);
  layout->addWidget(m_figure, 1);
  if (QWidget* tools = view->tools()) layout->addWidget(tools);
  connect(view, &View::headingChanged, this, &DockTitle::update);
  setFixedHeight(kDockTitleHeight);
}

void DockTitle::setDefaultTitle(const QString& title) {
  m_title = title;
  update();
}

void DockTitle::update() {
  const Theme& theme = m_view->theme();
  setFixedHeight(theme.px(kDockTitleHeight));
  m_icon->setVisible(!m_iconName.empty());
  if (!m_iconName.empty()) {
    m_icon->setPixmap(iconPixmap(m_iconName.c_str(), theme.color(Token::Text2), theme.px(16), devicePixelRatioF()));
  }
  m_titleLabel->setText(m_view->title().isEmpty() ? m_title : m_view->title());
  m_figure->setText(m_view->figure());
  QWidget::update();
}

QSize DockTitle::sizeHint() const { return {120, m_view->theme().px(kDockTitleHeight)}; }

void DockTitle::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_view->theme().color(Token::Chrome));
  painter.fillRect(QRect(0, height() - 1, width(), 1), m_view->theme().color(Token::Border));
}

}  // namespace onepot
