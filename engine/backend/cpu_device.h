// The device "cpu": LLVM code for this host, threads of oneTBB, oneDNN for dots.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "engine/runtime/device.h"

namespace onepot {

class EagerKernels;
class KernelCache;
class MachineCode;

class CpuDevice final : public Device {
 public:
  /// Fails where LLVM has no code generator for this host.
  static Result<std::unique_ptr<CpuDevice>> create();
  ~CpuDevice() override;

  const DeviceFigures& figures() const override { return m_figures; }
  Result<std::unique_ptr<Executable>> compile(std::shared_ptr<const Module> module, const BufferPlan& plan,
                                              const CodegenOptions& options) override;
  Result<std::vector<Array>> dispatch(const Instruction& instruction, const Module& module,
                                      std::span<const Array> arguments, const RunOptions& options) override;

  /// "AVX2, FMA, 2 threads, oneDNN 2.6.3".
  static std::string hostText();

 private:
  CpuDevice();
  /// The instruction compiled by itself for these shapes: for what has no kernel generic in shape.
  Result<std::shared_ptr<Executable>> compiledAlone(const Module& module);

  DeviceFigures m_figures;
  std::unique_ptr<MachineCode> m_machine;
  std::unique_ptr<KernelCache> m_kernels;
  std::unique_ptr<EagerKernels> m_eager;
  std::mutex m_mutex;
  std::unordered_map<std::string, std::shared_ptr<Executable>> m_alone;  // by module text
};

}  // namespace onepot
