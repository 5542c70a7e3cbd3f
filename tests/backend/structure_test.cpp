// Movement, reductions, dots, loops and fusions: the CPU's result against the evaluator's.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "tests/backend/backend_testing.h"

using namespace onepot;
using namespace onepot::testing;

namespace {

std::string entry(const std::string& body) { return "HloModule m\n" + body; }

constexpr const char* kAdd = "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }\n";

std::string reduceModule(const std::string& opcode, const std::string& type, const std::string& in,
                         const std::string& out, const std::string& dims, const std::string& init) {
  return fmt::format(
      "HloModule m\nf {{ a = {1}[] parameter(0) b = {1}[] parameter(1) ROOT r = {1}[] {0}(a, b) }}\n"
      "ENTRY e {{\n  p = {1}[{2}] parameter(0)\n  i = {1}[] constant({5})\n"
      "  ROOT r = {1}[{3}] reduce(p, i), dimensions={{{4}}}, to_apply=f\n}}\n",
      opcode, type, in, out, dims, init);
}

}  // namespace

TEST_CASE("movement") {
  for (
      const char* line :
      {"p = f32[5,7] parameter(0)\n ROOT r = f32[7,5] transpose(p), dimensions={1,0}",
       "p = f32[67,131] parameter(0)\n t = f32[131,67] transpose(p), dimensions={1,0}\n ROOT r = f32[131,67] negate(t)",
       "p = s32[128,128] parameter(0)\n t = s32[128,128] transpose(p), dimensions={1,0}\n ROOT r = s32[128,128] add(p, "
       "t)",
       "p = s16[3,4,5] parameter(0)\n ROOT r = s16[5,3,4] transpose(p), dimensions={2,0,1}",
       "p = f32[6,10] parameter(0)\n ROOT r = f32[6,10] reverse(p), dimensions={1}",
       "p = s8[6,40] parameter(0)\n ROOT r = s8[6,40] reverse(p), dimensions={0,1}",
       "p = f32[20,30] parameter(0)\n s = f32[5,9] slice(p), slice={[3:18:3],[2:29:3]}\n ROOT r = f32[5,9] negate(s)",
       "p = f32[20,32] parameter(0)\n s = f32[2,32] slice(p), slice={[4:6],[0:32]}\n ROOT r = f32[64] reshape(s)",
       "p = f32[20] parameter(0)\n q = f32[13] parameter(1)\n c = f32[53] concatenate(p, q, p), dimensions={0}\n ROOT "
       "r = f32[53] negate(c)",
       "p = u8[4,20] parameter(0)\n q = u8[4,3] parameter(1)\n c = u8[4,23] concatenate(p, q), dimensions={1}\n ROOT r "
       "= u8[4,23] not(c)",
       "p = f32[6,20] parameter(0)\n q = f32[3,20] parameter(1)\n ROOT c = f32[9,20] concatenate(p, q), dimensions={0}",
       "p = f32[9,17] parameter(0)\n z = f32[] parameter(1)\n ROOT r = f32[14,38] pad(p, z), padding=2_3x4_1_1",
       "p = f32[9,17] parameter(0)\n z = f32[] parameter(1)\n ROOT r = f32[7,18] pad(p, z), padding=-1_-1x-2_3",
       "p = f32[16,16] parameter(0)\n i = s32[] parameter(1)\n j = s32[] parameter(2)\n ROOT r = f32[4,8] "
       "dynamic-slice(p, i, j), dynamic_slice_sizes={4,8}",
       "p = f32[16,16] parameter(0)\n u = f32[3,5] parameter(1)\n i = s32[] parameter(2)\n j = s32[] parameter(3)\n n "
       "= f32[16,16] negate(p)\n ROOT r = f32[16,16] dynamic-update-slice(n, u, i, j)",
       "ROOT r = s32[3,40] iota(), iota_dimension=1",
       "ROOT r = f32[40,3] iota(), iota_dimension=0",
       "ROOT r = u8[300] iota(), iota_dimension=0",
       "p = f32[3,1,8] parameter(0)\n b = f32[3,1,5,8] broadcast(p), dimensions={0,1,3}\n ROOT r = f32[3,1,5,8] "
       "negate(b)",
       "p = f32[12,10] parameter(0)\n q = f32[8,15] reshape(p)\n b = f32[8,15] negate(q)\n ROOT r = f32[15,8] "
       "transpose(b), dimensions={1,0}",
       "p = f32[0,4] parameter(0)\n ROOT r = f32[0,4] negate(p)",
       "p = pred[70] parameter(0)\n ROOT r = pred[70] reverse(p), dimensions={0}",
       "p = f32[10,6] parameter(0)\n i = s32[7,1] parameter(1)\n ROOT r = f32[7,6] gather(p, i), offset_dims={1}, "
       "collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,6}"}) {
    const std::string text = entry("ENTRY e {\n " + std::string(line) + "\n}\n");
    INFO(text);
    CHECK(cpuAgainstEvaluator(text) == 0);
  }
}

