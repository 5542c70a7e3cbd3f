// The reference evaluator as a device among the others: slow, exact in what it says, independent of every code
// generator.
#pragma once

#include "engine/runtime/device.h"

namespace onepot {

class EvaluatorDevice : public Device {
 public:
  EvaluatorDevice();

  const DeviceFigures& figures() const override { return m_figures; }
  /// Keeps the module; every instruction of the entry is a kernel.
  Result<std::unique_ptr<Executable>> compile(std::shared_ptr<const Module> module, const BufferPlan& plan,
                                              const CodegenOptions& options) override;
  Result<std::vector<Array>> dispatch(const Instruction& instruction, const Module& module,
                                      std::span<const Array> arguments, const RunOptions& options) override;

 private:
  DeviceFigures m_figures;
};

/// Its row of the device list.
DeviceRow evaluatorDeviceRow();

}  // namespace onepot
