#include <algorithm>
#include <unordered_set>

#include "engine/trace/tracing_state.h"

namespace onepot {

std::vector<std::string> argumentsBehind(const Instruction& instruction, const LevelTag& tag) {
  std::unordered_set<const Instruction*> seen{&instruction};
  std::vector<const Instruction*> stack{&instruction};
  std::vector<size_t> numbers;
  while (!stack.empty()) {
    const Instruction* current = stack.back();
    stack.pop_back();
    if (const auto* parameter = current->getIf<ParameterAttributes>(); parameter != nullptr && parameter->number >= 0)
      numbers.push_back(static_cast<size_t>(parameter->number));
    for (const Instruction* operand : current->operands())
      if (seen.insert(operand).second) stack.push_back(operand);
  }
  std::ranges::sort(numbers);
  std::vector<std::string> names;
  for (size_t number : numbers)
    if (number < tag.arguments.size()) names.push_back(tag.arguments[number]);
  return names;
}

}  // namespace onepot
