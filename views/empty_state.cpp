#include "views/empty_state.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/icon.h"

namespace onepot {

EmptyState::EmptyState(const char* iconName, QWidget* parent) : QWidget(parent), m_iconName(iconName) {
  m_icon = new QLabel(this);
  m_line = new QLabel(this);
  m_line->setProperty("role", "emptyLine");
  m_more = new QLabel(this);
  m_more->setProperty("role", "hint");
  m_more->setWordWrap(true);
  m_more->setMaximumWidth(300);
  m_more->setAlignment(Qt::AlignHCenter);
  m_button = new QPushButton(this);
  m_button->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(4);
  layout->addStretch(1);
  layout->addWidget(m_icon, 0, Qt::AlignHCenter);
  layout->addSpacing(4);
  layout->addWidget(m_line, 0, Qt::AlignHCenter);
  auto* row = new QHBoxLayout;
  row->addStretch(1);
  row->addWidget(m_more, 100);
  row->addStretch(1);
  layout->addLayout(row);
  layout->addSpacing(8);
  layout->addWidget(m_button, 0, Qt::AlignHCenter);
  layout->addStretch(1);
  setMinimumSize(0, 0);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  connect(m_button, &QPushButton::clicked, this, &EmptyState::pressed);
}

void EmptyState::setWords(const QString& line, const QString& more, const QString& button) {
  m_line->setText(line);
  m_more->setText(more);
  m_button->setText(button);
  m_button->setVisible(!button.isEmpty());
}

void EmptyState::setTheme(const Theme& theme) {
  m_icon->setPixmap(iconPixmap(m_iconName.c_str(), theme.color(Token::Control), theme.px(24), devicePixelRatioF()));
}

}  // namespace onepot
