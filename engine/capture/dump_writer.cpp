#include "engine/capture/dump_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "engine/analysis/dot_writer.h"
#include "engine/ir/hlo_printer.h"

namespace onepot {

namespace {

/// XLA's cleaning of names for files.
std::string clean(std::string name) {
  std::ranges::replace_if(name, [](char c) { return c == '/' || c == '\\' || c == '[' || c == ']' || c == ' ' || c == '<' || c == '>'; }, '_');
  return name;
}

class Dump {
 public:
  Dump(std::filesystem::path folder, std::string prefix) : m_folder(std::move(folder)), m_prefix(std::move(prefix)) {}

  void write(const std::string& suffix, const std::string& text) {
    if (text.empty()) return;
    std::filesystem::path path = m_folder / (m_prefix + suffix);
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) m_failures.push_back(Diagnostic::error(Message{"capture.cannot_write", {path.string(), std::strerror(errno)}}));
    else m_paths.push_back(path.string());
  }
  Result<std::vector<std::string>> result() && {
    if (!m_failures.empty()) return std::unexpected(std::move(m_failures));
    return std::move(m_paths);
  }

 private:
  std::filesystem::path m_folder;
  std::string m_prefix;
  std::vector<std::string> m_paths;
  Diagnostics m_failures;
};

std::string hlo(const Module& module) {
  PrintOptions options = PrintOptions::canonical();
  return print(module, options);
}

const char* kindName(BufferKind kind) {
  switch (kind) {
    case BufferKind::Parameter: return "parameter";
    case BufferKind::Constant: return "constant";
    case BufferKind::Output: return "maybe-live-out";
    case BufferKind::Temporary: return "preallocated-temp";
  }
  return "";
}

std::string bufferText(const BufferPlan& plan) {
  std::string text = "BufferAssignment:\n";
  for (const PlannedBuffer& buffer : plan.buffers)
    text += fmt::format("allocation {}: size {}, {}:\n value: <{} {} @0> (size={},offset={}): live {} to {}\n", buffer.id, buffer.size,
                        kindName(buffer.kind), buffer.instruction, buffer.name, buffer.size, buffer.offset, buffer.from, buffer.to);
  return text + fmt::format("\nTotal bytes of temporaries: {}\nPeak bytes: {}\n", plan.arenaBytes, plan.peakBytes);
}

void writeStages(Dump& dump, const Compilation& compilation) {
  int written = 0;
  const auto& stages = compilation.stages;
  for (size_t i = 1; i < stages.size(); ++i) {
    if (!stages[i].changed() || stages[i].module == nullptr) continue;
    std::string next = i + 1 < stages.size() ? stages[i + 1].pass : "pipeline-end";
    dump.write(fmt::format(".{:04}.{}.after_{}.before_{}.txt", written++, clean(stages[i].pipeline), clean(stages[i].pass), clean(next)),
               hlo(*stages[i].module));
  }
}

void writeKernels(Dump& dump, const Compilation& compilation) {
  for (const Kernel& kernel : compilation.kernels) {
    std::string name = "." + clean(kernel.name);
    dump.write(name + ".ir-no-opt.ll", kernel.llvmBefore);
    dump.write(name + ".ir-with-opt.ll", kernel.llvmAfter);
    dump.write(name + ".s", kernel.assembly);
  }
}

}  // namespace

Result<std::vector<std::string>> writeDump(const Compilation& compilation, const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return fail(Message{"capture.cannot_write", {folder.string(), failed.message()}});
  Dump dump(folder, fmt::format("module_{:04}.{}", compilation.id, clean(compilation.function)));
  dump.write(".jaxpr.txt", compilation.jaxpr);
  auto hasModule = [](const Stage& stage) { return stage.module != nullptr; };
  auto first = std::ranges::find_if(compilation.stages, hasModule);
  if (first == compilation.stages.end()) return std::move(dump).result();
  const Module& last = *std::ranges::find_if(compilation.stages.rbegin(), compilation.stages.rend(), hasModule)->module;
  std::string target = "." + (compilation.device.empty() ? "cpu" : clean(compilation.device)) + "_after_optimizations";
  dump.write(".before_optimizations.txt", hlo(*first->module));
  dump.write(".before_optimizations.dot", writeDot(*first->module));
  writeStages(dump, compilation);
  dump.write(target + ".txt", hlo(last));
  dump.write(target + ".dot", writeDot(last));
  if (!compilation.buffers.buffers.empty()) dump.write(target + "-buffer-assignment.txt", bufferText(compilation.buffers));
  writeKernels(dump, compilation);
  return std::move(dump).result();
}

}  // namespace onepot
