// Recorded from what MLIR itself prints for the same modules and values.
#include "engine/ir/stablehlo_writer.h"

#include <doctest/doctest.h>

#include <bit>

#include "engine/ir/hlo_parser.h"
#include "engine/ops/stablehlo_text.h"

using namespace onepot;

namespace {
std::string stableHlo(std::string_view text) {
  auto module = parseHlo(text);
  if (!module) FAIL(module.error().front().render(text));
  auto written = writeStableHlo(**module);
  if (!written) return written.error().front().render();
  return *written;
}
std::string floatText(uint32_t bits) {
  return mlirDense(
      Literal::fromVector(Shape::scalar(ElementType::F32), std::vector<float>{std::bit_cast<float>(bits)}));
}
}  // namespace

TEST_CASE("a plain function") {
  CHECK(stableHlo(R"(HloModule jit_f
ENTRY main { x = f32[8] parameter(0) s = f32[8] sine(x) c = f32[] constant(2) b = f32[8] broadcast(c), dimensions={}
  d = f32[] constant(1) e = f32[8] broadcast(d), dimensions={} m = f32[8] multiply(s, b) ROOT a = f32[8] add(m, e) })") ==
        R"(module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>) -> (tensor<8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.sine %arg0 : tensor<8xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.multiply %0, %1 : tensor<8xf32>
    %4 = stablehlo.add %3, %2 : tensor<8xf32>
    return %4 : tensor<8xf32>
  }
}
)");
}

TEST_CASE("tuples, loops, calls and reducers become values and regions") {
  CHECK(stableHlo(R"(HloModule m
cond { p = (s32[], f32[4]) parameter(0) i = s32[] get-tuple-element(p), index=0 n = s32[] constant(3) ROOT c = pred[] compare(i, n), direction=LT }
double { x = f32[4] parameter(0) ROOT y = f32[4] add(x, x) }
body { p = (s32[], f32[4]) parameter(0) i = s32[] get-tuple-element(p), index=0 x = f32[4] get-tuple-element(p), index=1
  one = s32[] constant(1) j = s32[] add(i, one) y = f32[4] call(x), to_apply=double ROOT t = (s32[], f32[4]) tuple(j, y) }
largest { a = f32[] parameter(0) b = f32[] parameter(1) ROOT m = f32[] maximum(a, b) }
odd { a = f32[] parameter(0) b = f32[] parameter(1) d = f32[] subtract(a, b) ROOT m = f32[] maximum(d, b) }
ENTRY main { x = f32[4] parameter(0) z = s32[] constant(0) t = (s32[], f32[4]) tuple(z, x)
  w = (s32[], f32[4]) while(t), condition=cond, body=body y = f32[4] get-tuple-element(w), index=1
  k = f32[] constant(-inf) r = f32[] reduce(y, k), dimensions={0}, to_apply=largest
  q = f32[] reduce(y, k), dimensions={0}, to_apply=odd ROOT out = (f32[], f32[]) tuple(r, q) })") ==
        R"(module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<4xf32>
    cond {
      %c_1 = stablehlo.constant dense<3> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %4 = func.call @double(%iterArg_0) : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %3, %4 : tensor<i32>, tensor<4xf32>
    }
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0#1 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %2 = stablehlo.reduce(%0#1 init: %cst) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
     reducer(%arg1: tensor<f32>, %arg2: tensor<f32>)  {
      %3 = stablehlo.subtract %arg1, %arg2 : tensor<f32>
      %4 = stablehlo.maximum %3, %arg2 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }
    return %1, %2 : tensor<f32>, tensor<f32>
  }
  func.func private @double(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
)");
}

TEST_CASE("floats are written as MLIR does, its rounding quirks included") {
  CHECK(floatText(0x3DCCCCCD) == "dense<1.000000e-01>");
  CHECK(floatText(0x3F666666) == "dense<0.899999976>");
  CHECK(floatText(0x3C23D70A) == "dense<0.00999999977>");
  CHECK(floatText(0x33AAAAAB) == "dense<7.9472862E-8>");
  CHECK(floatText(0x4996B438) == "dense<0x4996B438>");
  CHECK(floatText(0x7E967699) == "dense<9.99999968E+37>");
  CHECK(floatText(0xC9546B43) == "dense<-870068.187>");
  CHECK(floatText(0x7FC00000) == "dense<0x7FC00000>");
  CHECK(floatText(0x80000000) == "dense<-0.000000e+00>");
}

TEST_CASE("constants: splat, nested, hex above 100 elements") {
  CHECK(mlirDense(Literal(Shape(ElementType::S32, {3, 3}))) == "dense<0>");
  CHECK(mlirDense(Literal::fromVector(Shape(ElementType::S32, {2, 2}), std::vector<int32_t>{1, 2, 3, 4})) ==
        "dense<[[1, 2], [3, 4]]>");
  std::vector<uint8_t> many(101);
  for (size_t i = 0; i < many.size(); ++i) many[i] = static_cast<uint8_t>(i);
  CHECK(mlirDense(Literal::fromVector(Shape(ElementType::U8, {101}), many)).starts_with("dense<\"0x0001020304"));
}

TEST_CASE("what StableHLO lacks is refused in words") {
  CHECK(stableHlo("ENTRY e { x = f32[4] parameter(0) ROOT b = s32[4] bitcast(x) }") ==
        "error: b: there is no StableHLO form of bitcast");
}
