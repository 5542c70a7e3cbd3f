// THE PASS LIST. A new pass is a file named after it, a declaration in pass_list.h and a row here.
#include "engine/passes/pass_list.h"

#include <algorithm>
#include <array>

#include "engine/analysis/running_computations.h"

namespace onepot {

namespace {

bool holds(const Module& module, bool (*wanted)(const Instruction&)) {
  for (const auto& computation : module.computations())
    for (const auto& instruction : computation->instructions())
      if (wanted(*instruction)) return true;
  return false;
}

template <Opcode opcode>
bool holdsOpcode(const Module& module) {
  return holds(module, [](const Instruction& instruction) { return instruction.opcode() == opcode; });
}

bool holdsMovement(const Module& module) {
  return holdsOpcode<Opcode::Reshape>(module) || holdsOpcode<Opcode::Transpose>(module);
}
bool isTracedModule(const Module& module) { return module.traced(); }
bool holdsControl(const Module& module) {
  return holds(module, [](const Instruction& instruction) { return runsItsCallees(instruction.opcode()); });
}

constexpr std::array kRows = std::to_array<PassRow>({
    {"lower-traced", "Writes JAX's primitives as HLO operations.", runLowerTraced, isTracedModule, "pass.not_traced"},
    {"call-inliner", "Puts the body of a called computation where it is called.", runCallInliner,
     holdsOpcode<Opcode::Call>, "pass.no_calls"},
    {"tuple-simplifier", "Takes an element straight from where the tuple was made.", runTupleSimplifier,
     holdsOpcode<Opcode::Tuple>, "pass.no_tuples"},
    {"algsimp", "Rewrites by the rule table until no rule fires.", runAlgsimp},
    {"zero-sized-hlo-elimination", "Replaces arrays without elements by constants.", runZeroSizedElimination},
    {"constant-folding", "Computes what depends on constants alone.", runConstantFolding, holdsOpcode<Opcode::Constant>,
     "pass.no_constants"},
    {"reshape-mover", "Moves reshapes and transposes behind elementwise work.", runReshapeMover, holdsMovement,
     "pass.no_reshapes"},
    {"transpose-folding", "Lets a dot read a transposed operand as it lies.", runTransposeFolding,
     holdsOpcode<Opcode::Dot>, "pass.no_dots"},
    {"while-loop-simplifier", "Replaces loops that run once or never.", runWhileLoopSimplifier,
     holdsOpcode<Opcode::While>, "pass.no_loops"},
    {"dce", "Removes what no result depends on.", runDce},
    {"cse", "Computes equal operations once.", runCse},
    {"layout-assignment", "Chooses the order of the dimensions in memory; copies where two orders meet.",
     runLayoutAssignment},
    {"fusion", "Makes one kernel of operations that pass values on, and says why for every pair.", runFusion},
    {"reshape-decomposer", "Turns reshapes that move nothing in memory into bitcasts.", runReshapeDecomposer,
     holdsOpcode<Opcode::Reshape>, "pass.no_reshapes"},
    {"flatten-call-graph", "Gives each loop, branch and call a computation of its own.", runFlattenCallGraph,
     holdsControl, "pass.no_control"},
    {"copy-insertion", "Copies values whose memory would be overwritten while they are still needed.",
     runCopyInsertion},
    {"hlo-memory-scheduler", "Chooses an order that keeps few bytes alive at once.", runMemoryScheduler},
    {"buffer-assignment", "Gives every value its place in memory; lets values share where their lives do not meet.",
     runBufferAssignment},
});

}  // namespace

std::span<const PassRow> passList() { return kRows; }

const PassRow* passByName(std::string_view name) {
  const auto* found = std::ranges::find(kRows, name, &PassRow::name);
  return found == kRows.end() ? nullptr : found;
}

}  // namespace onepot
