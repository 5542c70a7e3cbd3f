// The op table's cost rules.
#pragma once

#include "engine/ops/op_cost.h"

namespace onepot::cost {

OpCost free(const Instruction&, const Module&);          // nothing at all
OpCost moving(const Instruction&, const Module&);        // bytes alone: operands and result
OpCost elementwise(const Instruction&, const Module&);   // one flop, or one transcendental, an element
OpCost tuple(const Instruction&, const Module&);         // a table of pointers
OpCost slice(const Instruction&, const Module&);         // reads what it writes
OpCost dynamicSlice(const Instruction&, const Module&);  // also gather: blocks and indices
OpCost dynamicUpdateSlice(const Instruction&, const Module&);
OpCost scatter(const Instruction&, const Module&);
OpCost dot(const Instruction&, const Module&);
OpCost convolution(const Instruction&, const Module&);
OpCost reduce(const Instruction&, const Module&);
OpCost reduceAxes(const Instruction&, const Module&);  // reduce_sum…, argmax: one flop an element that goes
OpCost reduceWindow(const Instruction&, const Module&);
OpCost selectAndScatter(const Instruction&, const Module&);
OpCost sort(const Instruction&, const Module&);
OpCost map(const Instruction&, const Module&);
OpCost call(const Instruction&, const Module&);    // what the body costs
OpCost fusion(const Instruction&, const Module&);  // the body's flops, the kernel's bytes
OpCost loop(const Instruction&, const Module&);
OpCost conditional(const Instruction&, const Module&);
OpCost integerPow(const Instruction&, const Module&);
OpCost threefry(const Instruction&, const Module&);  // also rng-bit-generator, random_bits

}  // namespace onepot::cost
