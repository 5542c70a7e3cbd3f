#include <fmt/format.h>

#include "pass_testing.h"

using namespace onepot;

namespace {

const std::vector<std::string> kFuse{"layout-assignment", "fusion", "dce"};

const char* kAdd = R"(
add {
  add_p = f32[] parameter(0)
  add_q = f32[] parameter(1)
  ROOT add_r = f32[] add(add_p, add_q)
}
max {
  max_p = f32[] parameter(0)
  max_q = f32[] parameter(1)
  ROOT max_r = f32[] maximum(max_p, max_q)
}
)";

int64_t kernels(const PassOutcome& outcome) { return outcome.stages.back().statistics.kernels; }

}  // namespace

TEST_CASE("a reduction with a chain of producers is one kernel, and moved instructions keep their ids") {
  std::string text = std::string(kAdd) + R"(
ENTRY main {
  x = f32[2048,2048] parameter(0)
  t = f32[2048,2048] tanh(x)
  n = f32[2048,2048] negate(x)
  e = f32[2048,2048] exponential(n)
  m = f32[2048,2048] multiply(t, e)
  zero = f32[] constant(0)
  ROOT r = f32[] reduce(m, zero), dimensions={0,1}, to_apply=add
})";
  auto before = parsed(text);
  PassOutcome outcome = runPassesOn(text, kFuse);
  CHECK(kernels(outcome) == 1);
  const Instruction* root = outcome.module->entry()->root();
  REQUIRE(root->opcode() == Opcode::Fusion);
  CHECK(root->get<FusionAttributes>().kind == FusionKind::Input);
  const Computation* body = outcome.module->computation(root->called().front());
  for (const auto& instruction : before->entry()->instructions()) {
    if (instruction->opcode() == Opcode::Parameter) continue;
    const Instruction* moved = body->find(instruction->id());
    REQUIRE(moved != nullptr);
    CHECK(moved->name() == instruction->name());
  }
  REQUIRE(outcome.decision("m", "r") != nullptr);
  CHECK(outcome.decision("m", "r")->fused);
  CHECK(outcome.decision("m", "r")->rule == "reduction-input");
  CHECK(outcome.decision("m", "r")->fusion == root->id());
}

TEST_CASE("a chain of 128 operations is one kernel") {
  std::string text = "ENTRY main {\n  x = f32[1048576] parameter(0)\n";
  std::string last = "x";
  for (int i = 0; i < 64; ++i) {
    text +=
        fmt::format("  m{0} = f32[1048576] multiply({1}, x)\n  c{0} = f32[] constant({2})\n", i, last, 1.0 / (i + 1));
    text += fmt::format(
        "  b{0} = f32[1048576] broadcast(c{0}), dimensions={{}}\n  {1}a{0} = f32[1048576] add(m{0}, b{0})\n", i,
        i == 63 ? "ROOT " : "");
    last = fmt::format("a{}", i);
  }
  PassOutcome outcome = runPassesOn(text + "}", kFuse);
  CHECK(kernels(outcome) == 1);
  CHECK(outcome.module->entry()->size() == 2);
}

TEST_CASE("softmax: a row's maximum and sum are needed before") {
  PassOutcome outcome = runPassesOn(std::string(kAdd) + R"(
ENTRY main {
  x = f32[2048,2048] parameter(0)
  low = f32[] constant(-inf)
  zero = f32[] constant(0)
  m = f32[2048] reduce(x, low), dimensions={1}, to_apply=max
  mb = f32[2048,2048] broadcast(m), dimensions={0}
  d = f32[2048,2048] subtract(x, mb)
  e = f32[2048,2048] exponential(d)
  s = f32[2048] reduce(e, zero), dimensions={1}, to_apply=add
  sb = f32[2048,2048] broadcast(s), dimensions={0}
  ROOT z = f32[2048,2048] divide(e, sb)
})",
                                    kFuse);
  CHECK(kernels(outcome) >= 2);
  CHECK(kernels(outcome) <= 4);
  REQUIRE(outcome.decision("m", "mb") != nullptr);
  CHECK_FALSE(outcome.decision("m", "mb")->fused);
  CHECK(outcome.decision("m", "mb")->rule == "reduction-needed-before");
  CHECK(outcome.decision("d", "e")->fused);
}

TEST_CASE("cheap work on a reduction's results joins its kernel; scalars of the next wait for it") {
  PassOutcome outcome = runPassesOn(std::string(kAdd) + R"(
ENTRY main {
  x = f32[2048,2048] parameter(0)
  zero = f32[] constant(0)
  n = f32[] constant(4194304)
  s = f32[] reduce(x, zero), dimensions={0,1}, to_apply=add
  mean = f32[] divide(s, n)
  mb = f32[2048,2048] broadcast(mean), dimensions={}
  d = f32[2048,2048] subtract(x, mb)
  q = f32[2048,2048] multiply(d, d)
  s2 = f32[] reduce(q, zero), dimensions={0,1}, to_apply=add
  ROOT v = f32[] divide(s2, n)
})",
                                    kFuse);
  CHECK(kernels(outcome) == 2);
  CHECK(outcome.decision("s2", "v")->rule == "reduction-epilogue");
}

