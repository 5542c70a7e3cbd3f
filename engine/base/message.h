// What the engine says to a person: an id that the window translates, and the English that the command line prints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onepot {

/// `id` is a row of the message table; `arguments` fill its {0}, {1}… . The id "verbatim" prints its argument as it is:
/// for words that come from elsewhere (LLVM, the operating system, the user's own exception).
struct Message {
  std::string id;
  std::vector<std::string> arguments;

  static Message verbatim(std::string text) { return {"verbatim", {std::move(text)}}; }
  /// The English sentence. An unknown id prints itself and its arguments, so nothing is ever lost.
  std::string text() const;
  bool empty() const { return id.empty(); }
  bool operator==(const Message&) const = default;
};

/// One row of the message table (message_table.cpp); the window's translations name the same ids.
struct MessageRow {
  std::string_view id;
  std::string_view english;
};
const std::vector<MessageRow>& messageTable();

}  // namespace onepot
