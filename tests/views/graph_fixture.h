// Programs for the graph's tests: HLO text as frozen modules, and a fusion made by hand that keeps identities.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/ir/hlo_parser.h"
#include "engine/ir/module.h"

namespace onepot {

inline const char* const kTanhExp = R"(HloModule tanh_exp

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

ENTRY main {
  x.1 = f32[2048,2048]{1,0} parameter(0)
  tanh.3 = f32[2048,2048]{1,0} tanh(x.1)
  negate.4 = f32[2048,2048]{1,0} negate(x.1)
  exponential.5 = f32[2048,2048]{1,0} exponential(negate.4)
  multiply.6 = f32[2048,2048]{1,0} multiply(tanh.3, exponential.5)
  zero.2 = f32[] constant(0)
  ROOT reduce.7 = f32[] reduce(multiply.6, zero.2), dimensions={0,1}, to_apply=add
})";

inline std::unique_ptr<Module> parsed(const std::string& text) {
  auto result = parseHlo(text);
  if (!result) throw std::runtime_error(result.error().front().render(text));
  return std::move(*result);
}

inline const Instruction* named(const Module& module, const std::string& name) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (instruction->name() == name) return instruction.get();
    }
  }
  return nullptr;
}

/// A copy of `before` in which the entry's instructions of these names stand in one loop fusion, under their own ids.
/// They must be in order, end in the fusion's root, and nothing else may use what is not the root.
inline std::unique_ptr<Module> fused(const Module& before, const std::vector<std::string>& names) {
  std::unique_ptr<Module> module = before.clone();
  Computation* entry = module->entry();
  Computation* body = module->addComputation("fused_computation");
  std::vector<Instruction*> moved, operands;
  std::unordered_map<Instruction*, Instruction*> inside;
  for (const std::string& name : names) {
    for (Instruction* instruction : entry->snapshot()) {
      if (instruction->name() == name) moved.push_back(instruction);
    }
  }
  for (Instruction* instruction : moved) {
    std::vector<Instruction*> mapped;
    for (Instruction* operand : instruction->operands()) {
      if (!inside.contains(operand)) {
        NewInstruction parameter{Opcode::Parameter,
                                 operand->shape(),
                                 {},
                                 ParameterAttributes{static_cast<int64_t>(operands.size())},
                                 {},
                                 {},
                                 0};
        if (operand->isConstant())
          parameter = {Opcode::Constant, operand->shape(), {}, operand->attributes(), {}, {}, 0};
        else
          operands.push_back(operand);
        inside[operand] = body->add(parameter);
      }
      mapped.push_back(inside[operand]);
    }
    inside[instruction] = body->add({instruction->opcode(), instruction->shape(), mapped, instruction->attributes(),
                                     instruction->called(), instruction->name() + ".moved", instruction->id()});
  }
  Instruction* last = moved.back();
  body->setRoot(inside[last]);
  Instruction* fusion = entry->add(
      {Opcode::Fusion, last->shape(), operands, FusionAttributes{FusionKind::Loop}, {body->id()}, "fusion.1", 0});
  entry->replaceAllUsesWith(last, fusion);
  std::vector<Instruction*> gone(moved.rbegin(), moved.rend());
  for (Instruction* instruction : gone) entry->remove(instruction);
  for (const std::string& name : names) {
    for (const auto& instruction : body->instructions()) {
      if (instruction->name() == name + ".moved") instruction->setName(name);
    }
  }
  return module;
}

}  // namespace onepot
