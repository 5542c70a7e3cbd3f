#include "views/editor_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/editor_inlays.h"
#include "views/editor_text.h"
#include "views/icon.h"

namespace onepot {

EditorView::EditorView(Session& session, QWidget* parent) : View(session, parent) {
  m_text = new EditorText(this);
  m_text->setObjectName("editorText");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_text);
  setFocusProxy(m_text);
  buildTools();
  connect(m_text, &QsciScintilla::textChanged, this, [this] {
    if (!m_fromSession) m_session.setText(m_text->text());
    emit headingChanged();
  });
  connect(m_text, &QsciScintilla::cursorPositionChanged, this, &EditorView::cursorMoved);
  connect(m_text, &EditorText::explainWanted, &session, [&session] { session.showView("problems"); });
  connect(&session, &Session::fixWanted, m_text, &EditorText::apply);
}

void EditorView::buildTools() {
  m_tools = new QWidget(this);
  auto* layout = new QHBoxLayout(m_tools);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_errors = new QLabel(m_tools);
  m_errors->setProperty("role", "chipRemoved");
  m_errors->hide();
  m_shapes = new QToolButton(m_tools);
  m_shapes->setCheckable(true);
  m_shapes->setChecked(true);
  m_shapes->setProperty("role", "toggle");
  m_shapes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  layout->addWidget(m_errors);
  layout->addWidget(m_shapes);
  connect(m_shapes, &QToolButton::toggled, this, [this](bool on) {
    m_shapes->setIcon(icon(on ? "eye" : "eye-off", theme()));
    updateInlays();
  });
}

QString EditorView::title() const {
  const QString name = m_session.fileName().isEmpty() ? tr("Untitled") : m_session.fileName().section('/', -1);
  return m_text->isModified() ? name + " ●" : name;
}

void EditorView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_text->setTheme(theme());
    m_text->setPlaceholder(tr("Write or paste a program here."));
    m_shapes->setText(tr("shapes"));
    m_shapes->setToolTip(tr("Show shapes beside the lines"));
    m_shapes->setIcon(icon(m_shapes->isChecked() ? "eye" : "eye-off", theme()));
  }
  if (changes & Change::Text && m_session.text() != m_text->text()) {
    m_fromSession = true;
    m_text->setPython(m_session.sourceKind() == SourceKind::Python || m_session.fileName().endsWith(".py"));
    m_text->replaceText(m_session.text());
    m_fromSession = false;
  }
  if (changes & (Change::Problems | Change::Theme)) {
    const std::string& program = m_session.capture().programName;
    m_text->setProblems(m_session.capture().diagnostics,
                        program.empty() ? m_session.fileName() : QString::fromStdString(program));
    const auto errors = std::ranges::count(m_session.capture().diagnostics, Severity::Error, &Diagnostic::severity);
    m_errors->setText(QString("⊘ %1").arg(errors));
    m_errors->setVisible(errors > 0);
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Selection | Change::Theme)) updateInlays();
  if (changes & (Change::Selection | Change::Compilation | Change::Text)) updateLit();
  emit headingChanged();
}

int EditorView::cursorLine() const {
  int line = 0, index = 0;
  m_text->getCursorPosition(&line, &index);
  return line + 1;
}

void EditorView::updateInlays() {
  const Compilation* compilation = m_session.compilation();
  if (!m_shapes->isChecked() || !compilation || m_text->text().toStdString() != m_session.capture().programText) {
    m_text->setInlays({});
    m_text->setShapeMarks(0, {});
    return;
  }
  m_text->setInlays(lineInlays(m_session.capture(), compilation));
  const auto& sources = m_session.partners().sources;
  const int line = sources.empty() ? cursorLine() : sources.front().line;
  m_text->setShapeMarks(line, shapeMarks(*compilation, m_session.partners(), line));
}

void EditorView::updateLit() {
  const auto& sources = m_session.partners().sources;
  m_text->setLit(sources);
  if (!sources.empty() && !m_text->hasFocus()) m_text->reveal(sources.front());
}

void EditorView::cursorMoved() {
  if (m_text->hasFocus() && !m_fromSession) selectAtCursor();
}

void EditorView::selectAtCursor() {
  const Compilation* compilation = m_session.compilation();
  if (!compilation || m_session.text().toStdString() != m_session.capture().programText) return;
  int line = 0, index = 0;
  m_text->getCursorPosition(&line, &index);
  // Another function's body chooses that function.
  for (const auto& other : m_session.capture().compilations) {
    const SourceRange range = expressionAt(*other, line + 1, index + 1);
    if (!range.known()) continue;
    if (!expressionAt(*compilation, line + 1, index + 1).known()) m_session.chooseCompilation(other->id);
    emit selected(Ref::source(range));
    return;
  }
  updateInlays();
}

}  // namespace onepot
