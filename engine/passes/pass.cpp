#include "engine/passes/pass.h"

namespace onepot {

void PassContext::log(std::string rule, const Instruction& before, const Instruction& after) {
  rewrites.push_back(
      {std::move(rule), Assumption::Exact, {before.id()}, {after.id()}, before.name() + " → " + after.name(), 0});
}

void PassContext::logRemoval(std::string rule, const Instruction& removed) {
  rewrites.push_back({std::move(rule), Assumption::Exact, {removed.id()}, {}, removed.name() + " →", 0});
}

}  // namespace onepot
