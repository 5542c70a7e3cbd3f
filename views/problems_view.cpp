#include "views/problems_view.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "views/empty_state.h"
#include "views/icon.h"
#include "views/message_text.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr int kProblemRole = Qt::UserRole, kNoteRole = Qt::UserRole + 1, kFixRole = Qt::UserRole + 2;

const char* severityIcon(Severity severity) {
  return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "info";
}
Token severityToken(Severity severity) {
  return severity == Severity::Error ? Token::Removed : severity == Severity::Warning ? Token::Changed : Token::Text2;
}
QString place(const SourceRange& range) {
  const QString file = QString::fromStdString(range.file).section('/', -1);
  const QString position = formatPosition(range.line, range.column, range.endLine, range.endColumn);
  return position.isEmpty() ? file : (file.isEmpty() ? position : file + " " + position);
}
}  // namespace

ProblemsView::ProblemsView(Session& session, QWidget* parent) : View(session, parent) {
  m_tree = new QTreeWidget(this);
  m_tree->setObjectName("problemTree");
  m_tree->setColumnCount(2);
  m_tree->setHeaderHidden(true);
  m_tree->setRootIsDecorated(false);
  m_tree->setIndentation(22);
  m_tree->setWordWrap(true);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  m_empty = new EmptyState("check", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(m_tree);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_tree, &QTreeWidget::itemClicked, this, &ProblemsView::follow);
  connect(m_tree, &QTreeWidget::itemActivated, this, &ProblemsView::follow);
}

void ProblemsView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) m_empty->setTheme(theme());
  if (changes & (Change::Problems | Change::Capture | Change::Theme | Change::Language)) rebuild();
}

void ProblemsView::rebuild() {
  m_tree->clear();
  const auto& problems = m_session.capture().diagnostics;
  m_figure = QString::number(problems.size());
  emit headingChanged();
  const bool empty = problems.empty() && m_session.capture().cacheMisses.empty();
  m_empty->setWords(tr("No problem"),
                    tr("Errors, warnings and unexpected compiles appear here, with what to write instead."));
  m_stack->setCurrentIndex(empty ? 0 : 1);
  for (size_t i = 0; i < problems.size(); ++i) {
    const Diagnostic& problem = problems[i];
    auto* item = new QTreeWidgetItem(m_tree);
    const QString type = QString::fromStdString(problem.errorType);
    item->setText(0, (type.isEmpty() ? QString() : type + "  ") + messageText(problem.message));
    item->setText(1, place(problem.range));
    item->setIcon(0, icon(severityIcon(problem.severity), theme(), severityToken(problem.severity)));
    item->setFont(0, theme().font(TextStyle::Label));
    item->setFont(1, theme().font(TextStyle::MonoSmall));
    item->setData(0, kProblemRole, static_cast<int>(i));
    item->setData(0, kNoteRole, -1);
    for (size_t note = 0; note < problem.notes.size(); ++note) {
      auto* child = new QTreeWidgetItem(item);
      child->setText(0, messageText(problem.notes[note].message));
      child->setText(1, place(problem.notes[note].range));
      child->setIcon(0, icon("info", theme()));
      child->setFont(1, theme().font(TextStyle::MonoSmall));
      child->setData(0, kProblemRole, static_cast<int>(i));
      child->setData(0, kNoteRole, static_cast<int>(note));
    }
    if (problem.fix) {
      auto* child = new QTreeWidgetItem(item);
      child->setText(0, messageText(problem.fix->title));
      child->setText(1, "Alt+↵");
      child->setIcon(0, icon("bulb", theme(), Token::Accent));
      child->setForeground(0, theme().color(Token::Accent));
      child->setFont(1, theme().font(TextStyle::MonoSmall));
      child->setData(0, kProblemRole, static_cast<int>(i));
      child->setData(0, kFixRole, true);
    }
  }
  for (const CacheMiss& miss : m_session.capture().cacheMisses) {
    auto* item = new QTreeWidgetItem(m_tree);
    item->setText(0, tr("%1 compiled again: %2").arg(QString::fromStdString(miss.function), messageText(miss.because)));
    item->setText(1, place(miss.at));
    item->setIcon(0, icon("refresh", theme()));
    item->setFont(1, theme().font(TextStyle::MonoSmall));
    item->setData(0, kProblemRole, -1);
  }
  m_tree->expandAll();
}

void ProblemsView::follow(QTreeWidgetItem* item) {
  const int index = item->data(0, kProblemRole).toInt();
  const auto& problems = m_session.capture().diagnostics;
  if (index < 0 || index >= static_cast<int>(problems.size())) return;
  const Diagnostic& problem = problems[static_cast<size_t>(index)];
  if (item->data(0, kFixRole).toBool() && problem.fix) {
    const Fix fix = *problem.fix;
    m_session.requestFix(fix);
    return;
  }
  const int note = item->data(0, kNoteRole).toInt();
  if (note >= 0 && note < static_cast<int>(problem.notes.size()) &&
      problem.notes[static_cast<size_t>(note)].range.known()) {
    emit selected(Ref::source(problem.notes[static_cast<size_t>(note)].range));
    return;
  }
  emit selected(Ref::diagnostic(index));
}

}  // namespace onepot
