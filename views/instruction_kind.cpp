#include "views/instruction_kind.h"

#include "engine/analysis/node_kind.h"

namespace onepot {

namespace {
/// The theme's list is the engine's, in the same order.
Kind themed(NodeKind kind) { return static_cast<Kind>(kind); }
static_assert(static_cast<int>(Kind::Precision) == static_cast<int>(NodeKind::Precision));
static_assert(static_cast<int>(Kind::Reduction) == static_cast<int>(NodeKind::Reduction));
static_assert(static_cast<int>(Kind::Call) == static_cast<int>(NodeKind::Call));
}  // namespace

Kind kindOf(const Instruction& instruction) { return themed(kindOfNode(instruction)); }

Kind dominantKind(const Instruction& instruction, const Module& module) {
  return themed(dominantNodeKind(instruction, module));
}

}  // namespace onepot
