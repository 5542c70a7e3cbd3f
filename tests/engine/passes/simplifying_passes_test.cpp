#include "pass_testing.h"
#include "random_module.h"

using namespace onepot;

namespace {

/// Runs `passes` and asserts that the value is the same on random arguments.
PassOutcome runSame(const std::string& text, std::vector<std::string> passes) {
  PassOutcome outcome = runPassesOn(text, std::move(passes));
  std::vector<Literal> arguments = randomArguments(*outcome.module, 5);
  CHECK(difference(evaluated(*parsed(text), arguments), evaluated(*outcome.module, arguments), 1e-5) == "");
  return outcome;
}

std::string loopText(int trips) {
  return R"(
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
  n = s32[] constant()" +
         std::to_string(trips) + R"()
  ROOT less = pred[] compare(ci, n), direction=LT
}
ENTRY main {
  x = f32[8] parameter(0)
  zero = s32[] constant(0)
  init = (s32[], f32[8]) tuple(zero, x)
  loop = (s32[], f32[8]) while(init), condition=cond, body=body
  ROOT r = f32[8] get-tuple-element(loop), index=1
})";
}

}  // namespace

TEST_CASE("constant-folding computes what depends on constants alone, and spreads scalars once") {
  PassOutcome outcome = runSame(R"(
ENTRY main {
  x = f32[4] parameter(0)
  a = f32[] constant(2)
  b = f32[] constant(3)
  c = f32[] multiply(a, b)
  ab = f32[4] broadcast(c), dimensions={}
  bb = f32[4] broadcast(b), dimensions={}
  s = f32[4] add(ab, bb)
  ROOT r = f32[4] multiply(x, s)
})",
                                {"constant-folding", "dce"});
  CHECK(outcome.count(Opcode::Add) == 0);
  CHECK(outcome.count(Opcode::Multiply) == 1);
}

TEST_CASE("constant-folding leaves alone what would grow the module") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  a = f32[] constant(2)
  v = f32[1000] broadcast(a), dimensions={}
  ROOT i = f32[100000] pad(v, a), padding=0_99000
})",
                                    {"constant-folding"});
  CHECK_FALSE(outcome.changed());
}

TEST_CASE("while-loop-simplifier: never, once, more often") {
  CHECK(runSame(loopText(0), {"while-loop-simplifier", "tuple-simplifier", "dce"}).count(Opcode::While) == 0);
  PassOutcome once = runSame(loopText(1), {"while-loop-simplifier", "tuple-simplifier", "dce"});
  CHECK(once.count(Opcode::While) == 0);
  CHECK(once.count(Opcode::Tanh) == 1);
  CHECK_FALSE(runPassesOn(loopText(2), {"while-loop-simplifier"}).changed());
}

TEST_CASE("reshape-mover does the work first where all operands went through the same transpose") {
  PassOutcome outcome = runSame(R"(
ENTRY main {
  x = f32[2,3] parameter(0)
  y = f32[2,3] parameter(1)
  a = f32[3,2] transpose(x), dimensions={1,0}
  b = f32[3,2] transpose(y), dimensions={1,0}
  ROOT r = f32[3,2] add(a, b)
})",
                                {"reshape-mover"});
  CHECK(outcome.count(Opcode::Transpose) == 1);
  CHECK(outcome.module->entry()->root()->opcode() == Opcode::Transpose);
}

TEST_CASE("transpose-folding turns a transposed operand into dimension numbers") {
  PassOutcome outcome = runSame(R"(
ENTRY main {
  x = f32[2,3] parameter(0)
  y = f32[4,3] parameter(1)
  t = f32[3,4] transpose(y), dimensions={1,0}
  ROOT r = f32[2,4] dot(x, t), lhs_contracting_dims={1}, rhs_contracting_dims={0}
})",
                                {"transpose-folding", "dce"});
  CHECK(outcome.count(Opcode::Transpose) == 0);
  CHECK(outcome.module->entry()->root()->get<DotAttributes>().rhsContracting == std::vector<int64_t>{1});
}

TEST_CASE("transpose-folding leaves a transpose that changes the order of the result") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[2,3] parameter(0)
  y = f32[4,5,3] parameter(1)
  t = f32[3,5,4] transpose(y), dimensions={2,1,0}
  ROOT r = f32[2,5,4] dot(x, t), lhs_contracting_dims={1}, rhs_contracting_dims={0}
})",
                                    {"transpose-folding"});
  CHECK_FALSE(outcome.changed());
}

TEST_CASE("zero-sized-hlo-elimination, and what is left of a module with empty arrays") {
  PassOutcome outcome = runSame(R"(
ENTRY main {
  x = f32[0,3] parameter(0)
  y = f32[2,3] parameter(1)
  e = f32[0,3] exponential(x)
  ROOT c = f32[2,3] concatenate(e, y), dimensions={0}
})",
                                {"zero-sized-hlo-elimination"});
  CHECK(outcome.count(Opcode::Exponential) == 0);
}