TEST_CASE("reductions of all layouts") {
  struct Layout {
    const char *in, *out, *dims;
  };
  for (const Layout& layout : {Layout{"7", "", "0"},
                               {"5000", "", "0"},
                               {"300,300", "", "0,1"},
                               {"300000", "", "0"},
                               {"40,5", "40", "1"},
                               {"40,50", "40", "1"},
                               {"40,50", "50", "0"},
                               {"3,70,9", "3,9", "1"},
                               {"4000,8", "8", "0"},
                               {"70000,3", "3", "0"},
                               {"65,1500", "1500", "0"},
                               {"6,7,8,9", "7,9", "0,2"},
                               {"6,7,8,9", "6,8", "1,3"},
                               {"9,2000", "9", "1"},
                               {"12,0", "12", "1"},
                               {"300,1,300", "1", "0,2"},
                               {"1000,13", "13", "0"},
                               {"2,3,40000", "2,3", "2"}}) {
    for (const char* opcode : {"add", "maximum", "multiply", "xor"}) {
      INFO(opcode, " ", std::string(layout.in), " over ", std::string(layout.dims));
      CHECK(cpuAgainstEvaluator(reduceModule(opcode, "s32", layout.in, layout.out, layout.dims, "3")) == 0);
    }
    for (const char* opcode : {"maximum", "minimum"})
      CHECK(cpuAgainstEvaluator(reduceModule(opcode, "f32", layout.in, layout.out, layout.dims, "-1.5")) == 0);
  }
}

TEST_CASE("float sums are as near to the exact sum as a tree's") {
  for (const auto& [in, out, dims] :
       {std::tuple{"4194304", "", "0"}, {"2048,2048", "", "0,1"}, {"512,4096", "512", "1"}, {"4096,300", "300", "0"}}) {
    const std::string text = reduceModule("add", "f32", in, out, dims, "0");
    Compiled made = compiled(text);
    const Shape shape = made.module->entry()->parameters()[0]->shape();
    Literal values(shape.withoutLayout());
    std::mt19937 random(5);
    for (float& v : values.mutableAs<float>()) v = static_cast<float>(random() % 1000) / 999.0f;
    Literal result = runCpu(*made.executable, {values})[0];
    // The exact sums in double: rows of the last, or of the first dimension.
    const int64_t results = result.shape().elementCount(), count = shape.elementCount() / results;
    const bool columns = std::string(dims) == "0" && shape.rank() == 2;
    double worst = 0;
    for (int64_t r = 0; r < results; ++r) {
      double exact = 0;
      for (int64_t k = 0; k < count; ++k)
        exact += values.as<float>()[static_cast<size_t>(columns ? k * results + r : r * count + k)];
      worst = std::max(worst, std::abs(result.doubleAt(r) - exact) / exact);
    }
    CHECK(worst < 2e-6);
  }
}

TEST_CASE("argmax: several operands, NaN first, lowest index on ties") {
  const std::string text =
      "HloModule m\nf { a = f32[] parameter(0) i = s32[] parameter(1) b = f32[] parameter(2) j = s32[] parameter(3)\n"
      " n = pred[] compare(a, a), direction=NE g = pred[] compare(a, b), direction=GT o = pred[] or(g, n)\n"
      " q = pred[] compare(a, b), direction=EQ l = pred[] compare(i, j), direction=LT w = pred[] and(q, l) t = pred[] "
      "or(o, w)\n"
      " v = f32[] select(o, a, b) k = s32[] select(t, i, j) ROOT r = (f32[], s32[]) tuple(v, k) }\n"
      "ENTRY e {\n p = f32[33,100] parameter(0)\n i = s32[33,100] iota(), iota_dimension=1\n m = f32[] "
      "constant(-inf)\n z = s32[] constant(0)\n"
      " ROOT r = (f32[33], s32[33]) reduce(p, i, m, z), dimensions={1}, to_apply=f\n}\n";
  CHECK(cpuAgainstEvaluator(text, 3, false) == 0);
}

