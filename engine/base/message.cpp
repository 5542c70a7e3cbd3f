#include "engine/base/message.h"

#include <algorithm>

namespace onepot {

namespace {

std::string_view templateFor(std::string_view id) {
  const auto& rows = messageTable();
  auto row = std::ranges::find(rows, id, &MessageRow::id);
  return row == rows.end() ? std::string_view{} : row->english;
}

std::string withoutTemplate(const Message& message) {
  std::string text = message.id;
  for (const std::string& argument : message.arguments) text += " " + argument;
  return text;
}

}  // namespace

std::string Message::text() const {
  if (id.empty()) return {};
  std::string_view form = templateFor(id);
  if (form.empty()) return withoutTemplate(*this);
  std::string text;
  for (size_t i = 0; i < form.size(); ++i) {
    bool hole = form[i] == '{' && i + 2 < form.size() && form[i + 2] == '}' && form[i + 1] >= '0' && form[i + 1] <= '9';
    if (!hole) {
      text += form[i];
      continue;
    }
    size_t index = static_cast<size_t>(form[i + 1] - '0');
    if (index < arguments.size()) text += arguments[index];
    i += 2;
  }
  return text;
}

}  // namespace onepot
