// Costs: flops, transcendentals and bytes of instructions, against figures worked out by hand.
#include "engine/ops/op_cost.h"

#include <doctest/doctest.h>

#include "engine/ir/builder.h"

using namespace onepot;
using enum ElementType;

namespace {

struct Fixture {
  Module module;
  Computation* computation = module.addComputation("main");
  Builder builder{computation};
  int64_t parameters = 0;

  Instruction* input(std::vector<int64_t> dims, ElementType type = F32) {
    return builder.parameter(parameters++, Shape(type, std::move(dims)));
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "elementwise operations cost one flop or one transcendental an element") {
  Instruction* x = input({10, 20});
  CHECK(costOf(*builder.binary(Opcode::Add, x, x), module) == OpCost{200, 0, 1600, 800});
  CHECK(costOf(*builder.unary(Opcode::Tanh, x), module) == OpCost{0, 200, 800, 800});
  CHECK(costOf(*builder.convert(x, BF16), module) == OpCost{200, 0, 800, 400});
  CHECK(costOf(*x, module) == OpCost{});
}

TEST_CASE_FIXTURE(Fixture, "movement costs bytes; blocks cost what is taken") {
  Instruction* x = input({10, 20});
  Instruction* i = input({}, S32);
  CHECK(costOf(*builder.transpose(x, {1, 0}), module) == OpCost{0, 0, 800, 800});
  CHECK(costOf(*builder.slice(x, {0, 0}, {2, 5}, {1, 1}), module) == OpCost{0, 0, 40, 40});
  CHECK(costOf(*builder.dynamicSlice(x, {i, i}, {1, 20}), module) == OpCost{0, 0, 88, 80});
  Instruction* row = input({1, 20});
  CHECK(costOf(*builder.dynamicUpdateSlice(x, row, {i, i}), module) == OpCost{0, 0, 88, 80});
  CHECK(costOf(*builder.tuple({x, i}), module) == OpCost{0, 0, 0, 16});
}

TEST_CASE_FIXTURE(Fixture, "a dot costs two flops a product, a convolution only where its window meets the input") {
  DotAttributes matmul{
      .lhsContracting = {1}, .rhsContracting = {0}, .lhsBatch = {}, .rhsBatch = {}, .operandPrecision = {}};
  Instruction* product = builder.add(Opcode::Dot, {input({4, 5}), input({5, 6})}, matmul);
  CHECK(costOf(*product, module) == OpCost{2 * 4 * 6 * 5, 0, 4 * (20 + 30), 4 * 24});
  ConvolutionAttributes conv;
  conv.window = {{.size = 3, .padLow = 1, .padHigh = 1}};
  conv.inputSpatial = conv.outputSpatial = {1}, conv.kernelSpatial = {0};
  conv.inputFeature = conv.outputFeature = 2, conv.kernelInput = 1, conv.kernelOutput = 2;
  Instruction* c = builder.add(Opcode::Convolution, {input({2, 8, 3}), input({3, 3, 5})}, conv);
  // 8 positions × 3 taps, less the two taps that fall on padding.
  CHECK(costOf(*c, module).flops == 2 * (8 * 3 - 2) * 3 * 5 * 2);
}

TEST_CASE_FIXTURE(Fixture, "a reduction costs its combiner for every element that goes") {
  ComputationId sum = scalarCombiner(module, Opcode::Add, F32);
  Instruction* y = builder.reduce(input({10, 20}), builder.constant(F32, 0), {1}, sum);
  CHECK(costOf(*y, module) == OpCost{190, 0, 804, 40});
}

TEST_CASE_FIXTURE(Fixture, "a fusion moves its parameters and its result, and of what it slices the slices alone") {
  Computation* body = module.addComputation("fused");
  Builder inside(body);
  Instruction* p = inside.parameter(0, Shape(F32, {100, 100}));
  Instruction* q = inside.parameter(1, Shape(F32, {10, 10}));
  Instruction* block = inside.slice(p, {0, 0}, {10, 10}, {1, 1});
  body->setRoot(inside.unary(Opcode::Exponential, inside.binary(Opcode::Multiply, block, q)));
  Instruction* fusion =
      builder.add(Opcode::Fusion, {input({100, 100}), input({10, 10})}, FusionAttributes{}, {body->id()});
  CHECK(costOf(*fusion, module) == OpCost{100, 100, 800, 400});
}
