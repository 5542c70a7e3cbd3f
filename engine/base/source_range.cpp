#include "engine/base/source_range.h"

namespace onepot {

std::string SourceRange::text() const {
  std::string text = file;
  if (!known()) return text;
  text += (text.empty() ? "" : ":") + std::to_string(line);
  if (column > 0) text += ":" + std::to_string(column);
  if (column <= 0 || endColumn <= 0) return text;
  if (endLine > line) return text + "–" + std::to_string(endLine) + ":" + std::to_string(endColumn);
  return endColumn > column ? text + "–" + std::to_string(endColumn) : text;
}

}  // namespace onepot
