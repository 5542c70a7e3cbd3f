// The op table's cost rules.
#pragma once

#include <unordered_map>

#include "engine/ops/op_cost.h"

namespace onepot {

/// What called computations cost, each counted once however often and however deep it is called.
class CalleeCosts {
 public:
  explicit CalleeCosts(const Module& module) : m_module(module) {}
  const Module& module() const { return m_module; }
  OpCost of(ComputationId id);

 private:
  const Module& m_module;
  std::unordered_map<ComputationId, OpCost> m_known;
};

namespace cost {

OpCost free(const Instruction&, CalleeCosts&);          // nothing at all
OpCost moving(const Instruction&, CalleeCosts&);        // bytes alone: operands and result
OpCost elementwise(const Instruction&, CalleeCosts&);   // one flop, or one transcendental, an element
OpCost tuple(const Instruction&, CalleeCosts&);         // a table of pointers
OpCost slice(const Instruction&, CalleeCosts&);         // reads what it writes
OpCost dynamicSlice(const Instruction&, CalleeCosts&);  // also gather: blocks and indices
OpCost dynamicUpdateSlice(const Instruction&, CalleeCosts&);
OpCost scatter(const Instruction&, CalleeCosts&);
OpCost dot(const Instruction&, CalleeCosts&);
OpCost convolution(const Instruction&, CalleeCosts&);
OpCost reduce(const Instruction&, CalleeCosts&);
OpCost reduceAxes(const Instruction&, CalleeCosts&);  // reduce_sum…, argmax: one flop an element that goes
OpCost reduceWindow(const Instruction&, CalleeCosts&);
OpCost selectAndScatter(const Instruction&, CalleeCosts&);
OpCost sort(const Instruction&, CalleeCosts&);
OpCost map(const Instruction&, CalleeCosts&);
OpCost call(const Instruction&, CalleeCosts&);    // what the body costs
OpCost fusion(const Instruction&, CalleeCosts&);  // the body's flops, the kernel's bytes
OpCost loop(const Instruction&, CalleeCosts&);
OpCost conditional(const Instruction&, CalleeCosts&);
OpCost integerPow(const Instruction&, CalleeCosts&);
OpCost threefry(const Instruction&, CalleeCosts&);  // also rng-bit-generator, random_bits

}  // namespace cost

}  // namespace onepot
