#include "engine/ir/opcode.h"

#include <array>
#include <unordered_map>

namespace onepot {

namespace {

constexpr std::array<std::string_view, kOpcodeCount> kNames = {
#define X(enumerator, name) name,
    ONEPOT_HLO_OPCODES(X) ONEPOT_TRACED_OPCODES(X)
#undef X
};

std::unordered_map<std::string_view, Opcode> indexByName() {
  std::unordered_map<std::string_view, Opcode> index;
  for (int i = 0; i < kOpcodeCount; ++i) index.emplace(kNames[static_cast<size_t>(i)], static_cast<Opcode>(i));
  return index;
}

}  // namespace

std::string_view name(Opcode opcode) { return kNames[static_cast<size_t>(opcode)]; }

std::optional<Opcode> opcodeByName(std::string_view name) {
  static const auto index = indexByName();
  auto found = index.find(name);
  return found == index.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace onepot
