// Random modules: the evaluator before the passes = the evaluator after each pass = the CPU.
#include "tests/backend/backend_testing.h"
#include "tests/engine/passes/pass_testing.h"
#include "tests/engine/passes/random_module.h"
#include "tests/fuzz/seeds.h"

using namespace onepot;

namespace {

Literal whole(std::vector<Literal> parts, const Shape& shape) {
  return shape.isTuple() ? Literal::tuple(std::move(parts)) : std::move(parts.front());
}

void checkSeed(uint64_t seed) {
  const std::string text = randomModuleText(seed, 10 + static_cast<int>(seed % 30), seed % 3 == 0);
  INFO("seed ", seed, "\n", text);
  PassOutcome outcome = runPassesOn(text, cpuPasses());
  const std::vector<Literal> arguments = onepot::randomArguments(*outcome.stages.front().module, seed);
  const Literal wanted = evaluated(*outcome.stages.front().module, arguments);
  const Module* last = nullptr;
  for (const Stage& stage : outcome.stages) {
    if (stage.module.get() == last) continue;
    last = stage.module.get();
    const std::string differs = difference(wanted, evaluated(*last, arguments), 1e-4);
    INFO("after ", stage.name, ": ", differs);
    REQUIRE(differs.empty());
  }
  const onepot::testing::Compiled made = onepot::testing::compiled(text);
  const std::string differs =
      difference(wanted, whole(onepot::testing::runCpu(*made.executable, arguments), wanted.shape()), 1e-4);
  INFO("on the CPU: ", differs);
  REQUIRE(differs.empty());
}

}  // namespace

TEST_CASE("random modules compute the same before, after every pass, and on the CPU") {
  forSeeds("modules", 25, checkSeed);
}
