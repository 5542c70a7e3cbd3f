// A compiled module as a list of steps over numbered buffers: what Executable::run walks through.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/matrix_product.h"
#include "engine/backend/parallel.h"
#include "engine/base/result.h"
#include "engine/ir/module.h"
#include "engine/runtime/run.h"

namespace onepot {

/// One call under way: where each buffer lies, and what is wanted of the call.
struct Frame {
  std::vector<std::byte*> bases;  // by buffer number
  std::shared_ptr<std::byte> arena;
  const CancellationToken* cancel = nullptr;
  std::vector<Launch>* launches = nullptr;
  std::chrono::steady_clock::time_point start;
  Diagnostics failure;  // set by the step that returned false, unless it was cancelled
};

/// What a launch is called and moves: filled into Launch where times are asked for.
struct LaunchLabel {
  std::string name;
  InstructionId instruction = 0;
  int64_t bytesRead = 0, bytesWritten = 0;
};

class Step {
 public:
  virtual ~Step() = default;
  /// False: stop, cancelled or failed.
  virtual bool run(Frame& frame) const = 0;
};
using Steps = std::vector<std::unique_ptr<Step>>;
bool runSteps(const Steps& steps, Frame& frame);

/// A launch of generated code over its range.
class KernelStep final : public Step {
 public:
  LaunchLabel label;
  std::vector<int> buffers;
  RangeFunction function = nullptr;
  int64_t count = 1;
  Split split;
  bool run(Frame& frame) const override;
};

/// memcpy of one stretch.
class CopyStep final : public Step {
 public:
  LaunchLabel label;
  int from = 0, to = 0;
  int64_t offset = 0, bytes = 0;
  bool run(Frame& frame) const override;
};

class DotStep final : public Step {
 public:
  explicit DotStep(MatrixProduct matrices) : product(std::move(matrices)) {}
  LaunchLabel label;
  MatrixProduct product;
  int lhs = 0, rhs = 0, result = 0;
  bool run(Frame& frame) const override;
};

/// What has no code of its own runs by the reference rules.
class EvaluateStep final : public Step {
 public:
  LaunchLabel label;
  const Instruction* instruction = nullptr;
  const Module* module = nullptr;
  std::vector<std::vector<int>> operands;  // buffers of each operand's arrays
  std::vector<int> results;
  bool run(Frame& frame) const override;
};

class WhileStep final : public Step {
 public:
  Steps condition, body;
  int predicate = 0;
  bool run(Frame& frame) const override;
};

class ConditionalStep final : public Step {
 public:
  std::vector<Steps> branches;
  int index = 0;
  bool byPredicate = false;  // branch 0 where true
  bool run(Frame& frame) const override;
};

}  // namespace onepot
