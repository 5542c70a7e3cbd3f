#include "engine/ir/hlo_stack_tables.h"

#include <algorithm>
#include <array>

namespace onepot {

std::string HloStackTables::parse(HloLexer& lexer) {
  static constexpr std::array<std::string_view, 4> kTables = {"FileNames", "FunctionNames", "FileLocations",
                                                              "StackFrames"};
  lexer.skipSpace();
  size_t begin = lexer.position(), end = begin;
  while (true) {
    auto table = std::ranges::find(kTables, lexer.peekWord());
    if (table == kTables.end()) break;
    lexer.word();
    for (char next = lexer.peek(); next >= '0' && next <= '9'; next = lexer.peek()) {
      parseRow(lexer, *table);
      end = lexer.position();
    }
    end = std::max(end, lexer.position());
  }
  std::string text(lexer.text().substr(begin, end - begin));
  text.erase(text.find_last_not_of(" \n\r\t") + 1);
  return text;
}

void HloStackTables::parseRow(HloLexer& lexer, std::string_view table) {
  int64_t row = lexer.integer();
  if (lexer.peek() != '{') {
    std::string name = lexer.quoted();
    if (table == "FileNames") m_files[row] = std::move(name);
    return;
  }
  lexer.expect('{');
  SourceRange place;
  int64_t location = 0;
  while (lexer.peek() != '}') {
    std::string_view key = lexer.name();
    lexer.expect('=');
    int64_t value = lexer.integer();
    if (key == "file_name_id") place.file = m_files[value];
    if (key == "line") place.line = static_cast<int>(value);
    if (key == "end_line") place.endLine = static_cast<int>(value);
    if (key == "column") place.column = static_cast<int>(value) + 1;  // columns count from 0 there, ends are excluded
    if (key == "end_column") place.endColumn = static_cast<int>(value);
    if (key == "file_location_id") location = value;
    lexer.accept(',');
  }
  lexer.expect('}');
  if (place.endColumn > 0 && place.column == 0) place.column = 1;
  if (table == "FileLocations") m_locations[row] = std::move(place);
  if (table == "StackFrames") m_frames[row] = location;
}

SourceRange HloStackTables::place(int64_t frame) const {
  auto location = m_frames.find(frame);
  if (location == m_frames.end()) return {};
  auto place = m_locations.find(location->second);
  return place == m_locations.end() ? SourceRange{} : place->second;
}

}  // namespace onepot
