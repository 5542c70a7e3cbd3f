#include "views/output_view.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "views/empty_state.h"

namespace onepot {

namespace {
constexpr int kMostLines = 20000;
}

OutputView::OutputView(Session& session, QWidget* parent) : View(session, parent) {
  auto* full = new QWidget(this);
  m_text = new QPlainTextEdit(full);
  m_text->setObjectName("outputText");
  m_text->setReadOnly(true);
  m_text->setMaximumBlockCount(kMostLines);
  m_text->setUndoRedoEnabled(false);
  m_input = new QLineEdit(full);
  m_input->setObjectName("outputInput");
  auto* column = new QVBoxLayout(full);
  column->setContentsMargins(8, 4, 8, 4);
  column->setSpacing(4);
  column->addWidget(m_text, 1);
  column->addWidget(m_input);
  m_empty = new EmptyState("prompt", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(full);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_input, &QLineEdit::returnPressed, this, [this] {
    m_session.requestInput(m_input->text());
    m_input->clear();
  });
}

void OutputView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_text->setFont(theme().font(TextStyle::Mono));
    m_input->setFont(theme().font(TextStyle::Mono));
    m_input->setPlaceholderText(tr("A line for the program's input"));
    m_empty->setTheme(theme());
    m_empty->setWords(tr("Nothing printed yet"), tr("What the program prints appears here while it runs."));
    m_shown = m_shownBytes = 0;
    m_text->clear();
  }
  if (changes & (Change::Output | Change::Capture | Change::Theme | Change::Language)) append();
  m_input->setVisible(m_session.workState() == WorkState::Busy);
}

void OutputView::append() {
  const auto& output = m_session.capture().output;
  if (m_session.captureSerial() != m_serial) {
    m_serial = m_session.captureSerial();
    m_text->clear();
    m_shown = m_shownBytes = 0;
  }
  const bool atEnd = m_text->verticalScrollBar()->value() == m_text->verticalScrollBar()->maximum();
  QTextCursor cursor(m_text->document());
  cursor.movePosition(QTextCursor::End);
  for (size_t i = m_shown > 0 ? m_shown - 1 : 0; i < output.size(); ++i) {
    const size_t skip = m_shown > 0 && i == m_shown - 1 ? m_shownBytes : 0;
    QTextCharFormat format;
    format.setForeground(theme().color(output[i].stream == 2 ? Token::Removed : Token::Text));
    cursor.insertText(QString::fromStdString(output[i].text.substr(skip)), format);
  }
  m_shown = output.size();
  m_shownBytes = output.empty() ? 0 : output.back().text.size();
  if (atEnd) m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
  m_stack->setCurrentIndex(output.empty() ? 0 : 1);
}

}  // namespace onepot
