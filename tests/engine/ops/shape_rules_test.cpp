// Shape rules: results, and the words for what does not fit.
#include <doctest/doctest.h>

#include "engine/ops/op.h"

using namespace onepot;
using enum ElementType;

namespace {

std::string inferred(Opcode opcode, std::vector<Shape> operands, Attributes attributes = {},
                     std::optional<Shape> written = {}, bool traced = false,
                     std::vector<const Computation*> called = {}) {
  ShapeQuery query;
  query.opcode = opcode;
  for (const Shape& operand : operands) query.operands.push_back(&operand);
  query.attributes = &attributes;
  query.written = written ? &*written : nullptr;
  query.called = std::move(called);
  query.traced = traced;
  auto shape = inferShape(query);
  return shape ? shape->text() : shape.error().front().message.text();
}

Shape f32(std::vector<int64_t> dims) { return Shape(F32, std::move(dims)); }

Computation* combiner(Module& module, ElementType type, int count) {
  Computation* computation = module.addComputation("combiner");
  std::vector<Instruction*> sums;
  for (int i = 0; i < 2 * count; ++i)
    sums.push_back(computation->add(
        {.opcode = Opcode::Parameter, .shape = Shape::scalar(type), .attributes = ParameterAttributes{i}}));
  sums.resize(static_cast<size_t>(count));
  Instruction* root = sums[0];
  if (count > 1) {
    std::vector<Shape> elements(static_cast<size_t>(count), Shape::scalar(type));
    root = computation->add({.opcode = Opcode::Tuple, .shape = Shape::tuple(elements), .operands = sums});
  }
  computation->setRoot(root);
  return computation;
}

}  // namespace

TEST_CASE("elementwise rules keep dimensions and types") {
  CHECK(inferred(Opcode::Add, {f32({2, 3}), f32({2, 3})}) == "f32[2,3]");
  CHECK(inferred(Opcode::Add, {f32({2, 3}), f32({3})}) == "add of shapes that do not go together: (2, 3) and (3,)");
  CHECK(inferred(Opcode::Add, {f32({2}), Shape(S32, {2})}) == "add of types that do not go together: f32 and s32");
  CHECK(inferred(Opcode::Add, {f32({2}), Shape(BF16, {2})}) == "f32[2]");
  CHECK(inferred(Opcode::Tanh, {Shape(S32, {2})}) == "tanh does not take s32");
  CHECK(inferred(Opcode::And, {f32({2}), f32({2})}) == "and does not take f32");
  CHECK(inferred(Opcode::Add, {f32({2})}) == "add takes 2 operands, not 1");
  CHECK(inferred(Opcode::Abs, {Shape(C64, {2})}) == "f32[2]");
  CHECK(inferred(Opcode::Complex, {f32({2}), f32({2})}) == "c64[2]");
  CHECK(inferred(Opcode::IsFinite, {f32({2})}) == "pred[2]");
  CHECK(inferred(Opcode::Compare, {f32({2}), f32({2})}, CompareAttributes{}) == "pred[2]");
}

TEST_CASE("scalars stand beside arrays in the traced dialect alone") {
  CHECK(inferred(Opcode::Multiply, {f32({2, 3}), f32({})}, {}, {}, true) == "f32[2,3]");
  CHECK(inferred(Opcode::Multiply, {f32({}), f32({4})}, {}, {}, true) == "f32[4]");
  CHECK(inferred(Opcode::Multiply, {f32({}), f32({4})}) == "multiply of shapes that do not go together: () and (4,)");
  CHECK(inferred(Opcode::Power, {f32({4}), Shape::scalar(S32)}, {}, {}, true) == "f32[4]");
  CHECK(inferred(Opcode::SelectN, {Shape::scalar(Pred), f32({4}), f32({})}, {}, {}, true) == "f32[4]");
}

TEST_CASE("select and clamp take scalar choosers and bounds") {
  CHECK(inferred(Opcode::Select, {Shape::scalar(Pred), f32({3}), f32({3})}) == "f32[3]");
  CHECK(inferred(Opcode::Select, {Shape(S32, {3}), f32({3}), f32({3})}) ==
        "select chooses by a pred or a number, not by s32[3]");
  CHECK(inferred(Opcode::Clamp, {f32({}), f32({3}), f32({3})}) == "f32[3]");
}

