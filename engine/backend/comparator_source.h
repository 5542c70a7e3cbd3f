// A sort's comparator as compiled code.
#pragma once

#include "engine/backend/kernel_cache.h"

namespace onepot {

/// A comparator as a function of pointers to its parameters, then one to the answer.
class ComparatorSource final : public KernelSource {
 public:
  ComparatorSource(const Computation& comparator, const Module& module) : m_comparator(comparator), m_module(module) {}
  std::string key() const override;
  KernelRange emit(llvm::Module& target, const std::string& name, bool withLines) const override;

 private:
  const Computation& m_comparator;
  const Module& m_module;
};

}  // namespace onepot
