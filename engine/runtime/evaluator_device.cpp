#include "engine/runtime/evaluator_device.h"

#include <chrono>

#include "engine/ops/interpreter.h"
#include "engine/ops/op.h"
#include "engine/ops/op_cost.h"
#include "engine/runtime/call_recorder.h"

namespace onepot {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<Literal> literalsOf(std::span<const Array> arrays) {
  std::vector<Literal> literals;
  for (const Array& array : arrays) literals.push_back(array.literal());
  return literals;
}

Result<std::vector<Array>> arraysOf(Result<Literal> result, Device* device) {
  if (!result) return failureOf(std::move(result));
  std::vector<Array> arrays;
  if (result->shape().isTuple()) {
    for (Literal& element : std::move(*result).takeElements()) arrays.emplace_back(device, std::move(element));
  } else {
    arrays.emplace_back(device, std::move(*result));
  }
  return arrays;
}

/// Writes a launch for each instruction of the entry, from the end of the one before to its own.
class LaunchRecorder {
 public:
  LaunchRecorder(const Module& module, std::vector<Launch>* launches) : m_module(module), m_launches(launches) {}

  Interpreter::Observer observer() {
    if (m_launches == nullptr) return {};
    return [this](const Instruction& instruction, const Literal&) {
      if (instruction.parent() == m_module.entry()) add(instruction);
    };
  }

 private:
  void add(const Instruction& instruction) {
    double now = std::chrono::duration<double, std::milli>(Clock::now() - m_begin).count();
    if (!has(instruction.opcode(), kFree) && m_launches->size() < kMostLaunches) {
      OpCost cost = costOf(instruction, m_module);
      Launch launch{.name = instruction.name(), .instruction = instruction.id()};
      launch.start = m_last;
      launch.end = now;
      launch.bytesRead = cost.bytesRead;
      launch.bytesWritten = cost.bytesWritten;
      launch.liveBytes = launch.liveBefore = allocatedBytes();
      m_launches->push_back(std::move(launch));
    }
    m_last = now;
  }

  const Module& m_module;
  std::vector<Launch>* m_launches;
  Clock::time_point m_begin = Clock::now();
  double m_last = 0;
};

class EvaluatorExecutable : public Executable {
 public:
  EvaluatorExecutable(std::shared_ptr<const Module> module, Device* device)
      : m_module(std::move(module)), m_device(device) {
    for (const auto& instruction : m_module->entry()->instructions()) {
      if (has(instruction->opcode(), kFree)) continue;
      Kernel kernel;
      kernel.name = instruction->name();
      kernel.instruction = instruction->id();
      kernel.implementation = "evaluator";
      m_kernels.push_back(std::move(kernel));
    }
  }

  Result<std::vector<Array>> run(std::span<const Array> arguments, const RunOptions& options) override {
    LaunchRecorder recorder(*m_module, options.launches);
    Interpreter interpreter(*m_module, options.cancel, recorder.observer());
    return arraysOf(interpreter.evaluate(*m_module->entry(), literalsOf(arguments)), m_device);
  }

  const std::vector<Kernel>& kernels() const override { return m_kernels; }

 private:
  std::shared_ptr<const Module> m_module;
  Device* m_device;
  std::vector<Kernel> m_kernels;
};

}  // namespace

EvaluatorDevice::EvaluatorDevice() {
  m_figures.name = "eval";
  m_figures.pipeline = "evaluator";
  // One thread and a dispatch for every instruction.
  m_figures.flopsPerSecond = 2e8;
  m_figures.transcendentalsPerSecond = 5e7;
  m_figures.bytesPerSecond = 2e9;
  m_figures.launchSeconds = 1e-6;
}

Result<std::unique_ptr<Executable>> EvaluatorDevice::compile(std::shared_ptr<const Module> module, const BufferPlan&,
                                                             const CodegenOptions&) {
  return std::make_unique<EvaluatorExecutable>(std::move(module), this);
}

Result<std::vector<Array>> EvaluatorDevice::dispatch(const Instruction& instruction, const Module& module,
                                                     std::span<const Array> arguments, const RunOptions& options) {
  LaunchRecorder recorder(module, options.launches);
  Interpreter interpreter(module, options.cancel, recorder.observer());
  return arraysOf(interpreter.evaluate(*instruction.parent(), literalsOf(arguments)), this);
}

DeviceRow evaluatorDeviceRow() {
  DeviceRow row;
  row.name = "eval";
  row.doc = "the reference evaluator: one operation after the other, for checking and for small programs";
  row.available = true;
  row.reason = "ready: always there";
  row.make = [] { return std::make_unique<EvaluatorDevice>(); };
  return row;
}

}  // namespace onepot
