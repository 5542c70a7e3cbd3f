// Compiled kernels by fingerprint, shared by all executables of a device.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/backend/kernel_body.h"
#include "engine/backend/machine_code.h"
#include "engine/backend/parallel.h"

namespace onepot {

struct CompiledKernel {
  std::shared_ptr<LoadedCode> code;
  RangeFunction function = nullptr;
  KernelRange range;
  CodeTexts texts;
  std::vector<InstructionId> assemblyLines, llvmBeforeLines, llvmAfterLines;
};

/// Something that becomes one function.
class KernelSource {
 public:
  virtual ~KernelSource() = default;
  /// Equal for sources that give equal code.
  virtual std::string key() const = 0;
  virtual KernelRange emit(llvm::Module& target, const std::string& name, bool withLines) const = 0;
};

class BodySource final : public KernelSource {
 public:
  explicit BodySource(KernelBody body);
  std::string key() const override { return m_key; }
  KernelRange emit(llvm::Module& target, const std::string& name, bool withLines) const override;
  const KernelBody& body() const { return m_body; }

 private:
  KernelBody m_body;
  std::string m_key;
};

struct KernelRequest {
  const KernelSource* source = nullptr;
  std::string name;  // what people see in the code
};

class KernelCache {
 public:
  explicit KernelCache(MachineCode& machine) : m_machine(machine) {}

  /// Kernels for the requests, in order; equal sources share one. What is not there yet is compiled, several modules at
  /// a time. With texts, each kernel is compiled by itself and nothing is shared.
  Result<std::vector<std::shared_ptr<const CompiledKernel>>> get(std::span<const KernelRequest> requests, bool withIr,
                                                                 bool withAssembly, CodeTimes& times, double& emitMs);

 private:
  struct Batch;
  Result<std::monostate> compile(Batch& batch, bool withIr, bool withAssembly);

  MachineCode& m_machine;
  std::mutex m_mutex;
  std::unordered_map<std::string, std::shared_ptr<const CompiledKernel>> m_known;
};

}  // namespace onepot
