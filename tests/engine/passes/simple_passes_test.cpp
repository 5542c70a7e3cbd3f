#include "pass_testing.h"

using namespace onepot;

TEST_CASE("dce removes what no result depends on") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[4] parameter(0)
  y = f32[4] parameter(1)
  unused = f32[4] exponential(x)
  unused2 = f32[4] add(unused, y)
  ROOT z = f32[4] multiply(x, x)
})",
                                    {"dce"});
  CHECK(outcome.changed());
  CHECK(outcome.module->entry()->size() == 3);
  CHECK(outcome.stages.back().rewrites.size() == 2);
}

TEST_CASE("a pass that finds nothing shares the stage before") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[4] parameter(0)
  ROOT z = f32[4] multiply(x, x)
})",
                                    {"dce", "call-inliner", "dce"});
  CHECK(outcome.stages[1].state == StageState::NoEffect);
  CHECK(outcome.stages[1].module == outcome.stages[0].module);
  CHECK(outcome.stages[2].state == StageState::NotApplicable);
  CHECK(outcome.stages[3].name == "dce#2");
}

TEST_CASE("cse merges equal operations, commuted operands and equal combiners") {
  PassOutcome outcome = runPassesOn(R"(
a {
  p = f32[] parameter(0)
  q = f32[] parameter(1)
  ROOT s = f32[] add(p, q)
}
b {
  v = f32[] parameter(0)
  w = f32[] parameter(1)
  ROOT t = f32[] add(v, w)
}
ENTRY main {
  x = f32[4] parameter(0)
  y = f32[4] parameter(1)
  zero = f32[] constant(0)
  zero2 = f32[] constant(0)
  m = f32[4] add(x, y)
  n = f32[4] add(y, x)
  r = f32[] reduce(m, zero), dimensions={0}, to_apply=a
  s = f32[] reduce(n, zero2), dimensions={0}, to_apply=b
  ROOT t = (f32[], f32[]) tuple(r, s)
})",
                                    {"cse", "dce"});
  CHECK(outcome.count(Opcode::Reduce) == 1);
  CHECK(outcome.module->entry()->root()->operand(0) == outcome.module->entry()->root()->operand(1));
}

TEST_CASE("cse keeps random numbers and differing attributes apart") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[2,2] parameter(0)
  a = f32[2,2] transpose(x), dimensions={1,0}
  b = f32[2,2] transpose(x), dimensions={0,1}
  ROOT t = (f32[2,2], f32[2,2]) tuple(a, b)
})",
                                    {"cse"});
  CHECK_FALSE(outcome.changed());
}

TEST_CASE("call-inliner keeps the identity of what it moves") {
  const char* text = R"(
f {
  p = f32[4] parameter(0)
  ROOT inner = f32[4] exponential(p)
}
ENTRY main {
  x = f32[4] parameter(0)
  c = f32[4] call(x), to_apply=f
  ROOT z = f32[4] negate(c)
})";
  InstructionId before = 0;
  auto original = parsed(text);
  for (const auto& computation : original->computations())
    for (const auto& instruction : computation->instructions())
      if (instruction->name() == "inner") before = instruction->id();
  PassOutcome outcome = runPassesOn(text, {"call-inliner"});
  REQUIRE(outcome.find("inner") != nullptr);
  CHECK(outcome.find("inner")->id() == before);
  CHECK(outcome.count(Opcode::Call) == 0);
  CHECK(outcome.module->computations().size() == 1);
}

TEST_CASE("tuple-simplifier takes elements straight from their makers") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[4] parameter(0)
  y = f32[4] parameter(1)
  t = (f32[4], f32[4]) tuple(x, y)
  e = f32[4] get-tuple-element(t), index=1
  ROOT z = f32[4] negate(e)
})",
                                    {"tuple-simplifier", "dce"});
  CHECK(outcome.module->entry()->root()->operand(0)->name() == "y");
  CHECK(outcome.count(Opcode::Tuple) == 0);
}

TEST_CASE("layout-assignment gives every array a row-major layout, and copies where the caller's differs") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[2,3]{0,1} parameter(0)
  ROOT z = f32[2,3] negate(x)
})",
                                    {"layout-assignment"});
  const Instruction* root = outcome.module->entry()->root();
  CHECK(root->shape().layout()->minorToMajor == std::vector<int64_t>{1, 0});
  CHECK(root->operand(0)->opcode() == Opcode::Copy);
  CHECK(root->operand(0)->operand(0)->shape().layout()->minorToMajor == std::vector<int64_t>{0, 1});
}

TEST_CASE("an unknown pass is the user's mistake") {
  auto module = parsed("ENTRY main { ROOT x = f32[] parameter(0) }");
  std::vector<Stage> stages;
  DeviceFigures figures;
  auto results = runPasses(*module, {"cpu", {"nonsense"}, {}}, figures, {}, stages);
  REQUIRE_FALSE(results.has_value());
  CHECK(results.error().front().message.id == "pass.unknown");
}

TEST_CASE("a rearrangement sinks past constants of one element, whatever their dimensions") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[2,1] parameter(0)
  y = f32[1,1] parameter(1)
  wide = f32[1,2] transpose(x), dimensions={1,0}
  two = f32[1] constant({2})
  twos = f32[1,2] broadcast(two), dimensions={0}
  m = f32[1,2] multiply(wide, twos)
  flat = f32[1] reshape(y)
  three = f32[1] constant({3})
  n = f32[1] add(flat, three)
  ROOT t = (f32[1,2], f32[1]) tuple(m, n)
})",
                                    {"reshape-mover"});
  CHECK(outcome.changed());
  CHECK(outcome.module->entry()->root()->operand(0)->opcode() == Opcode::Transpose);
  CHECK(outcome.module->entry()->root()->operand(1)->opcode() == Opcode::Reshape);
}
