#include "views/segments.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "views/icon.h"

namespace onepot {

Segments::Segments(QWidget* parent) : QWidget(parent) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_group.setExclusive(true);
  setAttribute(Qt::WA_StyledBackground);
  connect(&m_group, &QButtonGroup::idClicked, this, &Segments::chosen);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QToolButton* Segments::add(const QString& text, const char* iconName) {
  auto* button = new QToolButton(this);
  button->setCheckable(true);
  button->setText(text);
  button->setProperty("segment", m_icons.empty() ? "first" : "last");
  button->setToolButtonStyle(*iconName ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonTextOnly);
  if (m_icons.size() > 1) {
    m_group.button(static_cast<int>(m_icons.size()) - 1)->setProperty("segment", "middle");
  }
  m_group.addButton(button, static_cast<int>(m_icons.size()));
  m_icons.emplace_back(iconName);
  layout()->addWidget(button);
  if (m_icons.size() == 1) button->setChecked(true);
  return button;
}

void Segments::setTexts(const QStringList& texts) {
  for (int i = 0; i < texts.size(); ++i) {
    m_group.button(i)->setText(texts[i]);
    m_group.button(i)->setToolTip(texts[i]);
    m_group.button(i)->setAccessibleName(texts[i]);
  }
}

void Segments::setCurrent(int index) {
  if (QAbstractButton* button = m_group.button(index)) button->setChecked(true);
}

void Segments::setTheme(const Theme& theme) {
  for (size_t i = 0; i < m_icons.size(); ++i) {
    if (m_icons[i].empty()) continue;
    m_group.button(static_cast<int>(i))->setIcon(icon(m_icons[i].c_str(), theme, Token::Text2, Token::Accent));
  }
}

void Segments::setCompact(bool compact) {
  for (QAbstractButton* button : m_group.buttons()) {
    auto* tool = static_cast<QToolButton*>(button);
    if (button->icon().isNull()) continue;
    tool->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  }
}

}  // namespace onepot