TEST_CASE("bitcast-convert adds and drops a last dimension") {
  CHECK(inferred(Opcode::BitcastConvert, {f32({3})}, {}, Shape(U8, {3, 4})) == "u8[3,4]");
  CHECK(inferred(Opcode::BitcastConvert, {Shape(U8, {3, 4})}, {}, f32({3})) == "f32[3]");
  CHECK(inferred(Opcode::BitcastConvert, {Shape(U8, {3, 3})}, {}, f32({3})) ==
        "bitcast-convert: u8[3,3] to f32 needs a last dimension of 4");
}

TEST_CASE("movement rules") {
  CHECK(inferred(Opcode::Broadcast, {f32({3})}, DimensionsAttributes{{1}}, f32({2, 3})) == "f32[2,3]");
  CHECK(inferred(Opcode::Broadcast, {f32({1})}, DimensionsAttributes{{1}}, f32({2, 3})) ==
        "broadcast of (1,) to (2, 3): 1 ≠ 3 in dimension 1");
  CHECK(inferred(Opcode::Broadcast, {f32({1})}, DimensionsAttributes{{1}}, f32({2, 3}), true) == "f32[2,3]");
  CHECK(inferred(Opcode::Reshape, {f32({2, 3})}, {}, f32({7})) == "reshape: (2, 3) has 6 elements, (7,) has 7");
  CHECK(inferred(Opcode::Transpose, {f32({2, 3, 4})}, DimensionsAttributes{{2, 0, 1}}) == "f32[4,2,3]");
  CHECK(inferred(Opcode::Transpose, {f32({2, 3})}, DimensionsAttributes{{0, 0}}) ==
        "transpose names dimension 0 twice");
  CHECK(inferred(Opcode::Slice, {f32({10})}, SliceAttributes{{1}, {8}, {3}}) == "f32[3]");
  CHECK(inferred(Opcode::Slice, {f32({10})}, SliceAttributes{{1}, {11}, {1}}) ==
        "slice [1:11:1] does not fit 10 in dimension 0");
  CHECK(inferred(Opcode::Concatenate, {f32({2, 3}), f32({2, 4})}, DimensionsAttributes{{1}}) == "f32[2,7]");
  CHECK(inferred(Opcode::Concatenate, {f32({2, 3}), f32({3, 4})}, DimensionsAttributes{{1}}) ==
        "concatenate: (2, 3) and (3, 4) may differ in dimension 1 alone");
  CHECK(inferred(Opcode::Pad, {f32({4}), f32({})}, PadAttributes{{1}, {-2}, {2}}) == "f32[9]");
  CHECK(inferred(Opcode::Squeeze, {f32({1, 3})}, DimensionsAttributes{{1}}) ==
        "traced-squeeze: dimension 1 of (1, 3) is not of size 1");
}

TEST_CASE("dynamic blocks and gathers") {
  Shape i = Shape::scalar(S32);
  CHECK(inferred(Opcode::DynamicSlice, {f32({4, 5}), i, i}, DynamicSliceAttributes{{2, 5}}) == "f32[2,5]");
  CHECK(inferred(Opcode::DynamicSlice, {f32({4}), f32({})}, DynamicSliceAttributes{{2}}) ==
        "dynamic-slice: start indices are integer scalars, not f32[]");
  CHECK(inferred(Opcode::DynamicUpdateSlice, {f32({4}), f32({5}), i}) ==
        "dynamic-update-slice: a block of (5,) does not fit into (4,)");
  GatherAttributes rows{.offsetDims = {1},
                        .collapsedSliceDims = {0},
                        .startIndexMap = {0},
                        .operandBatchingDims = {},
                        .startIndicesBatchingDims = {},
                        .indexVectorDim = 1,
                        .sliceSizes = {1, 3}};
  CHECK(inferred(Opcode::Gather, {f32({5, 3}), Shape(S32, {7, 1})}, rows) == "f32[7,3]");
}

