#include "engine/backend/kernel_cache.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <oneapi/tbb/parallel_for.h>

#include <cctype>
#include <chrono>

#include "engine/backend/code_lines.h"
#include "engine/backend/kernel_emitter.h"
#include "engine/backend/kernel_planner.h"

namespace onepot {

namespace {

constexpr size_t kMostKnown = 4096;  // then the cache starts anew; executables keep what they use

std::string symbolOf(const std::string& name) {
  std::string symbol;
  for (char c : name) symbol += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return symbol;
}

double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

BodySource::BodySource(KernelBody body) : m_body(std::move(body)), m_key(fingerprint(m_body)) {}

KernelRange BodySource::emit(llvm::Module& target, const std::string& name, bool withLines) const {
  return KernelEmitter(m_body, target, name, withLines).emit();
}

/// Kernels that become one LLVM module.
struct KernelCache::Batch {
  std::vector<const KernelRequest*> requests;
  std::vector<std::shared_ptr<CompiledKernel>> kernels;
  CodeTimes times;
  double emitMs = 0;
  Result<std::monostate> result{};
};

Result<std::monostate> KernelCache::compile(Batch& batch, bool withIr, bool withAssembly) {
  auto start = std::chrono::steady_clock::now();
  MachineCode::Fresh fresh = m_machine.makeModule(batch.requests.front()->name);
  std::vector<std::string> symbols;
  for (size_t k = 0; k < batch.requests.size(); ++k) {
    symbols.push_back(symbolOf(batch.requests[k]->name) + (k == 0 ? "" : "_" + std::to_string(k)));
    batch.kernels[k]->range = batch.requests[k]->source->emit(*fresh.module, symbols.back(), withIr || withAssembly);
  }
  batch.emitMs = millisecondsSince(start);
  CompiledKernel& first = *batch.kernels.front();
  auto code = m_machine.load(std::move(fresh), &first.texts, withIr, withAssembly, batch.times);
  if (!code) return failureOf(std::move(code));
  start = std::chrono::steady_clock::now();
  for (size_t k = 0; k < batch.kernels.size(); ++k) {
    batch.kernels[k]->code = *code;
    batch.kernels[k]->function = reinterpret_cast<RangeFunction>((*code)->find(symbols[k]));
    ensure(batch.kernels[k]->function != nullptr, "a kernel that was compiled is not found");
  }
  batch.times.objectMs += millisecondsSince(start);
  first.llvmBeforeLines = linesOfIr(first.texts.llvmBefore);
  first.llvmAfterLines = linesOfIr(first.texts.llvmAfter);
  first.assemblyLines = linesOfAssembly(first.texts.assembly);
  return {};
}

Result<std::vector<std::shared_ptr<const CompiledKernel>>> KernelCache::get(std::span<const KernelRequest> requests,
                                                                            bool withIr, bool withAssembly,
                                                                            CodeTimes& times, double& emitMs) {
  const bool texts = withIr || withAssembly;
  std::vector<std::shared_ptr<const CompiledKernel>> result(requests.size());
  std::vector<size_t> missing;
  std::unordered_map<std::string, size_t> first;  // key → request that compiles it
  std::vector<size_t> sameAs(requests.size());
  std::vector<std::string> keys;
  {
    std::lock_guard lock(m_mutex);
    for (size_t k = 0; k < requests.size(); ++k) {
      keys.push_back(texts ? std::to_string(k) : requests[k].source->key());
      auto known = m_known.find(keys[k]);
      if (!texts && known != m_known.end()) {
        result[k] = known->second;
        continue;
      }
      auto [place, inserted] = first.try_emplace(keys[k], k);
      sameAs[k] = place->second;
      if (inserted) missing.push_back(k);
    }
  }
  size_t batchCount =
      texts ? missing.size()
            : std::min<size_t>(missing.size(), missing.size() < 4 ? 1 : static_cast<size_t>(kernelThreads()));
  std::vector<Batch> batches(batchCount);
  std::unordered_map<size_t, std::shared_ptr<CompiledKernel>> made;
  for (size_t m = 0; m < missing.size(); ++m) {
    Batch& batch = batches[m % batchCount];
    batch.requests.push_back(&requests[missing[m]]);
    batch.kernels.push_back(made[missing[m]] = std::make_shared<CompiledKernel>());
  }
  tbb::parallel_for(size_t{0}, batchCount,
                    [&](size_t b) { batches[b].result = compile(batches[b], withIr, withAssembly); });
  for (Batch& batch : batches) {
    if (!batch.result) return failureOf(std::move(batch.result));
    times.optimizeMs += batch.times.optimizeMs;
    times.objectMs += batch.times.objectMs;
    emitMs += batch.emitMs;
  }
  std::lock_guard lock(m_mutex);
  if (m_known.size() > kMostKnown) m_known.clear();
  for (size_t k = 0; k < requests.size(); ++k) {
    if (result[k]) continue;
    result[k] = made.at(sameAs[k]);
    if (!texts) m_known.emplace(keys[k], result[k]);
  }
  return result;
}

}  // namespace onepot
