// A place in a person's text: a file and a span of characters.
#pragma once

#include <string>

namespace onepot {

/// Lines and columns count characters (not bytes) from 1; the end is included, as in "6:34–44". line 0 = not known.
struct SourceRange {
  std::string file;
  int line = 0;
  int column = 0;
  int endLine = 0;
  int endColumn = 0;

  bool known() const { return line > 0; }
  /// "f.py:6:34–44"; without the end where it is not known.
  std::string text() const;
  bool operator==(const SourceRange&) const = default;
  auto operator<=>(const SourceRange&) const = default;
};

}  // namespace onepot