TEST_CASE("dots") {
  for (const char* line : {"a = f32[33,65] parameter(0)\n b = f32[65,47] parameter(1)\n ROOT r = f32[33,47] dot(a, b), "
                           "lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                           "a = f32[65,33] parameter(0)\n b = f32[47,65] parameter(1)\n ROOT r = f32[33,47] dot(a, b), "
                           "lhs_contracting_dims={0}, rhs_contracting_dims={1}",
                           "a = f32[5,9,7] parameter(0)\n b = f32[5,7,3] parameter(1)\n ROOT r = f32[5,9,3] dot(a, b), "
                           "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}",
                           "a = f32[9,5,7] parameter(0)\n b = f32[3,5,7] parameter(1)\n ROOT r = f32[5,9,3] dot(a, b), "
                           "lhs_batch_dims={1}, rhs_batch_dims={1}, lhs_contracting_dims={2}, rhs_contracting_dims={2}",
                           "a = f32[64] parameter(0)\n b = f32[64] parameter(1)\n ROOT r = f32[] dot(a, b), "
                           "lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                           "a = f32[4,0] parameter(0)\n b = f32[0,3] parameter(1)\n ROOT r = f32[4,3] dot(a, b), "
                           "lhs_contracting_dims={1}, rhs_contracting_dims={0}"}) {
    const std::string text = entry("ENTRY e {\n " + std::string(line) + "\n}\n");
    Compiled made = compiled(text);
    std::vector<Literal> arguments = randomArguments(*made.module, 2, false);
    Literal cpu = runCpu(*made.executable, arguments)[0], exact = runEvaluator(*made.module, arguments)[0];
    for (int64_t i = 0; i < cpu.shape().elementCount(); ++i)
      CHECK(cpu.doubleAt(i) == doctest::Approx(exact.doubleAt(i)).epsilon(1e-4));
  }
  for (const char* type : {"s32", "s8", "u64", "f64"}) {
    const std::string text = fmt::format(
        "HloModule m\nENTRY e {{\n a = {0}[13,21] parameter(0)\n b = {0}[21,18] parameter(1)\n"
        " ROOT r = {0}[13,18] dot(a, b), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}\n}}\n",
        type);
    const double apart = cpuAgainstEvaluator(text, 4, false);
    CHECK(apart <= (std::string(type) == "f64" ? 1e5 : 0));
  }
}

TEST_CASE("a fusion of elementwise work, a reduction and an epilogue") {
  const std::string text =
      entry(std::string(kAdd) +
            "ENTRY e {\n x = f32[64,96] parameter(0)\n z = f32[] constant(0)\n t = f32[64,96] multiply(x, x)\n"
            " s = f32[64] reduce(t, z), dimensions={1}, to_apply=add\n h = f32[] constant(0.5)\n hb = f32[64] "
            "broadcast(h), dimensions={}\n"
            " ROOT r = f32[64] multiply(s, hb)\n}\n");
  Compiled made = compiled(text);
  std::vector<Literal> arguments = randomArguments(*made.module, 2, false);
  Literal cpu = runCpu(*made.executable, arguments)[0], exact = runEvaluator(*made.module, arguments)[0];
  for (int64_t i = 0; i < 64; ++i) CHECK(cpu.doubleAt(i) == doctest::Approx(exact.doubleAt(i)).epsilon(1e-5));
}

TEST_CASE("loops: in code, and step by step") {
  const auto loop = [](const std::string& shape) {
    return fmt::format(
        "HloModule m\nc {{ s = (s32[], {0}) parameter(0) i = s32[] get-tuple-element(s), index=0 n = s32[] "
        "constant(10) ROOT r = pred[] compare(i, n), direction=LT }}\n"
        "b {{ s = (s32[], {0}) parameter(0) i = s32[] get-tuple-element(s), index=0 x = {0} get-tuple-element(s), "
        "index=1 o = s32[] constant(1) j = s32[] add(i, o)\n"
        " y = {0} multiply(x, x) z = {0} subtract(y, x) ROOT r = (s32[], {0}) tuple(j, z) }}\n"
        "ENTRY e {{ p = {0} parameter(0) z = s32[] constant(0) t = (s32[], {0}) tuple(z, p) w = (s32[], {0}) while(t), "
        "condition=c, body=b\n"
        " ROOT r = {0} get-tuple-element(w), index=1 }}\n",
        shape);
  };
  for (const char* shape : {"s32[]", "s32[5]", "s32[48]", "s32[200,100]"}) CHECK(cpuAgainstEvaluator(loop(shape)) == 0);
}

