// What went wrong, where, and what to do: an expected failure as a value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/message.h"
#include "engine/base/source_range.h"

namespace onepot {

enum class Severity { Note, Warning, Error };

/// A change of the user's text that would mend the fault: `replacement` takes the place of `range`.
struct Fix {
  Message title;
  SourceRange range;
  std::string replacement;
  bool operator==(const Fix&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::Error;
  SourceRange range;
  Message message;
  std::vector<Diagnostic> notes;
  std::optional<Fix> fix;
  std::string errorType;  // the Python exception's type where there is one, "TypeError"

  static Diagnostic error(Message message, SourceRange range = {});
  /// "f.hlo:3:9: error: …", the line of `source` with a caret under the range (when `source` is given), then the notes.
  std::string render(std::string_view source = {}) const;
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

}  // namespace onepot
