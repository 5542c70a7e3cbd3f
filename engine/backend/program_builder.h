// Scheduled module + buffer plan → StepProgram: which step runs each instruction, and the kernels they need.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/backend/kernel_cache.h"
#include "engine/backend/program.h"
#include "engine/passes/buffer_plan.h"
#include "engine/runtime/device.h"

namespace onepot {

/// Where a buffer lies at run time.
struct BufferPlace {
  BufferKind kind = BufferKind::Temporary;
  int64_t offset = 0;  // in the arena
  int64_t bytes = 0;
  int64_t parameter = -1;  // number of the entry's parameter
  Literal constant;
};

struct ProgramOutput {
  int buffer = 0;
  Shape shape;
};

struct StepProgram {
  std::shared_ptr<const Module> module;
  Steps steps;
  std::vector<BufferPlace> buffers;
  int64_t arenaBytes = 0;
  std::vector<ProgramOutput> outputs;
  int parameterCount = 0;
  int cancelBuffer = -1;  // its address is the cancellation flag's
  std::vector<Kernel> kernels;
  std::vector<std::shared_ptr<const CompiledKernel>> code;  // kept alive
  CodeTimes times;
  double emitMs = 0;
};

Result<StepProgram> buildProgram(std::shared_ptr<const Module> module, const BufferPlan& plan, KernelCache& cache,
                                 const CodegenOptions& options);

}  // namespace onepot
