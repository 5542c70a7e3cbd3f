// A table in plain text: columns as wide as their widest cell, numbers to the right.
#pragma once

#include <string>
#include <vector>

namespace onepot {

class TextTable {
 public:
  /// A heading that starts with '>' is right-aligned (the '>' is not printed).
  explicit TextTable(std::vector<std::string> headings);
  void add(std::vector<std::string> cells);
  bool empty() const { return m_rows.empty(); }
  std::string text(bool colored) const;

 private:
  std::vector<std::string> m_headings;
  std::vector<bool> m_right;
  std::vector<std::vector<std::string>> m_rows;
};

/// Columns that `text` takes on a terminal: characters, not bytes.
size_t displayWidth(const std::string& text);

}  // namespace onepot
