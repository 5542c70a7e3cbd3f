#include "views/editor_text.h"

#include <Qsci/qscistyle.h>
#include <Qsci/qscistyledtext.h>

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>

#include "views/code_lexers.h"
#include "views/editor_inlays.h"
#include "views/error_box.h"

namespace onepot {

namespace {
enum Indicator { kSquiggle = 8, kLitGround = 9, kErrorGround = 10, kLitLine = 11 };
constexpr int kBoxMargin = 8;
// Styles of one's own: numbers that are asked for anew at each change run out.
constexpr int kPlainInlay = 60, kStrongInlay = 61;
}  // namespace

EditorText::EditorText(QWidget* parent) : QsciScintilla(parent) {
  m_python = new PythonLexer(this);
  m_hlo = new HloLexer(this);
  m_box = new ErrorBox(viewport());
  setUtf8(true);
  setEolMode(EolUnix);
  setIndentationsUseTabs(false);
  setTabWidth(4);
  setAutoIndent(true);
  setBraceMatching(SloppyBraceMatch);
  setMarginType(0, NumberMargin);
  setMarginWidth(0, "00000");
  for (int margin = 1; margin < 5; ++margin) setMarginWidth(margin, 0);
  SendScintilla(SCI_SETMARGINLEFT, 0UL, 8L);
  setCaretLineVisible(true);
  setCaretWidth(2);
  setAnnotationDisplay(AnnotationStandard);
  setWrapMode(WrapNone);
  setScrollWidth(1);
  setScrollWidthTracking(true);
  SendScintilla(SCI_SETVIRTUALSPACEOPTIONS, 0UL);
  indicatorDefine(SquiggleIndicator, kSquiggle);
  indicatorDefine(StraightBoxIndicator, kLitGround);
  indicatorDefine(StraightBoxIndicator, kErrorGround);
  indicatorDefine(PlainIndicator, kLitLine);
  for (int indicator : {kLitGround, kErrorGround}) setIndicatorDrawUnder(true, indicator);
  setLexer(m_python);
  connect(m_box, &ErrorBox::fixWanted, this, &EditorText::applyFixAtCursor);
  connect(m_box, &ErrorBox::explainWanted, this, &EditorText::explainWanted);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &EditorText::placeBox);
  connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &EditorText::placeBox);
}

void EditorText::setTheme(const Theme& theme) {
  m_theme = theme;
  m_python->setTheme(theme);
  m_hlo->setTheme(theme);
  defineLook();
  updateAnnotations();
}

void EditorText::defineLook() {
  setPaper(m_theme.color(Token::Panel));
  setColor(m_theme.color(Token::Text));
  setMarginsBackgroundColor(m_theme.color(Token::Panel));
  setMarginsForegroundColor(m_theme.color(Token::Text3));
  setMarginsFont(m_theme.pointFont(TextStyle::Mono));
  setCaretForegroundColor(m_theme.color(Token::Accent));
  setCaretLineBackgroundColor(m_theme.color(Token::Chrome));
  setSelectionBackgroundColor(m_theme.color(Token::Tint2));
  setSelectionForegroundColor(m_theme.color(Token::Text));
  setMatchedBraceBackgroundColor(m_theme.color(Token::Hover));
  setMatchedBraceForegroundColor(m_theme.color(Token::Accent));
  setUnmatchedBraceForegroundColor(m_theme.color(Token::Removed));
  setIndicatorForegroundColor(m_theme.color(Token::Removed), kSquiggle);
  setIndicatorForegroundColor(m_theme.color(Token::Tint2), kLitGround);
  setIndicatorForegroundColor(m_theme.color(Token::RemovedBg), kErrorGround);
  setIndicatorForegroundColor(m_theme.color(Token::Accent), kLitLine);
  SendScintilla(SCI_INDICSETALPHA, kLitGround, 255L);
  SendScintilla(SCI_INDICSETOUTLINEALPHA, kLitGround, 255L);
  SendScintilla(SCI_INDICSETALPHA, kErrorGround, 255L);
  const int extra = m_theme.lineHeight(TextStyle::Editor) - QFontMetrics(m_theme.font(TextStyle::Editor)).height();
  setExtraAscent(std::max(0, extra / 2));
  setExtraDescent(std::max(0, extra - extra / 2));
}

