// LLVM IR → machine code of this host: optimise, emit, link into the process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace llvm {
class Module;
class LLVMContext;
class TargetMachine;
namespace orc {
class LLJIT;
}
}  // namespace llvm

namespace onepot {

/// What people look at; filled where it was asked for.
struct CodeTexts {
  std::string llvmBefore, llvmAfter, assembly;
};

struct CodeTimes {
  double optimizeMs = 0, objectMs = 0;
};

/// Code in memory; functions stay valid as long as it lives.
class LoadedCode {
 public:
  virtual ~LoadedCode() = default;
  /// The address of a function; null where there is none of that name.
  virtual void* find(const std::string& name) = 0;
};

/// The host's code generator. Thread-safe.
class MachineCode {
 public:
  static Result<std::unique_ptr<MachineCode>> create();
  ~MachineCode();

  /// "AVX2, FMA".
  const std::string& features() const { return m_featureText; }
  bool hasFma() const { return m_hasFma; }
  /// A fresh module for the host in a context of its own.
  struct Fresh {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    Fresh();
    Fresh(Fresh&&) noexcept;
    Fresh& operator=(Fresh&&) noexcept;
    ~Fresh();
  };
  Fresh makeModule(const std::string& name);
  /// Optimises and loads the module. `texts` (may be null) receives what `withIr` and `withAssembly` ask for.
  Result<std::shared_ptr<LoadedCode>> load(Fresh fresh, CodeTexts* texts, bool withIr, bool withAssembly,
                                           CodeTimes& times);

 private:
  MachineCode();
  std::unique_ptr<llvm::TargetMachine> takeTarget();
  void giveBack(std::unique_ptr<llvm::TargetMachine> target);

  struct State;
  std::unique_ptr<State> m_state;
  std::string m_featureText;
  bool m_hasFma = false;
};

}  // namespace onepot
