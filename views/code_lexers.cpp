#include "views/code_lexers.h"

#include <Qsci/qsciscintilla.h>

#include "views/code_highlight.h"

namespace onepot {

namespace {

struct StyleToken {
  int style;
  Token token;
};
constexpr StyleToken kPython[] = {
    {QsciLexerPython::Default, Token::Text},
    {QsciLexerPython::Comment, Token::SyntaxComment},
    {QsciLexerPython::CommentBlock, Token::SyntaxComment},
    {QsciLexerPython::Number, Token::SyntaxNumber},
    {QsciLexerPython::DoubleQuotedString, Token::SyntaxString},
    {QsciLexerPython::SingleQuotedString, Token::SyntaxString},
    {QsciLexerPython::TripleSingleQuotedString, Token::SyntaxString},
    {QsciLexerPython::TripleDoubleQuotedString, Token::SyntaxString},
    {QsciLexerPython::DoubleQuotedFString, Token::SyntaxString},
    {QsciLexerPython::SingleQuotedFString, Token::SyntaxString},
    {QsciLexerPython::TripleSingleQuotedFString, Token::SyntaxString},
    {QsciLexerPython::TripleDoubleQuotedFString, Token::SyntaxString},
    {QsciLexerPython::UnclosedString, Token::SyntaxString},
    {QsciLexerPython::Keyword, Token::SyntaxKeyword},
    {QsciLexerPython::ClassName, Token::SyntaxFunc},
    {QsciLexerPython::FunctionMethodName, Token::SyntaxFunc},
    {QsciLexerPython::HighlightedIdentifier, Token::SyntaxFunc},
    {QsciLexerPython::Decorator, Token::SyntaxAttr},
    {QsciLexerPython::Operator, Token::Text},
    {QsciLexerPython::Identifier, Token::Text},
};

constexpr Token kHlo[] = {Token::Text,         Token::SyntaxKeyword, Token::SyntaxType, Token::SyntaxFunc,
                          Token::SyntaxString, Token::SyntaxNumber,  Token::SyntaxAttr, Token::SyntaxComment};

int styleOf(Token token) {
  for (size_t i = 0; i < std::size(kHlo); ++i) {
    if (kHlo[i] == token) return static_cast<int>(i);
  }
  return 0;
}

}  // namespace

void PythonLexer::setTheme(const Theme& theme) {
  setDefaultPaper(theme.color(Token::Panel));
  setDefaultColor(theme.color(Token::Text));
  setDefaultFont(theme.pointFont(TextStyle::Editor));
  setPaper(theme.color(Token::Panel));
  setFont(theme.pointFont(TextStyle::Editor));
  for (const StyleToken& row : kPython) setColor(theme.color(row.token), row.style);
}

const char* PythonLexer::keywords(int set) const {
  if (set == 2) {
    return "abs all any bool dict enumerate float int len list map max min print range reversed round set sorted str "
           "sum tuple zip grad jit vmap scan cond exp tanh log sqrt maximum minimum where dot matmul normal uniform "
           "PRNGKey split arange linspace zeros ones mean var softmax relu gelu";
  }
  return QsciLexerPython::keywords(set);
}

void HloLexer::setTheme(const Theme& theme) {
  setDefaultPaper(theme.color(Token::Panel));
  setDefaultColor(theme.color(Token::Text));
  setDefaultFont(theme.pointFont(TextStyle::Editor));
  for (size_t i = 0; i < std::size(kHlo); ++i) {
    const int style = static_cast<int>(i);
    setPaper(theme.color(Token::Panel), style);
    setFont(theme.pointFont(TextStyle::Editor), style);
    setColor(theme.color(kHlo[i]), style);
  }
}

QString HloLexer::description(int style) const {
  return style >= 0 && style < static_cast<int>(std::size(kHlo)) ? QString("style %1").arg(style) : QString();
}

void HloLexer::styleText(int start, int end) {
  QsciScintilla* text = editor();
  if (!text) return;
  int line =
      static_cast<int>(text->SendScintilla(QsciScintillaBase::SCI_LINEFROMPOSITION, static_cast<unsigned long>(start)));
  int at =
      static_cast<int>(text->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line)));
  startStyling(at);
  for (; at < end && line < text->lines(); ++line) {
    const QString words = text->text(line);
    int from = 0;
    for (const CodeSpan& span : highlight(words, CodeLanguage::Hlo)) {
      setStyling(static_cast<int>(words.mid(from, span.from - from).toUtf8().size()), 0);
      setStyling(static_cast<int>(words.mid(span.from, span.length).toUtf8().size()), styleOf(span.token));
      from = span.from + span.length;
    }
    setStyling(static_cast<int>(words.mid(from).toUtf8().size()), 0);
    at += static_cast<int>(words.toUtf8().size());
  }
}

}  // namespace onepot
