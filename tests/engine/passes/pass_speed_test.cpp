// What the pipeline takes: printed, and bounded generously so that only a change of order of magnitude fails.
#include <fmt/format.h>

#include <chrono>

#include "pass_testing.h"
#include "random_module.h"

using namespace onepot;

namespace {

double pipelineMilliseconds(const std::string& text) {
  auto module = parsed(text);
  std::vector<Stage> stages;
  DeviceFigures figures;
  auto start = std::chrono::steady_clock::now();
  auto results = runPasses(*module, {"cpu", cpuPasses(), {}}, figures, {}, stages);
  REQUIRE(results.has_value());
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("ten thousand instructions go through the pipeline in linear time") {
  double small = pipelineMilliseconds(randomModuleText(3, 800, false));
  double large = pipelineMilliseconds(randomModuleText(3, 8000, false));
  MESSAGE(fmt::format("about 1,000 instructions {:.1f} ms, about 10,000 {:.1f} ms", small, large));
  CHECK(large < 5000);
}

TEST_CASE("a chain of ten thousand operations") {
  std::string text = "ENTRY main {\n  x0 = f32[1024] parameter(0)\n";
  for (int i = 1; i < 10000; ++i)
    text += fmt::format("  x{} = f32[1024] {}(x{})\n", i, i % 2 == 0 ? "tanh" : "cosine", i - 1);
  double taken = pipelineMilliseconds(text + "  ROOT r = f32[1024] negate(x9999)\n}");
  MESSAGE(fmt::format("{:.1f} ms", taken));
  CHECK(taken < 5000);
}
