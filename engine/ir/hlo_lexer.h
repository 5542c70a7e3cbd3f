// The cursor over HLO text: words, numbers, strings, punctuation, values kept as written; and positions for
// diagnostics.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace onepot {

/// Thrown inside the parser, caught where it recovers (the next instruction), never seen outside of it.
struct HloSyntaxError {
  size_t begin = 0, end = 0;  // byte offsets
  Message message;
  bool silent = false;  // follows from an error that was reported already
};

class HloLexer {
 public:
  explicit HloLexer(std::string_view text) : m_text(text) {}

  std::string_view text() const { return m_text; }
  size_t position() const { return m_at; }
  void seek(size_t position) { m_at = position; }
  /// Skips white space and comments.
  void skipSpace();
  bool atEnd();
  /// The next character after space; 0 at the end.
  char peek();

  bool accept(char wanted);
  bool accept(std::string_view punctuation);
  void expect(char wanted);
  /// Takes `wanted` if it is the whole next word.
  bool acceptWord(std::string_view wanted);
  /// [A-Za-z_][A-Za-z0-9_.-]* or empty; without taking it in peekWord.
  std::string_view word();
  std::string_view peekWord();
  /// A name with or without '%'; fails where there is none.
  std::string_view name();
  int64_t integer();
  bool boolean();
  /// A string in single or double quotes, C escapes resolved.
  std::string quoted();
  /// An attribute's value as it was written: up to the comma, space or closing bracket that ends it.
  std::string_view rawValue();
  /// The text between '{' or '(' (taken) and its partner (taken too).
  void skipBalanced();
  /// The characters of [0-9a-zA-Z_?<=>.-] that follow directly: paddings "0_1x0_1", labels "b01f_01io->b01f".
  std::string_view compact();

  [[noreturn]] void fail(Message message, size_t begin, size_t end) const;
  [[noreturn]] void fail(Message message) {
    skipSpace();
    fail(std::move(message), m_at, m_at + 1);
  }
  /// What stands at the cursor, for "expected …, found …".
  std::string found();

 private:
  void skipString(char quote);

  std::string_view m_text;
  size_t m_at = 0;
};

/// Byte offsets of a text to line and column in characters, both from 1.
class TextPositions {
 public:
  TextPositions(std::string_view text, std::string file);
  SourceRange range(size_t begin, size_t end) const;

 private:
  std::pair<int, int> lineAndColumn(size_t offset) const;

  std::string_view m_text;
  std::string m_file;
  std::vector<size_t> m_lineStarts;
};

}  // namespace onepot
