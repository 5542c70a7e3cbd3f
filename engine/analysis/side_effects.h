// Which instructions do something that their result does not show, and so must stay though nobody reads it.
#pragma once

#include <unordered_set>

#include "engine/ir/module.h"

namespace onepot {

class SideEffects {
 public:
  explicit SideEffects(const Module& module);
  bool has(const Instruction& instruction) const;

 private:
  std::unordered_set<ComputationId> m_computations;  // that hold one, or call one that does
};

}  // namespace onepot
