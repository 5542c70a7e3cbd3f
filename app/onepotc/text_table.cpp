#include "app/onepotc/text_table.h"

#include <algorithm>

namespace onepot {

size_t displayWidth(const std::string& text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

TextTable::TextTable(std::vector<std::string> headings) : m_headings(std::move(headings)) {
  for (std::string& heading : m_headings) {
    m_right.push_back(heading.starts_with('>'));
    if (m_right.back()) heading.erase(0, 1);
  }
}

void TextTable::add(std::vector<std::string> cells) {
  cells.resize(m_headings.size());
  m_rows.push_back(std::move(cells));
}

std::string TextTable::text(bool colored) const {
  std::vector<size_t> widths;
  for (const std::string& heading : m_headings) widths.push_back(displayWidth(heading));
  for (const auto& row : m_rows)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], displayWidth(row[i]));
  auto line = [&](const std::vector<std::string>& cells) {
    std::string out = "  ";
    for (size_t i = 0; i < cells.size(); ++i) {
      std::string gap(widths[i] - displayWidth(cells[i]), ' ');
      out += m_right[i] ? gap + cells[i] : cells[i] + gap;
      out += "  ";
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  };
  std::string out = colored ? "\x1b[2m" + line(m_headings) + "\x1b[0m" : line(m_headings);
  for (const auto& row : m_rows) out += line(row);
  return out;
}

}  // namespace onepot
