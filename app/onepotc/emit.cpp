#include "app/onepotc/emit.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/capture/capture.h"
#include "engine/capture/run_report.h"
#include "engine/analysis/dot_writer.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ir/stablehlo_writer.h"

namespace onepot {

namespace {

std::string reportOfOne(const Compilation& compilation) {
  Capture capture;
  capture.outcome = Outcome::Done;
  capture.compilations.push_back(std::make_shared<Compilation>(compilation));
  return runReport(capture, {}).dump(2) + "\n";
}

/// A file that goes away with its owner.
struct TemporaryFile {
  std::string path = (std::filesystem::temp_directory_path() / "onepot-graph-XXXXXX").string();
  TemporaryFile() { ::close(::mkstemp(path.data())); }
  ~TemporaryFile() { std::filesystem::remove(path); }
};

}  // namespace

Result<std::string> emitModule(const Module& module, const Compilation& compilation, const std::string& form) {
  if (form == "stablehlo") return writeStableHlo(module);
  if (form == "dot") return writeDot(module);
  if (form == "svg") return dotToSvg(writeDot(module));
  if (form == "json") return reportOfOne(compilation);
  PrintOptions options;
  options.constantLimit = -1;
  return print(module, options);
}

Result<std::string> emitCode(const Compilation& compilation, const std::string& form) {
  if (form == "ptx") return fail(Message{"emit.no_ptx", {compilation.device}});
  std::string text;
  for (const Kernel& kernel : compilation.kernels) {
    const std::string& code = form == "llvm" ? kernel.llvmAfter : kernel.assembly;
    const char* comment = form == "llvm" ? "; " : "# ";
    text += comment + kernel.name + " (" + kernel.implementation + ")\n" + (code.empty() ? "" : code + "\n");
  }
  return text;
}

Result<std::string> dotToSvg(const std::string& dot) {
  TemporaryFile in;
  if (std::FILE* file = std::fopen(in.path.c_str(), "wb")) {
    std::fwrite(dot.data(), 1, dot.size(), file);
    std::fclose(file);
  }
  std::FILE* pipe = ::popen(("dot -Tsvg '" + in.path + "' 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return fail(Message{"emit.no_dot", {}});
  std::string svg;
  std::array<char, 65536> chunk;
  while (size_t count = std::fread(chunk.data(), 1, chunk.size(), pipe)) svg.append(chunk.data(), count);
  int status = ::pclose(pipe);
  if (status != 0 || svg.empty()) return fail(Message{"emit.no_dot", {}});
  return svg;
}

}  // namespace onepot
