#include "engine/ir/hlo_lexer.h"

#include <algorithm>
#include <charconv>

namespace onepot {

namespace {

bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool startsWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool inWord(char c) { return startsWord(c) || isDigit(c) || c == '.' || c == '-'; }
bool opens(char c) { return c == '{' || c == '(' || c == '['; }
bool closes(char c) { return c == '}' || c == ')' || c == ']'; }

char unescaped(char c) {
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'v': return '\v';
    default: return c;
  }
}

int digitValue(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

/// \x4a and \112: up to `most` digits of `base` at `text[at]`; `at` moves behind them.
char numericEscape(std::string_view text, size_t& at, int base, size_t most) {
  int value = 0;
  for (size_t i = 0; i < most && at < text.size() && digitValue(text[at]) < base; ++i, ++at)
    value = value * base + digitValue(text[at]);
  return static_cast<char>(value);
}

}  // namespace

void HloLexer::skipSpace() {
  while (m_at < m_text.size()) {
    char c = m_text[m_at];
    if (isSpace(c)) {
      ++m_at;
    } else if (c == '/' && m_text.substr(m_at, 2) == "/*") {
      size_t end = m_text.find("*/", m_at + 2);
      if (end == std::string_view::npos) fail({"parse.open_comment", {}}, m_at, m_at + 2);
      m_at = end + 2;
    } else if (c == '/' && m_text.substr(m_at, 2) == "//") {
      m_at = std::min(m_text.find('\n', m_at), m_text.size());
    } else {
      return;
    }
  }
}

bool HloLexer::atEnd() {
  skipSpace();
  return m_at >= m_text.size();
}

char HloLexer::peek() { return atEnd() ? '\0' : m_text[m_at]; }

bool HloLexer::accept(char wanted) {
  if (peek() != wanted) return false;
  ++m_at;
  return true;
}

bool HloLexer::accept(std::string_view punctuation) {
  skipSpace();
  if (!m_text.substr(m_at).starts_with(punctuation)) return false;
  m_at += punctuation.size();
  return true;
}

void HloLexer::expect(char wanted) {
  if (!accept(wanted)) fail({"parse.expected", {"'" + std::string(1, wanted) + "'", found()}});
}

std::string_view HloLexer::peekWord() {
  skipSpace();
  if (m_at >= m_text.size() || !startsWord(m_text[m_at])) return {};
  size_t end = m_at + 1;
  while (end < m_text.size() && inWord(m_text[end]) && m_text.substr(end, 2) != "->") ++end;
  return m_text.substr(m_at, end - m_at);
}

std::string_view HloLexer::word() {
  std::string_view taken = peekWord();
  m_at += taken.size();
  return taken;
}

bool HloLexer::acceptWord(std::string_view wanted) {
  if (peekWord() != wanted) return false;
  m_at += wanted.size();
  return true;
}

std::string_view HloLexer::name() {
  accept('%');
  std::string_view taken = word();
  if (taken.empty()) fail({"parse.expected", {"a name", found()}});
  return taken;
}

int64_t HloLexer::integer() {
  skipSpace();
  int64_t value = 0;
  const char* begin = m_text.data() + m_at;
  auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), value);
  if (error == std::errc::result_out_of_range)
    fail({"parse.integer_range", {std::string(begin, end)}}, m_at, m_at + static_cast<size_t>(end - begin));
  if (error != std::errc{}) fail({"parse.expected", {"an integer", found()}});
  m_at += static_cast<size_t>(end - begin);
  return value;
}

bool HloLexer::boolean() {
  if (acceptWord("true") || accept('1')) return true;
  if (acceptWord("false") || accept('0')) return false;
  fail({"parse.expected", {"true or false", found()}});
}

