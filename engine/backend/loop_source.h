// A while loop over little data as one function: a launch an iteration would cost more than the work.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/backend/kernel_cache.h"

namespace onepot {

class LoopSource final : public KernelSource {
 public:
  using Buffers = std::unordered_map<InstructionId, std::vector<int>>;

  /// None where the loop is not worth it (much work an iteration) or holds what has no code of its own.
  static std::unique_ptr<LoopSource> of(const Instruction& loop, const Module& module, const Buffers& buffers,
                                        int cancelBuffer);
  /// Argument k of the function is this buffer; the last is the cancellation flag.
  const std::vector<int>& buffers() const { return m_arguments; }
  std::string key() const override;
  KernelRange emit(llvm::Module& target, const std::string& name, bool withLines) const override;

 private:
  friend class LoopEmitter;
  LoopSource(const Instruction& loop, const Module& module, const Buffers& buffers)
      : m_loop(loop), m_module(module), m_buffers(buffers) {}

  const Instruction& m_loop;
  const Module& m_module;
  const Buffers& m_buffers;
  std::vector<int> m_arguments;
  std::unordered_map<int, Shape> m_scalars;  // buffers that only ever hold one element: kept in registers
};

}  // namespace onepot
