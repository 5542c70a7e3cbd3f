// Contractions, reductions, windows, indices, control flow: corner cases beside the recorded values.
#include <doctest/doctest.h>

#include "tests/engine/ops/evaluate_text.h"

using onepot::test::evaluated;

TEST_CASE("a dot of nothing is zero, and integer dots wrap") {
  CHECK(evaluated("z = f32[2,2] dot(f32[2,0] x, f32[0,2] y), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                  {"f32[2,0] {{}, {}}", "f32[0,2] {}"}) == "{ { 0, 0 }, { 0, 0 } }");
  CHECK(evaluated("z = s8[] dot(s8[2] x, s8[2] y), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                  {"s8[2] {100, 100}", "s8[2] {2, 1}"}) == "44");
  CHECK(evaluated("z = s32[] dot(s8[2] x, s8[2] y), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                  {"s8[2] {100, 100}", "s8[2] {2, 1}"}) == "300");
  CHECK(evaluated("z = pred[] dot(pred[2] x, pred[2] y), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                  {"pred[2] {true, true}", "pred[2] {true, true}"}) == "true");
}

TEST_CASE("narrow floats are summed wide and rounded once") {
  // In bf16 every further 1 would vanish beside 256.
  CHECK(evaluated("z = bf16[] dot(bf16[3] x, bf16[3] y), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
                  {"bf16[3] {256, 1, 1}", "bf16[3] {1, 1, 1}"}) == "258");
  CHECK(evaluated("z = f16[2] traced-reduce-sum(f16[2,3] x), dimensions={1}",
                  {"f16[2,3] {{2048, 1, 1}, {60000, 60000, -60000}}"}) == "{2050, 60000}");
}

TEST_CASE("an empty reduction is its initial value") {
  CHECK(evaluated("f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }\n"
                  "ENTRY e { x = f32[2,0] parameter(0) v = f32[] constant(7) ROOT y = f32[2] reduce(x, v), "
                  "dimensions={1}, to_apply=f }",
                  {"f32[2,0] {{}, {}}"}) == "{7, 7}");
  CHECK(evaluated("y = f32[2] traced-reduce-max(f32[2,0] x), dimensions={1}", {"f32[2,0] {{}, {}}"}) == "{-inf, -inf}");
  CHECK(evaluated("y = s64[1] traced-reduce-min(s64[1,0] x), dimensions={1}", {"s64[1,0] {{}}"}) ==
        "{9223372036854775807}");
}

TEST_CASE("reductions with NaN and signed zeros") {
  CHECK(evaluated("y = f32[3] traced-reduce-max(f32[3,2] x), dimensions={1}",
                  {"f32[3,2] {{nan, 1}, {-0, 0}, {-inf, -inf}}"}) == "{nan, 0, -inf}");
  CHECK(evaluated("y = f32[2] traced-reduce-min(f32[2,2] x), dimensions={1}", {"f32[2,2] {{nan, 1}, {0, -0}}"}) ==
        "{nan, -0}");
}

TEST_CASE("integer and truth value reductions") {
  CHECK(evaluated("y = s8[] traced-reduce-sum(s8[3] x), dimensions={0}", {"s8[3] {100, 100, 100}"}) == "44");
  CHECK(evaluated("y = u8[] traced-reduce-prod(u8[3] x), dimensions={0}", {"u8[3] {16, 16, 1}"}) == "0");
  CHECK(evaluated("y = pred[2] traced-reduce-and(pred[2,2] x), dimensions={1}",
                  {"pred[2,2] {{true, true}, {true, false}}"}) == "{1, 0}");
  CHECK(evaluated("y = pred[2] traced-reduce-or(pred[2,2] x), dimensions={1}",
                  {"pred[2,2] {{false, true}, {false, false}}"}) == "{1, 0}");
  CHECK(evaluated("y = u8[] traced-reduce-and(u8[2] x), dimensions={0}", {"u8[2] {12, 10}"}) == "8");
  CHECK(evaluated("y = s32[] traced-reduce-xor(s32[3] x), dimensions={0}", {"s32[3] {1, 2, 4}"}) == "7");
}

TEST_CASE("argmax: the first of equals, the first NaN") {
  CHECK(evaluated("i = s32[3] traced-argmax(f32[3,4] x), dimension=1",
                  {"f32[3,4] {{1, 3, 3, 2}, {5, nan, 7, nan}, {-inf, -inf, -1, 0}}"}) == "{1, 1, 3}");
  CHECK(evaluated("i = u8[2] traced-argmin(s32[3,2] x), dimension=0", {"s32[3,2] {{3, 1}, {2, 1}, {2, 5}}"}) ==
        "{1, 0}");
}

TEST_CASE("a combiner that loops is called element by element") {
  CHECK(evaluated(R"(HloModule m
c { s = (s32[], s32[]) parameter(0) i = s32[] get-tuple-element(s), index=0 z = s32[] constant(0) ROOT t = pred[] compare(i, z), direction=GT }
b { s = (s32[], s32[]) parameter(0) i = s32[] get-tuple-element(s), index=0 k = s32[] get-tuple-element(s), index=1
    one = s32[] constant(1) n = s32[] subtract(i, one) m = s32[] add(k, one) ROOT t = (s32[], s32[]) tuple(n, m) }
f { x = s32[] parameter(0) y = s32[] parameter(1) s = (s32[], s32[]) tuple(y, x) w = (s32[], s32[]) while(s), condition=c, body=b
    ROOT r = s32[] get-tuple-element(w), index=1 }
ENTRY e { x = s32[2,3] parameter(0) v = s32[] constant(10) ROOT y = s32[2] reduce(x, v), dimensions={1}, to_apply=f })",
                  {"s32[2,3] {{1, 2, 3}, {4, 5, 6}}"}) == "{16, 25}");
}

TEST_CASE("padding of a window takes the initial value") {
  CHECK(evaluated("f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] maximum(a, b) }\n"
                  "ENTRY e { x = f32[3] parameter(0) v = f32[] constant(-inf) ROOT y = f32[4] reduce-window(x, v), "
                  "window={size=2 pad=1_1}, to_apply=f }",
                  {"f32[3] {-5, -7, -6}"}) == "{-5, -5, -6, -6}");
}

TEST_CASE("a window over all elements so far is a running result, in linear time") {
  std::string sum = "f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }\n";
  CHECK(evaluated(
            sum + "ENTRY e { x = f32[2,3] parameter(0) v = f32[] constant(10) ROOT y = f32[2,3] reduce-window(x, v), "
                  "window={size=1x3 pad=0_0x2_0}, to_apply=f }",
            {"f32[2,3] {{1, 2, 3}, {4, 5, 6}}"}) == "{ { 11, 13, 16 }, { 14, 19, 25 } }");
  CHECK(evaluated(
            sum + "ENTRY e { x = f32[2,3] parameter(0) v = f32[] constant(0) ROOT y = f32[2,3] reduce-window(x, v), "
                  "window={size=2x1 pad=0_1x0_0}, to_apply=f }",
            {"f32[2,3] {{1, 2, 3}, {4, 5, 6}}"}) == "{ { 5, 7, 9 }, { 4, 5, 6 } }");
  std::string last =
      evaluated(sum +
                "ENTRY e { i = f32[300000] iota(), iota_dimension=0 v = f32[] constant(0) y = f32[300000] "
                "reduce-window(i, v), window={size=300000 pad=299999_0}, to_apply=f ROOT z = f32[1] slice(y), "
                "slice={[299999:300000]} }");
  CHECK(last == "{4.4999852e+10}");
}

TEST_CASE("a convolution correlates unless its window is reversed") {
  std::vector<std::string_view> in = {"f32[1,4,1] {{{1}, {2}, {3}, {4}}}", "f32[2,1,1] {{{1}}, {{10}}}"};
  CHECK(evaluated("z = f32[1,3,1] convolution(f32[1,4,1] x, f32[2,1,1] w), window={size=2}, dim_labels=b0f_0io->b0f",
                  in) == "{ { {21}, {32}, {43} } }");
  CHECK(evaluated("z = f32[1,3,1] convolution(f32[1,4,1] x, f32[2,1,1] w), window={size=2 rhs_reversal=1}, "
                  "dim_labels=b0f_0io->b0f",
                  in) == "{ { {12}, {23}, {34} } }");
}

TEST_CASE("a branch number out of range means the last branch") {
  std::string text = R"(HloModule m
f { a = s32[] parameter(0) ROOT r = s32[] negate(a) }
g { b = s32[] parameter(0) ROOT s = s32[] add(b, b) }
ENTRY e { i = s32[] parameter(0) x = s32[] constant(5) ROOT c = s32[] conditional(i, x, x), branch_computations={f, g} })";
  CHECK(evaluated(text, {"s32[] 0"}) == "-5");
  CHECK(evaluated(text, {"s32[] 7"}) == "10");
  CHECK(evaluated(text, {"s32[] -1"}) == "10");
}

TEST_CASE("scatter leaves out windows that lie partly outside, and combines duplicates") {
  std::string text = R"(HloModule m
f { a = s32[] parameter(0) b = s32[] parameter(1) ROOT r = s32[] add(a, b) }
ENTRY e { x = s32[4] parameter(0) i = s32[4,1] parameter(1) u = s32[4,2] parameter(2)
  ROOT y = s32[4] scatter(x, i, u), update_window_dims={1}, inserted_window_dims={}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f })";
  CHECK(evaluated(text, {"s32[4] {0, 0, 0, 0}", "s32[4,1] {{0}, {3}, {1}, {0}}",
                         "s32[4,2] {{1, 2}, {8, 8}, {10, 20}, {100, 200}}"}) == "{101, 212, 20, 0}");
}

TEST_CASE("a bitcast reads memory in the layouts' order") {
  CHECK(evaluated("ENTRY e { x = f32[2,3]{1,0} parameter(0) ROOT y = f32[3,2]{0,1} bitcast(x) }",
                  {"f32[2,3] {{1, 2, 3}, {4, 5, 6}}"}) == "{ { 1, 4 }, { 2, 5 }, { 3, 6 } }");
}