std::string HloLexer::quoted() {
  char quote = peek();
  if (quote != '"' && quote != '\'') fail({"parse.expected", {"a string", found()}});
  size_t start = m_at++;
  std::string value;
  while (true) {
    size_t plain = m_at;
    while (plain < m_text.size() && m_text[plain] != quote && m_text[plain] != '\\') ++plain;
    value.append(m_text.substr(m_at, plain - m_at));
    m_at = plain;
    if (m_at + 1 >= m_text.size() && (m_at >= m_text.size() || m_text[m_at] != quote))
      fail({"parse.open_string", {}}, start, start + 1);
    if (m_text[m_at++] == quote) return value;
    char escaped = m_text[m_at];
    if (escaped == 'x') {
      value += numericEscape(m_text, ++m_at, 16, 2);
    } else if (escaped >= '0' && escaped <= '7') {
      value += numericEscape(m_text, m_at, 8, 3);
    } else {
      value += unescaped(escaped);
      ++m_at;
    }
  }
}

void HloLexer::skipString(char quote) {
  size_t start = m_at++;
  while (m_at < m_text.size() && m_text[m_at] != quote) m_at += m_text[m_at] == '\\' ? 2 : 1;
  if (m_at >= m_text.size()) fail({"parse.open_string", {}}, start, start + 1);
  ++m_at;
}

void HloLexer::skipBalanced() {
  size_t start = m_at;
  int64_t depth = 0;
  while (m_at < m_text.size()) {
    char c = m_text[m_at];
    if (c == '"' || c == '\'') {
      skipString(c);
      continue;
    }
    ++m_at;
    if (opens(c)) ++depth;
    if (closes(c) && --depth <= 0) return;
  }
  m_at = start;
  fail({"parse.open_bracket", {std::string(1, m_text[start])}}, start, start + 1);
}

std::string_view HloLexer::rawValue() {
  skipSpace();
  size_t start = m_at, last = m_at;
  while (m_at < m_text.size()) {
    char c = m_text[m_at];
    if (c == ',' || closes(c)) break;
    if (isSpace(c)) {  // "[2,4] <= [8]" and "mesh[…] {'x'}" go on after a space; anything else ends there
      size_t next = m_at;
      while (next < m_text.size() && isSpace(m_text[next])) ++next;
      bool goesOn = m_text.substr(next, 2) == "<=" || m_text.substr(next, 1) == "{" ||
                    m_text.substr(start, m_at - start).ends_with("<=");
      if (!goesOn) break;
      m_at = next;
      continue;
    }
    if (opens(c))
      skipBalanced();
    else if (c == '"' || c == '\'')
      skipString(c);
    else
      ++m_at;
    last = m_at;
  }
  if (last == start) fail({"parse.expected", {"a value", found()}});
  return m_text.substr(start, last - start);
}

std::string_view HloLexer::compact() {
  skipSpace();
  size_t start = m_at;
  auto belongs = [](char c) { return inWord(c) || c == '?' || c == '>' || c == '<' || c == '='; };
  while (m_at < m_text.size() && belongs(m_text[m_at])) ++m_at;
  return m_text.substr(start, m_at - start);
}

void HloLexer::fail(Message message, size_t begin, size_t end) const {
  throw HloSyntaxError{begin, std::min(end, m_text.size()), std::move(message)};
}

std::string HloLexer::found() {
  if (atEnd()) return "the end of the text";
  std::string_view taken = peekWord();
  if (taken.empty()) taken = m_text.substr(m_at, 1);
  return "'" + std::string(taken.substr(0, 60)) + "'";
}

TextPositions::TextPositions(std::string_view text, std::string file) : m_text(text), m_file(std::move(file)) {
  m_lineStarts.push_back(0);
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    m_lineStarts.push_back(at + 1);
}

std::pair<int, int> TextPositions::lineAndColumn(size_t offset) const {
  auto next = std::ranges::upper_bound(m_lineStarts, offset);
  auto line = static_cast<int>(next - m_lineStarts.begin());
  std::string_view before = m_text.substr(*(next - 1), offset - *(next - 1));
  auto characters =
      std::ranges::count_if(before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  return {line, static_cast<int>(characters) + 1};
}

SourceRange TextPositions::range(size_t begin, size_t end) const {
  auto [line, column] = lineAndColumn(begin);
  auto [endLine, endColumn] = lineAndColumn(end > begin ? end - 1 : begin);
  return {m_file, line, column, endLine, endColumn};
}

}  // namespace onepot
