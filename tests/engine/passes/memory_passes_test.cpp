// Copies, order and places: what stands between fused kernels and a run.
#include "engine/passes/arena.h"
#include "engine/passes/buffer_assignment.h"
#include "pass_testing.h"

using namespace onepot;

namespace {

const std::vector<std::string> kMemory{"layout-assignment", "copy-insertion", "hlo-memory-scheduler",
                                       "buffer-assignment"};

int64_t bufferOf(const PassOutcome& outcome, const std::string& name, std::vector<int64_t> index = {}) {
  for (const auto& computation : outcome.module->computations())
    for (const auto& instruction : computation->instructions())
      for (const ValueBuffer& value : outcome.results.buffers.values)
        if (instruction->name() == name && value.instruction == instruction->id() && value.shapeIndex == index)
          return value.buffer;
  return -1;
}

}  // namespace

TEST_CASE("a loop's carry lies in one place, and an elementwise step works in it without a copy") {
  PassOutcome outcome = runPassesOn(R"(
body {
  p = (s32[], f32[8]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  one = s32[] constant(1)
  next = s32[] add(i, one)
  v = f32[8] get-tuple-element(p), index=1
  w = f32[8] tanh(v)
  ROOT t = (s32[], f32[8]) tuple(next, w)
}
cond {
  cp = (s32[], f32[8]) parameter(0)
  ci = s32[] get-tuple-element(cp), index=0
  n = s32[] constant(3)
  ROOT less = pred[] compare(ci, n), direction=LT
}
ENTRY main {
  x = f32[8] parameter(0)
  zero = s32[] constant(0)
  y = f32[8] negate(x)
  init = (s32[], f32[8]) tuple(zero, y)
  loop = (s32[], f32[8]) while(init), condition=cond, body=body
  ROOT r = f32[8] get-tuple-element(loop), index=1
})",
                                    kMemory);
  CHECK(verifyPlan(*outcome.module, outcome.results.buffers).empty());
  CHECK(outcome.count(Opcode::Copy) == 1);  // the counter's constant
  CHECK(bufferOf(outcome, "y") == bufferOf(outcome, "w"));
  CHECK(bufferOf(outcome, "y") == bufferOf(outcome, "loop", {1}));
}

TEST_CASE("results that are a parameter, a constant or one value twice are copied") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[8] parameter(0)
  c = f32[2] constant({1, 2})
  y = f32[8] negate(x)
  ROOT r = (f32[8], f32[2], f32[8], f32[8]) tuple(x, c, y, y)
})",
                                    kMemory);
  CHECK(outcome.count(Opcode::Copy) == 3);
  CHECK(verifyPlan(*outcome.module, outcome.results.buffers).empty());
}

TEST_CASE("the check finds a plan that lets values overlap") {
  PassOutcome outcome = runPassesOn(R"(
less {
  p = f32[] parameter(0)
  q = f32[] parameter(1)
  ROOT l = pred[] compare(p, q), direction=LT
}
ENTRY main {
  x = f32[8] parameter(0)
  a = f32[8] sort(x), dimensions={0}, to_apply=less
  b = f32[8] reverse(x), dimensions={0}
  c = f32[8] reverse(a), dimensions={0}
  ROOT r = f32[8] add(b, c)
})",
                                    kMemory);
  BufferPlan plan = outcome.results.buffers;
  REQUIRE(verifyPlan(*outcome.module, plan).empty());
  for (PlannedBuffer& buffer : plan.buffers) buffer.offset = 0;
  CHECK_FALSE(verifyPlan(*outcome.module, plan).empty());
}

TEST_CASE("an arena reuses what is free and keeps apart what is not") {
  int64_t total = 0;
  std::vector<int64_t> offsets = placeInArena({{100, 0, 1}, {100, 2, 3}, {50, 1, 2}}, 64, total);
  CHECK(offsets == std::vector<int64_t>{0, 0, 128});
  CHECK(total == 192);
}

TEST_CASE("the scheduler puts what frees much before what only adds") {
  PassOutcome outcome = runPassesOn(R"(
sum {
  sa = f32[] parameter(0)
  sb = f32[] parameter(1)
  ROOT sc = f32[] add(sa, sb)
}
ENTRY main {
  x = f32[] parameter(0)
  zero = f32[] constant(0)
  a = f32[1000] broadcast(x), dimensions={}
  b = f32[2000] broadcast(x), dimensions={}
  ra = f32[] reduce(a, zero), dimensions={0}, to_apply=sum
  rb = f32[] reduce(b, zero), dimensions={0}, to_apply=sum
  ROOT r = f32[] add(ra, rb)
})",
                                    {"layout-assignment", "hlo-memory-scheduler", "buffer-assignment"});
  CHECK(outcome.module->scheduled());
  CHECK(outcome.results.buffers.arenaBytes < 4 * 3000);
}
