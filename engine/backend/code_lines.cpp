#include "engine/backend/code_lines.h"

#include <charconv>
#include <string_view>
#include <unordered_map>

namespace onepot {

namespace {

template <typename Visit>
void forLines(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    visit(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
}

int64_t numberAfter(std::string_view text, std::string_view mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return -1;
  int64_t value = -1;
  std::from_chars(text.data() + at + mark.size(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::vector<InstructionId> linesOfIr(const std::string& text) {
  // "!17 = !DILocation(line: 42, …" at the end; "…, !dbg !17" on the lines.
  std::unordered_map<int64_t, InstructionId> locations;
  forLines(text, [&](std::string_view line) {
    if (line.starts_with("!") && line.find("!DILocation(line: ") != std::string_view::npos)
      locations.emplace(numberAfter(line, "!"), numberAfter(line, "!DILocation(line: "));
  });
  std::vector<InstructionId> lines;
  forLines(text, [&](std::string_view line) {
    auto found = locations.find(numberAfter(line, "!dbg !"));
    const bool code = !line.starts_with("!") && !line.starts_with("define");
    lines.push_back(code && found != locations.end() ? found->second : 0);
  });
  return lines;
}

std::vector<InstructionId> linesOfAssembly(const std::string& text) {
  // ".loc <file> <line> <column>" holds for what follows.
  std::vector<InstructionId> lines;
  InstructionId current = 0;
  forLines(text, [&](std::string_view line) {
    const size_t start = line.find_first_not_of(" \t");
    const std::string_view word = start == std::string_view::npos ? std::string_view{} : line.substr(start);
    if (word.starts_with(".loc")) {
      const size_t file = word.find_first_of(" \t");
      const size_t number = word.find_first_of(" \t", file + 1);
      current = number == std::string_view::npos
                    ? 0
                    : std::max<int64_t>(numberAfter(word.substr(number), word.substr(number, 1)), 0);
    }
    const bool code = !word.empty() && word[0] != '.' && word[0] != '#' && line[0] == '\t';
    lines.push_back(code ? current : 0);
  });
  return lines;
}

}  // namespace onepot
