// On random modules every stage computes what stage 0 does, and every plan keeps values apart.
#include "engine/passes/buffer_assignment.h"
#include "pass_testing.h"
#include "random_module.h"

using namespace onepot;

namespace {

void checkSeed(uint64_t seed, int size, bool loops) {
  std::string text = randomModuleText(seed, size, loops);
  INFO("seed ", seed, "\n", text);
  PassOutcome outcome = runPassesOn(text, cpuPasses());
  std::vector<Literal> arguments = randomArguments(*outcome.stages.front().module, seed);
  Literal wanted = evaluated(*outcome.stages.front().module, arguments);
  const Module* last = nullptr;
  for (const Stage& stage : outcome.stages) {
    if (stage.module.get() == last) continue;
    last = stage.module.get();
    std::string differs = difference(wanted, evaluated(*last, arguments), 1e-4);
    INFO("after ", stage.name, ": ", differs);
    REQUIRE(differs.empty());
  }
  std::vector<std::string> faults = verifyPlan(*outcome.module, outcome.results.buffers);
  INFO("plan: ", faults.empty() ? "" : faults.front(), "\n", outcome.text());
  REQUIRE(faults.empty());
}

}  // namespace

TEST_CASE("random graphs keep their values through the pipeline") {
  for (uint64_t seed = 1; seed <= 60; ++seed) checkSeed(seed, 20, false);
}

TEST_CASE("random graphs with loops keep their values, and their memory apart") {
  for (uint64_t seed = 1; seed <= 150; ++seed) checkSeed(seed, 24, true);
  checkSeed(1209, 40, true);  // a carry that one result spreads out and another overwrites
}