void EditorText::setPython(bool python) {
  QsciLexer* wanted = python ? static_cast<QsciLexer*>(m_python) : m_hlo;
  if (lexer() != wanted) setLexer(wanted);
  defineLook();
}

void EditorText::replaceText(const QString& text) {
  if (text == this->text()) return;
  const QSignalBlocker blocker(this);
  setText(text);
  SendScintilla(SCI_EMPTYUNDOBUFFER);
  setModified(false);
}

void EditorText::setInlays(std::map<int, QString> inlays) {
  m_inlays = std::move(inlays);
  viewport()->update();
}

void EditorText::setShapeMarks(int line, const std::vector<ShapeMark>& marks) {
  m_marksLine = line;
  m_marks = marks;
  updateAnnotations();
}

void EditorText::setPlaceholder(const QString& words) {
  m_placeholder = words;
  viewport()->update();
}

int EditorText::boxLine() const {
  for (const Diagnostic& problem : m_problems) {
    if (problem.range.known() && problem.severity == Severity::Error) return std::min(problem.range.endLine, lines());
  }
  return 0;
}

void EditorText::updateAnnotations() {
  clearAnnotations();
  const QsciStyle plain(kPlainInlay, "inlay", m_theme.color(Token::Text3), m_theme.color(Token::Panel),
                        m_theme.pointFont(TextStyle::MonoSmall));
  const QsciStyle strong(kStrongInlay, "inlay selected", m_theme.color(Token::Accent), m_theme.color(Token::Panel),
                         m_theme.pointFont(TextStyle::MonoSmall));
  if (m_marksLine > 0 && m_marksLine <= lines() && !m_marks.empty()) {
    // Columns of the small font are narrower than the code's: measured in its characters.
    const double ratio = QFontMetricsF(m_theme.font(TextStyle::Editor)).horizontalAdvance('m') /
                         QFontMetricsF(m_theme.font(TextStyle::MonoSmall)).horizontalAdvance('m');
    QList<QsciStyledText> parts;
    int at = 0;
    for (const ShapeMark& mark : m_marks) {
      const int column = qRound((mark.column - 1) * ratio);
      if (column < at) continue;
      const QString words = "│" + mark.shape + " ";
      parts << QsciStyledText(QString(column - at, ' '), plain)
            << QsciStyledText(words, mark.selected ? strong : plain);
      at = column + static_cast<int>(words.size());
    }
    annotate(m_marksLine - 1, parts);
  }
  const int line = boxLine();
  if (line > 0) {
    for (const Diagnostic& problem : m_problems) {
      if (problem.range.known() && problem.severity == Severity::Error) {
        m_box->show(problem, m_theme);
        break;
      }
    }
    const int height = textHeight(0) > 0 ? textHeight(0) : 20;
    m_box->setFixedWidth(std::max(120, viewport()->width() - m_theme.px(64)));
    m_box->adjustSize();
    const int rows = (m_box->heightForWidth(m_box->width()) + kBoxMargin + height - 1) / height;
    annotate(line - 1, QString(std::max(1, rows) - 1, '\n') + " ", plain);
  } else {
    m_box->hide();
  }
  placeBox();
}

void EditorText::placeBox() {
  const int line = boxLine();
  if (line == 0) return;
  const long position = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line - 1));
  const int y = static_cast<int>(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, position)) + textHeight(line - 1);
  const int left = marginWidth(0) + m_theme.px(6);
  const int width = std::max(120, viewport()->width() - left - m_theme.px(14));
  m_box->setFixedWidth(width);
  m_box->setGeometry(left, y + 3, width, m_box->heightForWidth(width));
}

void EditorText::fill(const SourceRange& range, int indicator) {
  if (!range.known() || range.line > lines()) return;
  const int lastLine = std::min(range.endLine, lines());
  fillIndicatorRange(range.line - 1, range.column - 1, lastLine - 1,
                     std::min(range.endColumn, lineLength(lastLine - 1)), indicator);
}

void EditorText::setLit(const std::vector<SourceRange>& selected) {
  const int last = std::max(0, lines() - 1);
  for (int indicator : {kLitGround, kLitLine}) clearIndicatorRange(0, 0, last, lineLength(last), indicator);
  for (const SourceRange& range : selected) {
    fill(range, kLitGround);
    fill(range, kLitLine);
  }
}

