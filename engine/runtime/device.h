// The interface of everything that can compile and run a module: evaluator, CPU, and what comes later.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/cancellation.h"
#include "engine/base/result.h"
#include "engine/ir/device_figures.h"
#include "engine/ir/module.h"
#include "engine/passes/buffer_plan.h"
#include "engine/runtime/array.h"
#include "engine/runtime/kernel.h"
#include "engine/runtime/run.h"

namespace onepot {

class PieceLog;

struct RunOptions {
  CancellationToken cancel;
  std::vector<Launch>* launches = nullptr;  // filled where given: one a kernel, in order
  PieceLog* pieces = nullptr;               // of a dispatch, filled where given: which threads worked when
  std::vector<int> deviceAssignment;        // replica × partition → device ordinal; empty: one device
};

/// Which texts codegen keeps for people; none of them on the hot path of a plain run.
struct CodegenOptions {
  bool keepLlvmIr = false;
  bool keepAssembly = false;
};

class Executable {
 public:
  virtual ~Executable() = default;
  /// Arguments and results are flat: a tuple-shaped root gives one array an element. Safe to call from several threads.
  virtual Result<std::vector<Array>> run(std::span<const Array> arguments, const RunOptions& options) = 0;
  virtual const std::vector<Kernel>& kernels() const = 0;
  /// Milliseconds of code generation by part; zero where a device has no such part.
  virtual double irMs() const { return 0; }
  virtual double optimizeMs() const { return 0; }
  virtual double objectMs() const { return 0; }
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceFigures& figures() const = 0;
  const std::string& name() const { return figures().name; }
  virtual int ordinal() const { return 0; }
  /// `module` has been through this device's pipeline: scheduled, verified, with `plan` for its buffers.
  virtual Result<std::unique_ptr<Executable>> compile(std::shared_ptr<const Module> module, const BufferPlan& plan,
                                                      const CodegenOptions& options) = 0;
  /// Eager: runs one HLO instruction that stands alone in `module` (parameters, then it as root). Kernels are generic
  /// in shape and cached by operation and types. Result is flat as in Executable::run.
  virtual Result<std::vector<Array>> dispatch(const Instruction& instruction, const Module& module,
                                              std::span<const Array> arguments, const RunOptions& options) = 0;
};

/// A row of the device list. `reason` says why it is or isn't there: "ready: AVX2, 8 threads".
struct DeviceRow {
  std::string name;
  std::string doc;
  bool available = false;
  std::string reason;
  std::function<std::unique_ptr<Device>()> make;
};

}  // namespace onepot
