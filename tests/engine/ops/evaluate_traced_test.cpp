// The traced dialect's own rows: implicit scalars, loops, keys.
#include <doctest/doctest.h>

#include "engine/ir/builder.h"
#include "tests/engine/ops/evaluate_text.h"

using namespace onepot;
using onepot::test::evaluated;
using enum ElementType;

namespace {

/// One instruction of the traced dialect on literals.
std::string traced(Opcode opcode, std::vector<std::string_view> inputs, Attributes attributes, const Shape& shape) {
  Module module;
  module.setTraced(true);
  Computation* main = module.addComputation("main");
  module.setEntry(main);
  std::vector<Instruction*> operands;
  std::vector<Literal> arguments;
  for (std::string_view input : inputs) {
    arguments.push_back(*parseLiteral(input));
    operands.push_back(main->add({.opcode = Opcode::Parameter,
                                  .shape = arguments.back().shape().withoutLayout(),
                                  .attributes = ParameterAttributes{static_cast<int64_t>(operands.size())}}));
  }
  main->setRoot(
      main->add({.opcode = opcode, .shape = shape, .operands = operands, .attributes = std::move(attributes)}));
  auto result = Interpreter(module).evaluate(*main, std::move(arguments));
  return result ? result->text() : result.error().front().message.text();
}

/// The words of a key, drawn from a seed, after `opcode`.
std::string wordsAfter(Opcode opcode, int64_t seed, Attributes attributes, int64_t keys,
                       std::optional<uint32_t> number = {}) {
  Module module;
  module.setTraced(true);
  Computation* main = module.addComputation("main");
  Builder builder(main);
  Instruction* key = builder.add(Opcode::RandomSeed, {builder.constant(Literal::scalarInt(S32, seed))});
  std::vector<Instruction*> operands{key};
  if (number) operands.push_back(builder.constant(Literal::scalarInt(U32, *number)));
  Instruction* made = builder.add(opcode, operands, std::move(attributes));
  if (keys > 0) made = builder.add(Opcode::RandomUnwrap, {made});
  main->setRoot(made);
  return Interpreter(module).evaluate(*main, {})->text();
}

}  // namespace

TEST_CASE("a scalar stands beside an array") {
  CHECK(traced(Opcode::Multiply, {"f32[3] {1, 2, 3}", "f32[] 10"}, {}, Shape(F32, {3})) == "{10, 20, 30}");
  CHECK(traced(Opcode::Subtract, {"s32[] 10", "s32[3] {1, 2, 3}"}, {}, Shape(S32, {3})) == "{9, 8, 7}");
  CHECK(traced(Opcode::Compare, {"f32[2] {1, 2}", "f32[] 1.5"}, CompareAttributes{CompareDirection::LT},
               Shape(Pred, {2})) == "{1, 0}");
  CHECK(traced(Opcode::SelectN, {"pred[2] {true, false}", "f32[2] {1, 2}", "f32[] 9"}, {}, Shape(F32, {2})) ==
        "{9, 2}");
  CHECK(traced(Opcode::SelectN, {"s32[3] {2, 0, 1}", "f32[3] {1, 2, 3}", "f32[3] {4, 5, 6}", "f32[3] {7, 8, 9}"}, {},
               Shape(F32, {3})) == "{7, 2, 6}");
  CHECK(traced(Opcode::Power, {"f32[2] {2, 3}", "s32[] -1"}, {}, Shape(F32, {2})) == "{0.5, 0.333333343}");
}

TEST_CASE("broadcasts stretch dimensions of size one") {
  CHECK(traced(Opcode::Broadcast, {"f32[2,1] {{1}, {2}}"}, DimensionsAttributes{{0, 1}}, Shape(F32, {2, 3})) ==
        "{ { 1, 1, 1 }, { 2, 2, 2 } }");
}

TEST_CASE("whole powers, squares, next floats, inverse error function") {
  CHECK(traced(Opcode::IntegerPow, {"f32[3] {2, -3, 0.5}"}, IntegerPowAttributes{3}, Shape(F32, {3})) ==
        "{8, -27, 0.125}");
  CHECK(traced(Opcode::IntegerPow, {"f32[2] {2, 4}"}, IntegerPowAttributes{-2}, Shape(F32, {2})) == "{0.25, 0.0625}");
  CHECK(traced(Opcode::Square, {"s32[2] {-3, 65536}"}, {}, Shape(S32, {2})) == "{9, 0}");
  CHECK(traced(Opcode::NextAfter, {"f32[3] {1, 0, -1}", "f32[3] {2, -1, -1}"}, {}, Shape(F32, {3})) ==
        "{1.00000012, -1.4013e-45, -1}");
  CHECK(traced(Opcode::ErfInv, {"f32[5] {0, 0.5, -0.9, 0.999999, 1}"}, {}, Shape(F32, {5})) ==
        "{0, 0.476936281, -1.16308713, 3.45707464, inf}");
  CHECK(traced(Opcode::Erfc, {"f32[3] {0, 3, 10}"}, {}, Shape(F32, {3})) == "{1, 2.20904967e-05, 1.4013e-45}");
}

