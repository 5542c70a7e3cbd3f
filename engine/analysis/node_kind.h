// Which kind an instruction is of, after XLA's own graph dumps: what a picture of it is coloured by.
#pragma once

#include "engine/ir/module.h"

namespace onepot {

enum class NodeKind : uint8_t {
  Elementwise,
  Free,
  Movement,
  Contraction,
  Reduction,
  Parameter,
  ParameterBig,
  Collective,
  Call,
  Fusion,
  Precision,
};

NodeKind kindOfNode(const Instruction& instruction);
/// Of an operation of which nothing else is known.
NodeKind kindOfOpcode(Opcode opcode);
/// The most telling kind inside a fusion (contraction before reduction before elementwise before movement); any other
/// instruction's own kind.
NodeKind dominantNodeKind(const Instruction& instruction, const Module& module);

}  // namespace onepot
