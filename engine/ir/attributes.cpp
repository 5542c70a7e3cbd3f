#include "engine/ir/attributes.h"

#include <array>

namespace onepot {

std::string_view name(CompareDirection direction) {
  static constexpr std::array<std::string_view, 6> kNames = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  return kNames[static_cast<size_t>(direction)];
}

std::string_view name(FusionKind kind) {
  static constexpr std::array<std::string_view, 4> kNames = {"kLoop", "kInput", "kOutput", "kCustom"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace onepot
