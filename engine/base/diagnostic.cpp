#include "engine/base/diagnostic.h"

#include <algorithm>

namespace onepot {

namespace {

const char* word(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return "error";
}

std::string_view lineOf(std::string_view source, int line) {
  size_t begin = 0;
  for (int current = 1; current < line; ++current) {
    begin = source.find('\n', begin);
    if (begin == std::string_view::npos) return {};
    ++begin;
  }
  return source.substr(begin, source.find('\n', begin) - begin);
}

bool isContinuationByte(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// The source line and, under it, a caret at the first column and tildes up to the last one.
std::string caretLines(std::string_view source, const SourceRange& range) {
  std::string_view line = lineOf(source, range.line);
  std::string caret;
  int column = 1;
  for (size_t i = 0; i < line.size() && column < range.column; ++i) {
    if (isContinuationByte(line[i])) continue;
    caret += line[i] == '\t' ? '\t' : ' ';
    ++column;
  }
  caret += '^';
  if (range.endLine <= range.line && range.endColumn > range.column) {
    auto width = std::min<size_t>(static_cast<size_t>(range.endColumn - range.column), line.size());
    caret += std::string(width, '~');
  }
  return "\n" + std::string(line) + "\n" + caret;
}

}  // namespace

Diagnostic Diagnostic::error(Message message, SourceRange range) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  diagnostic.range = std::move(range);
  return diagnostic;
}

std::string Diagnostic::render(std::string_view source) const {
  std::string text;
  if (range.known()) {
    text += range.file.empty() ? std::string() : range.file + ":";
    text += std::to_string(range.line) + ":" + std::to_string(range.column) + ": ";
  }
  text += std::string(word(severity)) + ": " + message.text();
  if (!source.empty() && range.known()) text += caretLines(source, range);
  for (const Diagnostic& note : notes) text += "\n" + note.render(source);
  return text;
}

}  // namespace onepot