TEST_CASE("contractions say which sizes differ") {
  DotAttributes matmul{
      .lhsContracting = {1}, .rhsContracting = {0}, .lhsBatch = {}, .rhsBatch = {}, .operandPrecision = {}};
  CHECK(inferred(Opcode::Dot, {f32({3, 4}), f32({4, 5})}, matmul) == "f32[3,5]");
  CHECK(inferred(Opcode::Dot, {f32({3, 4}), f32({5})}, matmul) == "(3, 4) @ (5,): 4 ≠ 5");
  DotAttributes batched{
      .lhsContracting = {2}, .rhsContracting = {1}, .lhsBatch = {0}, .rhsBatch = {0}, .operandPrecision = {}};
  CHECK(inferred(Opcode::Dot, {f32({7, 3, 4}), f32({7, 4, 5})}, batched) == "f32[7,3,5]");
  batched.preferredType = F64;
  CHECK(inferred(Opcode::Dot, {f32({7, 3, 4}), f32({7, 4, 5})}, batched) == "f64[7,3,5]");
  ConvolutionAttributes conv;
  conv.window = {{.size = 3, .stride = 2}, {.size = 3, .padLow = 1, .padHigh = 1}};
  conv.inputFeature = 3, conv.kernelInput = 2, conv.kernelOutput = 3, conv.outputFeature = 3;
  conv.inputSpatial = {1, 2}, conv.kernelSpatial = {0, 1}, conv.outputSpatial = {1, 2};
  CHECK(inferred(Opcode::Convolution, {f32({1, 9, 8, 3}), f32({3, 3, 3, 4})}, conv) == "f32[1,4,8,4]");
}

TEST_CASE("reductions take their types from the combiner") {
  Module module;
  Computation* one = combiner(module, F32, 1);
  Computation* two = combiner(module, F32, 2);
  CHECK(inferred(Opcode::Reduce, {f32({2, 3}), f32({})}, DimensionsAttributes{{1}}, {}, false, {one}) == "f32[2]");
  CHECK(inferred(Opcode::Reduce, {f32({2, 3}), f32({2, 3}), f32({}), f32({})}, DimensionsAttributes{{0, 1}}, {}, false,
                 {two}) == "(f32[], f32[])");
  CHECK(inferred(Opcode::Reduce, {f32({2, 3}), f32({2})}, DimensionsAttributes{{1}}, {}, false, {one}) ==
        "reduce: an initial value is a scalar, not of shape (2,)");
  CHECK(inferred(Opcode::ReduceWindow, {f32({6}), f32({})}, WindowAttributes{{{.size = 2, .stride = 2}}}, {}, false,
                 {one}) == "f32[3]");
  CHECK(inferred(Opcode::ReduceSum, {f32({2, 3})}, DimensionsAttributes{{0}}, {}, true) == "f32[3]");
  CHECK(inferred(Opcode::Argmax, {f32({2, 3})}, ArgminmaxAttributes{1}, {}, true) == "s32[2]");
}

TEST_CASE("keys and their bits") {
  Shape key = Shape::scalar(Key);
  CHECK(inferred(Opcode::RandomSeed, {Shape::scalar(S32)}, {}, {}, true) == "key[]");
  CHECK(inferred(Opcode::RandomBits, {key}, RandomAttributes{32, {4, 5}}, {}, true) == "u32[4,5]");
  CHECK(inferred(Opcode::RandomBits, {key}, RandomAttributes{31, {4}}, {}, true) ==
        "traced-random-bits cannot draw 31 bits");
  CHECK(inferred(Opcode::RandomSplit, {Shape(Key, {3})}, RandomAttributes{32, {2}}, {}, true) == "key[3,2]");
  CHECK(inferred(Opcode::RandomUnwrap, {Shape(Key, {3})}, {}, {}, true) == "u32[3,2]");
  CHECK(inferred(Opcode::RandomWrap, {Shape(U32, {3, 2})}, {}, {}, true) == "key[3]");
}