TEST_CASE("a reduction inside a small loop is computed anew in every iteration, in body and condition") {
  for (const char* dims : {"5", "48", "6,3"}) {
    const std::string every = std::string(dims) == "6,3" ? "0,1" : "0";
    const std::string text = fmt::format(
        "HloModule m\n"
        "sum {{ a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] add(a, b) }}\n"
        "c {{ s = (s32[], s32[{0}]) parameter(0) i = s32[] get-tuple-element(s), index=0 x = s32[{0}] "
        "get-tuple-element(s), index=1 z = s32[] constant(0) t = s32[] reduce(x, z), dimensions={{{1}}}, to_apply=sum "
        "k = s32[] constant(3) l = pred[] compare(i, k), direction=LT d = pred[] compare(t, i), direction=NE "
        "ROOT r = pred[] and(l, d) }}\n"
        "b {{ s = (s32[], s32[{0}]) parameter(0) i = s32[] get-tuple-element(s), index=0 x = s32[{0}] "
        "get-tuple-element(s), index=1 o = s32[] constant(1) j = s32[] add(i, o) z = s32[] constant(0) "
        "t = s32[] reduce(x, z), dimensions={{{1}}}, to_apply=sum v = s32[{0}] broadcast(t), dimensions={{}} "
        "y = s32[{0}] add(x, v) ROOT r = (s32[], s32[{0}]) tuple(j, y) }}\n"
        "ENTRY e {{ p = s32[{0}] parameter(0) z = s32[] constant(0) t = (s32[], s32[{0}]) tuple(z, p) "
        "w = (s32[], s32[{0}]) while(t), condition=c, body=b ROOT r = s32[{0}] get-tuple-element(w), index=1 }}\n",
        dims, every);
    for (uint64_t seed : {1, 2, 3}) CHECK(cpuAgainstEvaluator(text, seed) == 0);
  }
}

TEST_CASE("conditional") {
  const std::string text =
      "HloModule m\nt { x = s32[9] parameter(0) ROOT r = s32[9] negate(x) }\nf { x = s32[9] parameter(0) ROOT r = "
      "s32[9] not(x) }\n"
      "ENTRY e { p = pred[] parameter(0) x = s32[9] parameter(1) ROOT r = s32[9] conditional(p, x, x), "
      "true_computation=t, false_computation=f }\n";
  for (uint64_t seed : {1, 2, 3, 4}) CHECK(cpuAgainstEvaluator(text, seed) == 0);
}

TEST_CASE("cancelling a long run") {
  const std::string text =
      "HloModule m\nc { s = s32[] parameter(0) n = s32[] constant(0) ROOT r = pred[] compare(s, n), direction=GE }\n"
      "b { s = s32[] parameter(0) n = s32[] constant(1) m = s32[] constant(2) a = s32[] xor(s, n) ROOT r = s32[] "
      "and(a, m) }\n"
      "ENTRY e { p = s32[] parameter(0) ROOT w = s32[] while(p), condition=c, body=b }\n";
  Compiled made = compiled(text);
  RunOptions options;
  options.cancel.cancel();
  std::vector<Array> arguments{Array(&cpu(), Literal::scalarInt(ElementType::S32, 5))};
  auto result = made.executable->run(arguments, options);
  REQUIRE(!result.has_value());
  CHECK(result.error().front().message.id == "run.cancelled");
}

TEST_CASE("code of tanh and exp is vector code that knows its instructions") {
  const std::string text =
      "HloModule m\nENTRY e {\n x = f32[4096] parameter(0)\n t = f32[4096] tanh(x)\n ROOT r = f32[4096] "
      "exponential(t)\n}\n";
  Compiled made = compiled(text, {.keepLlvmIr = true, .keepAssembly = true});
  const Kernel& kernel = made.executable->kernels().front();
  CHECK(kernel.vectorWidth >= 8);
  CHECK(kernel.assembly.find("ymm") != std::string::npos);
  CHECK(kernel.assembly.find("vdivps") != std::string::npos);
  CHECK(kernel.assembly.find("call") == std::string::npos);
  CHECK(kernel.llvmAfter.find("<16 x float>") != std::string::npos);
  CHECK(std::ranges::count(kernel.assembly, '\n') <= static_cast<std::ptrdiff_t>(kernel.assemblyLines.size()));
  CHECK(std::ranges::any_of(kernel.assemblyLines, [](InstructionId id) { return id > 0; }));
}

