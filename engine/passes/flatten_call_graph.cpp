#include <unordered_set>

#include "engine/analysis/running_computations.h"
#include "engine/passes/pass_list.h"

namespace onepot {

// A computation that runs for two callers would need its values in two places at once.
bool runFlattenCallGraph(Module& module, PassContext& context) {
  std::unordered_set<ComputationId> taken;
  std::vector<Computation*> running{module.entry()};
  bool changed = false;
  for (size_t i = 0; i < running.size(); ++i)
    for (Instruction* caller : running[i]->snapshot()) {
      if (!runsItsCallees(caller->opcode())) continue;
      std::vector<ComputationId> called = caller->called();
      for (ComputationId& callee : called) {
        Computation* body = module.computation(callee);
        if (!taken.insert(callee).second) body = module.cloneComputation(*body, body->name());
        callee = body->id();
        taken.insert(callee);
        running.push_back(body);
      }
      if (called == caller->called()) continue;
      caller->setCalled(std::move(called));
      context.log("flatten-call-graph", *caller, *caller);
      changed = true;
    }
  if (changed) module.sortComputations();
  return changed;
}

}  // namespace onepot