void EditorText::setProblems(const Diagnostics& problems, const QString& file) {
  const int last = std::max(0, lines() - 1);
  for (int indicator : {kSquiggle, kErrorGround}) clearIndicatorRange(0, 0, last, lineLength(last), indicator);
  m_problems.clear();
  for (const Diagnostic& problem : problems) {
    const QString where = QString::fromStdString(problem.range.file);
    if (!where.isEmpty() && !file.isEmpty() && where.section('/', -1) != file.section('/', -1)) continue;
    m_problems.push_back(problem);
    fill(problem.range, kSquiggle);
    if (problem.severity == Severity::Error) fill(problem.range, kErrorGround);
  }
  updateAnnotations();
}

void EditorText::apply(const Fix& fix) {
  if (!fix.range.known()) return;
  beginUndoAction();
  setSelection(fix.range.line - 1, fix.range.column - 1, fix.range.endLine - 1, fix.range.endColumn);
  replaceSelectedText(QString::fromStdString(fix.replacement));
  endUndoAction();
}

void EditorText::applyFixAtCursor() {
  int line = 0, index = 0;
  getCursorPosition(&line, &index);
  const Diagnostic* best = nullptr;
  for (const Diagnostic& problem : m_problems) {
    if (!problem.fix) continue;
    if (!best || std::abs(problem.range.line - line - 1) < std::abs(best->range.line - line - 1)) best = &problem;
  }
  if (best) apply(Fix(*best->fix));
}

void EditorText::goToProblem(int direction) {
  int line = 0, index = 0;
  getCursorPosition(&line, &index);
  const std::pair here(line + 1, index + 1);
  const Diagnostic* best = nullptr;
  for (const Diagnostic& problem : m_problems) {
    if (!problem.range.known()) continue;
    const std::pair place(problem.range.line, problem.range.column);
    if (direction > 0 ? place <= here : place >= here) continue;
    if (!best || (direction > 0 ? place < std::pair(best->range.line, best->range.column)
                                : place > std::pair(best->range.line, best->range.column))) {
      best = &problem;
    }
  }
  if (best) setCursorPosition(best->range.line - 1, best->range.column - 1);
}

void EditorText::reveal(const SourceRange& range) {
  if (!range.known() || range.line > lines()) return;
  ensureLineVisible(range.line - 1);
  const int first = firstVisibleLine();
  const int page = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
  const int shown = static_cast<int>(SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(range.line - 1)));
  if (shown < first || shown >= first + page) setFirstVisibleLine(std::max(0, shown - page / 3));
}

void EditorText::paintEvent(QPaintEvent* event) {
  QsciScintilla::paintEvent(event);
  QPainter painter(viewport());
  painter.setFont(m_theme.font(TextStyle::MonoSmall));
  painter.setPen(m_theme.color(Token::Text3));
  for (const auto& [line, words] : m_inlays) {
    if (line < 1 || line > lines()) continue;
    const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line - 1));
    const int x = static_cast<int>(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, end));
    const int y = static_cast<int>(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, end));
    const int height = textHeight(line - 1), right = viewport()->width() - m_theme.px(10);
    if (y + height < 0 || y > viewport()->height()) continue;
    if (line == m_marksLine && !m_marks.empty()) continue;
    if (x + m_theme.px(16) + painter.fontMetrics().horizontalAdvance(words) > right) continue;
    painter.drawText(QRect(x, y, right - x, height), Qt::AlignRight | Qt::AlignVCenter, words);
  }
  if (text().isEmpty() && !m_placeholder.isEmpty()) {
    painter.setFont(m_theme.font(TextStyle::Editor));
    const int x = static_cast<int>(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, 0L)) + 2;
    painter.drawText(QRect(x, static_cast<int>(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, 0L)), viewport()->width() - x,
                           textHeight(0)),
                     Qt::AlignLeft | Qt::AlignVCenter, m_placeholder);
  }
}

void EditorText::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  QTimer::singleShot(0, this, &EditorText::updateAnnotations);
}

bool EditorText::event(QEvent* event) {
  // Keys that step passes and take fixes are the window's, also while the text has the keyboard.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool alt = key->modifiers() == Qt::AltModifier;
    const bool bracket = key->modifiers() == Qt::ControlModifier &&
                         (key->key() == Qt::Key_BracketLeft || key->key() == Qt::Key_BracketRight);
    if (alt || bracket) return false;
  }
  return QsciScintilla::event(event);
}

}  // namespace onepot