TEST_CASE("running sums, both ways, along any dimension") {
  CHECK(traced(Opcode::Cumsum, {"f32[2,3] {{1, 2, 3}, {4, 5, 6}}"}, DimensionsAttributes{{1}}, Shape(F32, {2, 3})) ==
        "{ { 1, 3, 6 }, { 4, 9, 15 } }");
  CHECK(traced(Opcode::Cumsum, {"s32[2,3] {{1, 2, 3}, {4, 5, 6}}"}, DimensionsAttributes{{0}, true},
               Shape(S32, {2, 3})) == "{ { 5, 7, 9 }, { 4, 5, 6 } }");
  CHECK(traced(Opcode::Cumprod, {"f32[4] {1, 2, 3, 4}"}, DimensionsAttributes{{0}}, Shape(F32, {4})) ==
        "{1, 2, 6, 24}");
  CHECK(traced(Opcode::Cummax, {"f32[5] {1, 3, 2, nan, 5}"}, DimensionsAttributes{{0}}, Shape(F32, {5})) ==
        "{1, 3, 3, nan, nan}");
  CHECK(traced(Opcode::Cummin, {"s8[3] {3, 5, 1}"}, DimensionsAttributes{{0}}, Shape(S8, {3})) == "{3, 3, 1}");
  CHECK(traced(Opcode::Cumlogsumexp, {"f32[3] {-inf, 0, 0}"}, DimensionsAttributes{{0}}, Shape(F32, {3})) ==
        "{-inf, 0, 0.693147182}");
}

TEST_CASE("threefry gives the paper's vectors") {
  Shape pair = Shape::tuple({Shape(U32, {1}), Shape(U32, {1})});
  CHECK(traced(Opcode::Threefry2x32, {"u32[1] {0}", "u32[1] {0}", "u32[1] {0}", "u32[1] {0}"}, {}, pair) ==
        "( {1797259609}, {2579123966} )");
  CHECK(traced(Opcode::Threefry2x32,
               {"u32[1] {320440878}", "u32[1] {57701188}", "u32[1] {608135816}", "u32[1] {2242054355}"}, {},
               pair) == "( {3297917596}, {1212020640} )");
}

TEST_CASE("keys, splits and bits are JAX's") {
  CHECK(wordsAfter(Opcode::RandomSplit, 0, RandomAttributes{32, {2}}, 2) ==
        "{ { 1797259609, 2579123966 }, { 928981903, 3453687069 } }");
  CHECK(wordsAfter(Opcode::RandomFoldIn, 42, {}, 1, 7) == "{2547012911, 1371500959}");
  CHECK(wordsAfter(Opcode::RandomBits, 0, RandomAttributes{32, {3}}, 0) == "{4070199207, 4202968722, 1427181096}");
  CHECK(wordsAfter(Opcode::RandomBits, 5, RandomAttributes{64, {2}}, 0) ==
        "{11701519018614622474, 870020224683618988}");
  CHECK(wordsAfter(Opcode::RandomBits, 5, RandomAttributes{8, {4}}, 0) == "{134, 100, 144, 197}");
}

TEST_CASE("scan carries a value and stacks results, from either end") {
  std::string text = R"(HloModule m
f { k = f32[] parameter(0) c = f32[] parameter(1) x = f32[] parameter(2) y = f32[] multiply(c, k) n = f32[] add(y, x) ROOT t = (f32[], f32[]) tuple(n, c) }
ENTRY e { k = f32[] parameter(0) c = f32[] parameter(1) x = f32[3] parameter(2)
  ROOT r = (f32[], f32[3]) traced-scan(k, c, x), length=3, num_consts=1, num_carry=1REVERSE, to_apply=f })";
  std::vector<std::string_view> in = {"f32[] 2", "f32[] 1", "f32[3] {10, 20, 30}"};
  auto with = [&](const std::string& reverse) {
    std::string filled = text;
    filled.replace(filled.find("REVERSE"), 7, reverse);
    return evaluated(filled, in);
  };
  CHECK(with("") == "( 118, {1, 12, 44} )");
  CHECK(with(", reverse=true") == "( 178, {84, 32, 1} )");
}