TEST_CASE("eager: one instruction alone, kernels generic in shape") {
  for (const char* line : {"p = f32[37] parameter(0)\n q = f32[37] parameter(1)\n ROOT r = f32[37] add(p, q)",
                           "p = f32[5,37] parameter(0)\n q = f32[5,37] parameter(1)\n ROOT r = f32[5,37] add(p, q)",
                           "p = s32[5,37] parameter(0)\n z = s32[] parameter(1)\n ROOT r = s32[5] reduce(p, z), "
                           "dimensions={1}, to_apply=f",
                           "p = s32[50,37] parameter(0)\n z = s32[] parameter(1)\n ROOT r = s32[37] reduce(p, z), "
                           "dimensions={0}, to_apply=f",
                           "p = s32[50,37] parameter(0)\n z = s32[] parameter(1)\n ROOT r = s32[] reduce(p, z), "
                           "dimensions={0,1}, to_apply=f",
                           "p = f32[5,37] parameter(0)\n ROOT r = f32[37,5] transpose(p), dimensions={1,0}",
                           "p = s32[64] parameter(0)\n ROOT r = f32[64] convert(p)",
                           "p = f32[] parameter(0)\n ROOT r = f32[] negate(p)"}) {
    auto module = parsed(
        "HloModule m\nf { a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] add(a, b) }\nENTRY e {\n " +
        std::string(line) + "\n}\n");
    std::vector<Literal> arguments = randomArguments(*module, 9);
    std::vector<Array> arrays;
    for (const Literal& l : arguments) arrays.emplace_back(&cpu(), l);
    auto result = cpu().dispatch(*module->entry()->root(), *module, arrays, {});
    REQUIRE(result.has_value());
    CHECK(distance({result->front().literal()}, runEvaluator(*module, arguments)) == 0);
  }
}

TEST_CASE("what an eager operation compiled for a scalar does not serve an array, nor the other way round") {
  auto check = [&](const std::string& type, const std::string& operation) {
    auto module = parsed("HloModule m\nENTRY e {\n p = " + type + " parameter(0)\n ROOT r = " + type + " " + operation +
                         "(p)\n}\n");
    std::vector<Literal> arguments = randomArguments(*module, 11);
    std::vector<Array> arrays{Array(&cpu(), arguments[0])};
    auto result = cpu().dispatch(*module->entry()->root(), *module, arrays, {});
    REQUIRE(result.has_value());
    CHECK(distance({result->front().literal()}, runEvaluator(*module, arguments)) == 0);
  };
  for (const char* type : {"f32[]", "f32[9]", "f32[1]", "f32[3,5]"}) check(type, "sign");
  for (const char* type : {"s16[7]", "s16[1]", "s16[]", "s16[7]"}) check(type, "abs");
}

TEST_CASE("a scatter leaves the array it was given as it is, eager and compiled") {
  auto module = parsed(
      "HloModule m\nf { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }\nENTRY e {\n"
      " x = f32[4] parameter(0)\n i = s32[2,1] constant({{0}, {1}})\n u = f32[2] parameter(1)\n"
      " ROOT r = f32[4] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, "
      "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f\n}\n");
  std::vector<Literal> arguments = randomArguments(*module, 12);
  const std::vector<float> before(arguments[0].as<float>().begin(), arguments[0].as<float>().end());
  std::vector<Array> arrays;
  for (const Literal& l : arguments) arrays.emplace_back(&cpu(), l);
  auto result = cpu().dispatch(*module->entry()->root(), *module, arrays, {});
  REQUIRE(result.has_value());
  CHECK(std::ranges::equal(arrays[0].literal().as<float>(), before));
  CHECK(distance({result->front().literal()}, runEvaluator(*module, arguments)) == 0);
}

TEST_CASE("eager operations on complex numbers run by the reference rules") {
  for (const char* line :
       {"p = c64[5] parameter(0)\n ROOT r = f32[5] abs(p)", "p = c64[5] parameter(0)\n ROOT r = f32[5] real(p)",
        "p = c64[5] parameter(0)\n ROOT r = c64[5] multiply(p, p)",
        "p = c64[5] parameter(0)\n ROOT r = c64[5] negate(p)"}) {
    auto module = parsed("HloModule m\nENTRY e {\n " + std::string(line) + "\n}\n");
    std::vector<Literal> arguments = randomArguments(*module, 13);
    std::vector<Array> arrays{Array(&cpu(), arguments[0])};
    auto result = cpu().dispatch(*module->entry()->root(), *module, arrays, {});
    REQUIRE(result.has_value());
    CHECK(result->front().literal() == runEvaluator(*module, arguments)[0]);
  }
}
