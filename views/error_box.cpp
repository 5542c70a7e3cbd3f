#include "views/error_box.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/icon.h"
#include "views/message_text.h"

namespace onepot {

ErrorBox::ErrorBox(QWidget* parent) : QFrame(parent) {
  setObjectName("errorBox");
  m_title = new QLabel(this);
  m_title->setProperty("role", "removedTitle");
  m_title->setWordWrap(true);
  m_note = new QLabel(this);
  m_note->setWordWrap(true);
  m_fix = new QPushButton(this);
  m_fix->setProperty("role", "fix");
  m_why = new QPushButton(this);
  m_why->setFlat(true);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addWidget(m_fix);
  buttons->addWidget(m_why);
  buttons->addStretch(1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 6, 10, 6);
  layout->setSpacing(3);
  layout->addWidget(m_title);
  layout->addWidget(m_note);
  layout->addLayout(buttons);
  connect(m_fix, &QPushButton::clicked, this, &ErrorBox::fixWanted);
  connect(m_why, &QPushButton::clicked, this, &ErrorBox::explainWanted);
  hide();
}

void ErrorBox::show(const Diagnostic& problem, const Theme& theme) {
  m_title->setText(messageText(problem.message));
  QStringList notes;
  for (const Diagnostic& note : problem.notes) {
    if (notes.size() < 2) notes << messageText(note.message);
  }
  if (notes.isEmpty() && !problem.errorType.empty()) notes << QString::fromStdString(problem.errorType);
  m_note->setText(notes.join(" "));
  m_note->setVisible(!notes.isEmpty());
  m_fix->setVisible(problem.fix.has_value());
  if (problem.fix) m_fix->setText(messageText(problem.fix->title) + "   Alt+↵");
  m_fix->setIcon(icon("bulb", theme));
  m_why->setText(tr("Why?"));
  QFrame::show();
}

}  // namespace onepot
