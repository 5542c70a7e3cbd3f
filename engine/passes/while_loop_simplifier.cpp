#include <optional>

#include "engine/analysis/side_effects.h"
#include "engine/passes/copy_instruction.h"
#include "engine/passes/pass_list.h"
#include "engine/passes/rewrite_pattern.h"

namespace onepot {

namespace {

/// How often the body runs where it can be read off: a counter from a constant, to a constant, by a constant.
struct Trip {
  int64_t from = 0, to = 0, step = 0;
  int64_t count() const { return from >= to ? 0 : (to - from + step - 1) / step; }
};

std::optional<int64_t> constantOf(const Instruction& instruction) {
  const Literal* value = uniformConstant(instruction);
  if (value == nullptr || !isInteger(instruction.shape().type())) return std::nullopt;
  return value->intAt(0);
}

/// Which element of its tuple parameter `instruction` is; −1: none.
int64_t elementIndex(const Instruction& instruction) {
  bool element =
      instruction.opcode() == Opcode::GetTupleElement && instruction.operand(0)->opcode() == Opcode::Parameter;
  return element ? instruction.get<TupleIndexAttributes>().index : -1;
}

std::optional<Trip> findTrip(const Instruction& loop, const Module& module) {
  const Instruction& test = *module.computation(loop.called()[0])->root();
  const Instruction& next = *module.computation(loop.called()[1])->root();
  const Instruction& initial = *loop.operand(0);
  if (test.opcode() != Opcode::Compare || test.get<CompareAttributes>().direction != CompareDirection::LT) return {};
  int64_t counter = elementIndex(*test.operand(0));
  std::optional<int64_t> to = constantOf(*test.operand(1));
  if (counter < 0 || !to || next.opcode() != Opcode::Tuple || initial.opcode() != Opcode::Tuple) return {};
  const Instruction& step = *next.operand(static_cast<int>(counter));
  std::optional<int64_t> from = constantOf(*initial.operand(static_cast<int>(counter)));
  if (step.opcode() != Opcode::Add || !from) return {};
  for (int i = 0; i < 2; ++i) {
    std::optional<int64_t> by = constantOf(*step.operand(i));
    if (by && *by > 0 && elementIndex(*step.operand(1 - i)) == counter) return Trip{*from, *to, *by};
  }
  return {};
}

}  // namespace

// A loop that never runs is its initial value; one that runs once is its body.
bool runWhileLoopSimplifier(Module& module, PassContext& context) {
  SideEffects effects(module);
  bool changed = false;
  for (const auto& computation : module.computations()) {
    std::vector<Instruction*> replaced;
    for (Instruction* loop : computation->snapshot()) {
      if (loop->opcode() != Opcode::While || effects.has(*loop)) continue;
      std::optional<Trip> trip = findTrip(*loop, module);
      if (!trip || trip->count() > 1) continue;
      Instruction* result = loop->operand(0);
      if (trip->count() == 1)
        result =
            inlineBody(*computation, loop, *module.computation(loop->called()[1]), loop->operands(), Identity::Copied);
      context.log("while-loop-simplifier", *loop, *result);
      computation->replaceAllUsesWith(loop, result);
      replaced.push_back(loop);
    }
    computation->removeAll(replaced);
    changed |= !replaced.empty();
  }
  return changed;
}

}  // namespace onepot
