// Calls and branches: the bodies are computations that give a tuple.
#include "engine/ops/lower_rules.h"

namespace onepot {

void lowerCall(LoweringContext& context) {
  context.setResult(context.builder.add(Opcode::Call, context.operands, {}, {context.instruction.called().front()}));
}

namespace {

/// HLO's branches take one operand each: a tuple of everything.
ComputationId branchOfTuple(Module& module, ComputationId body, const Shape& tuple) {
  Computation* made = module.addComputation(module.computation(body)->name() + "_branch");
  Builder builder(made);
  Instruction* all = builder.parameter(0, tuple);
  std::vector<Instruction*> arguments;
  for (size_t i = 0; i < tuple.elements().size(); ++i)
    arguments.push_back(builder.getTupleElement(all, static_cast<int64_t>(i)));
  made->setRoot(builder.add(Opcode::Call, std::move(arguments), {}, {body}));
  return made->id();
}

}  // namespace

void lowerCond(LoweringContext& context) {
  Builder& builder = context.builder;
  Instruction* index = context.operand(0);
  if (index->shape().type() != ElementType::S32) index = builder.convert(index, ElementType::S32);
  Instruction* all = builder.tuple({context.operands.begin() + 1, context.operands.end()});
  std::vector<ComputationId> branches;
  std::vector<Instruction*> operands{index};
  for (ComputationId body : context.instruction.called()) {
    branches.push_back(branchOfTuple(context.module, body, all->shape()));
    operands.push_back(all);
  }
  context.setResult(builder.add(Opcode::Conditional, std::move(operands), {}, std::move(branches)));
}

}  // namespace onepot
