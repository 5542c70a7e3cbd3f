#include "views/code_highlight.h"

#include <QRegularExpression>
#include <array>

namespace onepot {

namespace {

/// A language is a regular expression whose n-th group has the n-th colour.
struct Grammar {
  QRegularExpression pattern;
  std::vector<Token> tokens;
};

const QString kShape = R"((?:pred|token|opaque|bf16|[usfc]\d+(?:e\d\w*)?|key<fry>)\[[^\]]*\](?:\{[^}]*\})?)";

const Grammar& grammar(CodeLanguage language) {
  static const std::array<Grammar, 5> grammars = [] {
    std::array<Grammar, 5> table;
    table[static_cast<size_t>(CodeLanguage::Hlo)] = {
        QRegularExpression(
            R"(^\s*(HloModule|ENTRY|ROOT)\b|\b(ROOT)\b|()" + kShape +
            R"()|((?<= )[a-z][a-z0-9-]*(?=\())|("[^"]*")|((?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]))|(\bkind|\bcalls|\bto_apply|\bdimensions|\b\w+(?==)))"),
        {Token::SyntaxKeyword, Token::SyntaxKeyword, Token::SyntaxType, Token::SyntaxFunc, Token::SyntaxString,
         Token::SyntaxNumber, Token::SyntaxAttr}};
    table[static_cast<size_t>(CodeLanguage::Jaxpr)] = {
        QRegularExpression(
            R"(\b(lambda|let|in)\b|()" + kShape +
            R"()|((?<== )[a-z_]\w*)|(\b\w+(?==[^=]))|((?<![\w.])-?\d+(?:\.\d*)?(?:e[+-]?\d+)?(?![\w])))"),
        {Token::SyntaxKeyword, Token::SyntaxType, Token::SyntaxFunc, Token::SyntaxAttr, Token::SyntaxNumber}};
    table[static_cast<size_t>(CodeLanguage::Llvm)] = {
        QRegularExpression(
            R"((;.*$)|\b(define|declare|attributes|target|source_filename|noundef|nocapture|readonly|align|to|label|inbounds|fast|reassoc|nsz|nuw|nsw|splat)\b|(@[\w.$"-]+)|(%[\w.$-]+)|(<\d+ x \w+>|\bi\d+\b|\bfloat\b|\bdouble\b|\bhalf\b|\bptr\b|\bvoid\b)|("[^"]*")|((?<![\w.%])-?(?:0x[0-9A-Fa-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?))|(^\s*(?:%\S+ = )?[a-z]+\b))"),
        {Token::SyntaxComment, Token::SyntaxKeyword, Token::SyntaxFunc, Token::SyntaxType, Token::SyntaxType,
         Token::SyntaxString, Token::SyntaxNumber, Token::SyntaxKeyword}};
    table[static_cast<size_t>(CodeLanguage::Assembly)] = {
        QRegularExpression(
            R"((#.*$)|(^\s*\.[\w.]+(?!:))|(^[\w.$]+:)|(^\s+[a-z]\w*)|(%?\b[xyz]mm\d+|%\w+|\b[re]?(?:[abcd]x|[sd]i|[sb]p|ip)\b|\br\d+\w?\b)|(\$?-?(?:0x[0-9a-fA-F]+|\b\d+)\b)|(\.\w+))"),
        {Token::SyntaxComment, Token::SyntaxAttr, Token::SyntaxFunc, Token::SyntaxKeyword, Token::SyntaxType,
         Token::SyntaxNumber, Token::SyntaxFunc}};
    for (Grammar& row : table) row.pattern.optimize();
    return table;
  }();
  return grammars[static_cast<size_t>(language)];
}

}  // namespace

std::vector<CodeSpan> highlight(const QString& line, CodeLanguage language) {
  std::vector<CodeSpan> spans;
  const Grammar& rules = grammar(language);
  if (rules.tokens.empty()) return spans;
  for (auto matches = rules.pattern.globalMatch(line); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    for (size_t group = 0; group < rules.tokens.size(); ++group) {
      const int index = static_cast<int>(group) + 1;
      if (!match.hasCaptured(index)) continue;
      spans.push_back({static_cast<int>(match.capturedStart(index)), static_cast<int>(match.capturedLength(index)),
                       rules.tokens[group]});
      break;
    }
  }
  return spans;
}

std::vector<CodeWord> codeWords(const QString& line) {
  static const QRegularExpression word(R"([%@]?[\w.-]+|\S)");
  std::vector<CodeWord> words;
  for (auto matches = word.globalMatch(line); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    words.push_back({static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength())});
  }
  return words;
}

}  // namespace onepot
