// Kernels of eager execution: compiled once for an operation and its types, for arrays of any shape.
#pragma once

#include <span>
#include <string>
#include <unordered_map>

#include "engine/backend/kernel_cache.h"
#include "engine/runtime/device.h"

namespace onepot {

class EagerKernels {
 public:
  EagerKernels(KernelCache& cache, Device& device) : m_cache(cache), m_device(device) {}

  /// Elementwise operations whose operands have the result's dimensions or are scalars.
  static bool takesElementwise(const Instruction& instruction);
  Result<Array> elementwise(const Instruction& instruction, const Module& module, std::span<const Literal> operands,
                            const RunOptions& options);
  /// Reductions of one array by a plain operation: halves, rows and columns are combined by the elementwise kernel.
  static bool takesReduction(const Instruction& instruction, const Module& module);
  Result<Array> reduction(const Instruction& instruction, const Module& module, std::span<const Literal> operands,
                          const RunOptions& options);

 private:
  struct Pair {
    std::shared_ptr<const CompiledKernel> vectors, elements;  // whole vectors; single elements
    int lanes = 1;
  };
  Result<const Pair*> kernelsFor(const Instruction& instruction, const Module& module, const std::string& key);
  static bool runPair(const Pair& pair, void** buffers, int64_t count, double secondsEach,
                      const CancellationToken& cancel, PieceLog* log = nullptr);

  KernelCache& m_cache;
  Device& m_device;
  std::mutex m_mutex;
  std::unordered_map<std::string, Pair> m_pairs;
};

}  // namespace onepot
