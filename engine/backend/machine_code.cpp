#include "engine/backend/machine_code.h"

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <chrono>
#include <mutex>

namespace onepot {

using Clock = std::chrono::steady_clock;

namespace {

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Message llvmMessage(llvm::Error error) { return Message::verbatim(llvm::toString(std::move(error))); }

/// Values are vectors, hoisted and shared already (LaneBuilder): what is left is cleaning up, not a full pipeline.
void optimize(llvm::Module& module, llvm::TargetMachine& target) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager cgscc;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&target);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(cgscc);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, cgscc, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::ADCEPass());
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) passes.run(function, functions);
}

std::string print(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

}  // namespace

struct MachineCode::State {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  llvm::orc::JITTargetMachineBuilder targetBuilder{llvm::Triple()};
  std::unique_ptr<llvm::DataLayout> layout;
  std::mutex mutex;
  std::vector<std::unique_ptr<llvm::TargetMachine>> targets;  // not in use
  int64_t dylibs = 0;
};

namespace {

class OrcCode final : public LoadedCode {
 public:
  OrcCode(llvm::orc::LLJIT& jit, llvm::orc::JITDylib& dylib) : m_jit(jit), m_dylib(dylib) {}
  ~OrcCode() override {
    if (auto error = m_jit.getExecutionSession().removeJITDylib(m_dylib)) llvm::consumeError(std::move(error));
  }
  void* find(const std::string& name) override {
    auto found = m_jit.lookup(m_dylib, name);
    if (found) return found->toPtr<void*>();
    llvm::consumeError(found.takeError());
    return nullptr;
  }

 private:
  llvm::orc::LLJIT& m_jit;
  llvm::orc::JITDylib& m_dylib;
};

}  // namespace

MachineCode::MachineCode() : m_state(std::make_unique<State>()) {}
MachineCode::~MachineCode() = default;
MachineCode::Fresh::Fresh() = default;
MachineCode::Fresh::Fresh(Fresh&&) noexcept = default;
MachineCode::Fresh& MachineCode::Fresh::operator=(Fresh&& other) noexcept {
  module = std::move(other.module);  // before the context it lives in
  context = std::move(other.context);
  return *this;
}
MachineCode::Fresh::~Fresh() {
  module.reset();
  context.reset();
}

Result<std::unique_ptr<MachineCode>> MachineCode::create() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto made = std::unique_ptr<MachineCode>(new MachineCode());
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) return fail(llvmMessage(builder.takeError()));
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  llvm::TargetOptions& options = builder->getOptions();
  // Nothing is contracted or reordered behind our back: fma stands in the IR where a rule wrote it.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  made->m_state->targetBuilder = *builder;
  const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  const auto has = [&](const char* feature) { return host.lookup(feature); };
  made->m_hasFma = has("fma");
  made->m_featureText = has("avx512f") ? "AVX-512" : has("avx2") ? "AVX2" : has("avx") ? "AVX" : "no AVX";
  made->m_featureText += made->m_hasFma ? ", FMA" : ", no FMA";
  auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(*builder).setNumCompileThreads(0).create();
  if (!jit) return fail(llvmMessage(jit.takeError()));
  made->m_state->jit = std::move(*jit);
  auto target = builder->createTargetMachine();
  if (!target) return fail(llvmMessage(target.takeError()));
  made->m_state->layout = std::make_unique<llvm::DataLayout>((*target)->createDataLayout());
  made->giveBack(std::move(*target));
  return made;
}

std::unique_ptr<llvm::TargetMachine> MachineCode::takeTarget() {
  std::lock_guard lock(m_state->mutex);
  if (m_state->targets.empty()) return llvm::cantFail(m_state->targetBuilder.createTargetMachine());
  auto target = std::move(m_state->targets.back());
  m_state->targets.pop_back();
  return target;
}

void MachineCode::giveBack(std::unique_ptr<llvm::TargetMachine> target) {
  std::lock_guard lock(m_state->mutex);
  m_state->targets.push_back(std::move(target));
}

MachineCode::Fresh MachineCode::makeModule(const std::string& name) {
  Fresh fresh;
  fresh.context = std::make_unique<llvm::LLVMContext>();
  fresh.module = std::make_unique<llvm::Module>(name, *fresh.context);
  fresh.module->setDataLayout(*m_state->layout);
  fresh.module->setTargetTriple(m_state->targetBuilder.getTargetTriple().str());
  return fresh;
}

Result<std::shared_ptr<LoadedCode>> MachineCode::load(Fresh fresh, CodeTexts* texts, bool withIr, bool withAssembly,
                                                      CodeTimes& times) {
  auto target = takeTarget();
  if (texts && withIr) texts->llvmBefore = print(*fresh.module);
  auto start = Clock::now();
  optimize(*fresh.module, *target);
  times.optimizeMs += millisecondsSince(start);
  if (texts && withIr) texts->llvmAfter = print(*fresh.module);
  if (texts && withAssembly) {
    auto copy = llvm::CloneModule(*fresh.module);
    llvm::SmallVector<char, 0> text;
    llvm::raw_svector_ostream out(text);
    llvm::legacy::PassManager passes;
    target->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile);
    passes.run(*copy);
    texts->assembly.assign(text.begin(), text.end());
  }
  start = Clock::now();
  llvm::SmallVector<char, 0> object;
  {
    llvm::raw_svector_ostream out(object);
    llvm::legacy::PassManager passes;
    llvm::MCContext* mc = nullptr;
    target->addPassesToEmitMC(passes, mc, out, true);
    passes.run(*fresh.module);
  }
  giveBack(std::move(target));
  llvm::orc::JITDylib* dylib = nullptr;
  {
    std::lock_guard lock(m_state->mutex);
    auto made = m_state->jit->createJITDylib("code." + std::to_string(++m_state->dylibs));
    if (!made) return fail(llvmMessage(made.takeError()));
    dylib = &*made;
    auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(m_state->layout->getGlobalPrefix());
    if (!process) return fail(llvmMessage(process.takeError()));
    dylib->addGenerator(std::move(*process));
  }
  auto code = std::make_shared<OrcCode>(*m_state->jit, *dylib);
  auto buffer = std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(object), false);
  if (auto error = m_state->jit->addObjectFile(*dylib, std::move(buffer))) return fail(llvmMessage(std::move(error)));
  times.objectMs += millisecondsSince(start);
  return code;
}

}  // namespace onepot