TEST_CASE("pairwise distance is one kernel") {
  PassOutcome outcome = runPassesOn(std::string(kAdd) + R"(
ENTRY main {
  a = f32[1024,8] parameter(0)
  b = f32[1024,8] parameter(1)
  zero = f32[] constant(0)
  eps = f32[] constant(1e-9)
  ab = f32[1024,1024,8] broadcast(a), dimensions={0,2}
  bb = f32[1024,1024,8] broadcast(b), dimensions={1,2}
  d = f32[1024,1024,8] subtract(ab, bb)
  q = f32[1024,1024,8] multiply(d, d)
  s = f32[1024,1024] reduce(q, zero), dimensions={2}, to_apply=add
  e = f32[1024,1024] broadcast(eps), dimensions={}
  p = f32[1024,1024] add(s, e)
  ROOT r = f32[1024,1024] sqrt(p)
})",
                                    kFuse);
  CHECK(kernels(outcome) == 1);
}

TEST_CASE("a dot stays a library call, on both sides") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[512,1024] parameter(0)
  w = f32[1024,1024] parameter(1)
  b = f32[1024] parameter(2)
  zero = f32[] constant(0)
  t = f32[512,1024] tanh(x)
  y = f32[512,1024] dot(t, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  bb = f32[512,1024] broadcast(b), dimensions={1}
  z = f32[512,1024] add(y, bb)
  zz = f32[512,1024] broadcast(zero), dimensions={}
  ROOT r = f32[512,1024] maximum(z, zz)
})",
                                    kFuse);
  CHECK(kernels(outcome) == 3);
  CHECK(outcome.decision("t", "y")->rule == "consumer-is-library-call");
  CHECK(outcome.decision("y", "z")->rule == "producer-is-library-call");
}

TEST_CASE("results over the same elements are one kernel with several results") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[512,512] parameter(0)
  y = f32[512,512] parameter(1)
  a = f32[512,512] multiply(x, x)
  b = f32[512,512] add(a, y)
  c = f32[512,512] subtract(x, y)
  ROOT t = (f32[512,512], f32[512,512], f32[512,512]) tuple(a, b, c)
})",
                                    kFuse);
  CHECK(kernels(outcome) == 1);
  CHECK(outcome.decision("a", "b")->fused);
  CHECK(outcome.decision("a", "b")->rule == "multi-output-producer");
}

TEST_CASE("small kernels of equal dimensions run as one though they share nothing") {
  std::string text = "ENTRY main {\n  half = f32[] constant(0.5)\n", names, shapes;
  for (int i = 0; i < 32; ++i) {
    text += fmt::format(
        "  x{0} = f32[8] parameter({0})\n  b{0} = f32[8] broadcast(half), dimensions={{}}\n"
        "  y{0} = f32[8] multiply(x{0}, b{0})\n",
        i);
    names += fmt::format("{}y{}", i == 0 ? "" : ", ", i);
    shapes += i == 0 ? "f32[8]" : ", f32[8]";
  }
  PassOutcome outcome = runPassesOn(text + "  ROOT t = (" + shapes + ") tuple(" + names + ")\n}", kFuse);
  CHECK(kernels(outcome) == 1);
}

TEST_CASE("the user's word and the policy win over the model") {
  std::string text = R"(
ENTRY main {
  x = f32[4096] parameter(0)
  t = f32[4096] tanh(x)
  ROOT n = f32[4096] negate(t)
})";
  PassOptions apart;
  apart.fusionOverrides[{"t", "n"}] = false;
  PassOutcome outcome = runPassesOn(text, kFuse, apart);
  CHECK(kernels(outcome) == 2);
  CHECK(outcome.decision("t", "n")->forced);
  PassOptions none;
  none.fusionPolicy = FusionPolicy::None;
  outcome = runPassesOn(text, kFuse, none);
  CHECK(kernels(outcome) == 2);
  CHECK(outcome.decision("t", "n")->rule == "policy-none");
}

TEST_CASE("an expensive producer that many elements would ask for again stays apart") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  x = f32[4096] parameter(0)
  y = f32[4096,4096] parameter(1)
  e = f32[4096] exponential(x)
  eb = f32[4096,4096] broadcast(e), dimensions={1}
  ROOT z = f32[4096,4096] multiply(eb, y)
})",
                                    kFuse);
  CHECK(kernels(outcome) == 2);
  CHECK(outcome.decision("e", "eb")->rule == "expensive-producer-reused");
}

TEST_CASE("an update in place is not fused with what reads its operand elsewhere") {
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  u = f32[1024] parameter(0)
  i = s32[] parameter(1)
  s = f32[512] slice(u), slice={[100:612]}
  w = f32[512] negate(s)
  ROOT r = f32[1024] dynamic-update-slice(u, w, i)
})",
                                    kFuse);
  CHECK(kernels(outcome) == 2);
  CHECK(outcome.decision("s", "w")->rule == "in-place-hazard");
}

TEST_CASE("kernels that wait for each other over an earlier merge stay apart") {
  // a and b become one kernel; from then on s waits for e (over d, b, a, c), though e stands after it in the program.
  PassOutcome outcome = runPassesOn(R"(
ENTRY main {
  q = f32[8] parameter(0)
  w = f32[8] parameter(1)
  a = f32[8] sine(q)
  c = f32[8] custom-call(a), custom_call_target="first"
  s = f32[8] multiply(c, w)
  e = f32[8] exponential(w)
  d = f32[8] custom-call(e), custom_call_target="second"
  b = f32[8] multiply(d, q)
  ROOT t = (f32[8], f32[8], f32[8], f32[8]) tuple(a, s, e, b)
})",
                                    kFuse);
  CHECK(outcome.stages.back().statistics.fusions == 1);
}
