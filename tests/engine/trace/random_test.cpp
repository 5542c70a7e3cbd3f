// Bits as JAX draws them: vectors of the threefry paper, and numbers recorded from JAX 0.10.
#include <doctest/doctest.h>

#include "trace_fixture.h"

using namespace onepot;
using namespace onepot::test;

namespace {

Value words(std::vector<int64_t> dims, const std::vector<uint32_t>& values) {
  return makeConcrete(Array(nullptr, Literal::fromVector(Shape(ElementType::U32, std::move(dims)), values)));
}
std::vector<uint32_t> wordsOf(const Value& value) {
  std::vector<uint32_t> all;
  for (uint32_t word : concreteArray(value)->literal().as<uint32_t>()) all.push_back(word);
  return all;
}
Value key(Tracing& t, int64_t seed) { return t.bind1(Opcode::RandomSeed, {literalInt(seed)}); }

}  // namespace

TEST_CASE("threefry2x32 gives the published vectors") {
  Evaluated e;
  auto hash = [&](uint32_t k0, uint32_t k1, uint32_t x0, uint32_t x1) {
    std::vector<Value> operands{words({}, {k0}), words({}, {k1}), words({}, {x0}), words({}, {x1})};
    std::vector<Value> both = e.tracing.bind(Opcode::Threefry2x32, operands);
    return std::vector{wordsOf(both[0])[0], wordsOf(both[1])[0]};
  };
  CHECK(hash(0, 0, 0, 0) == std::vector<uint32_t>{0x6b200159, 0x99ba4efe});
  CHECK(hash(~0U, ~0U, ~0U, ~0U) == std::vector<uint32_t>{0x1cb996fc, 0xbb002be7});
  CHECK(hash(0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3) == std::vector<uint32_t>{0xc4923a9c, 0x483df7a0});
}

TEST_CASE("keys, bits, splits and folds equal JAX's") {
  Evaluated e;
  Tracing& t = e.tracing;
  Value k = key(t, 42);
  CHECK(wordsOf(t.bind1(Opcode::RandomUnwrap, {k})) == std::vector<uint32_t>{0, 42});
  CHECK(wordsOf(t.bind1(Opcode::RandomUnwrap, {key(t, -1)})) == std::vector<uint32_t>{0, 0xffffffff});
  CHECK(wordsOf(t.bind1(Opcode::RandomBits, {k}, RandomAttributes{32, {5}})) ==
        std::vector<uint32_t>{2098992034, 2919706841, 2646866425, 2409546199, 1935504149});
  CHECK(wordsOf(t.bind1(Opcode::RandomBits, {k}, RandomAttributes{32, {2, 2}})) ==
        std::vector<uint32_t>{2098992034, 2919706841, 2646866425, 2409546199});
  Value halves = t.bind1(Opcode::RandomSplit, {k}, RandomAttributes{32, {3}});
  CHECK(wordsOf(t.bind1(Opcode::RandomUnwrap, {halves})) ==
        std::vector<uint32_t>{1832780943, 270669613, 64467757, 2916123636, 2465931498, 255383827});
  Value folded = t.bind1(Opcode::RandomFoldIn, {k, literalInt(7, ElementType::U32)});
  CHECK(wordsOf(t.bind1(Opcode::RandomUnwrap, {folded})) == std::vector<uint32_t>{2547012911, 1371500959});
  const Value wide = t.bind1(Opcode::RandomBits, {k}, RandomAttributes{64, {2}});
  auto bits = concreteArray(wide)->literal().as<uint64_t>();
  CHECK(std::vector<uint64_t>(bits.begin(), bits.end()) ==
        std::vector<uint64_t>{7871734211187709741, 276886910877598708});
  const Value narrow = t.bind1(Opcode::RandomBits, {k}, RandomAttributes{8, {4}});
  auto bytes = concreteArray(narrow)->literal().as<uint8_t>();
  CHECK(std::vector<int>(bytes.begin(), bytes.end()) == std::vector<int>{162, 217, 249, 215});
}

TEST_CASE("a batch of keys draws what each of them draws; key arrays move as arrays do") {
  Evaluated e;
  Tracing& t = e.tracing;
  Value keys = t.bind1(Opcode::RandomSplit, {key(t, 1)}, RandomAttributes{32, {3}});
  auto draw = [&](std::span<const Value> v) {
    Value two = t.bind1(Opcode::RandomSplit, {v[0]}, RandomAttributes{32, {2}});
    Value second = t.bind1(Opcode::Squeeze, {t.bind1(Opcode::Slice, {two}, SliceAttributes{{1}, {2}, {1}})},
                           DimensionsAttributes{{0}});
    return std::vector{t.bind1(Opcode::RandomBits, {second}, RandomAttributes{32, {2}})};
  };
  std::vector<Value> all = t.vmap(draw, std::vector{keys}, std::vector{std::optional<int64_t>(0)},
                                  std::vector{std::optional<int64_t>(0)}, 3);
  CHECK(all[0]->aval().shape == Shape(ElementType::U32, std::vector<int64_t>{3, 2}));
  std::vector<uint32_t> expected;
  for (int64_t i = 0; i < 3; ++i) {
    Value one = t.bind1(Opcode::Squeeze, {t.bind1(Opcode::Slice, {keys}, SliceAttributes{{i}, {i + 1}, {1}})},
                        DimensionsAttributes{{0}});
    for (uint32_t word : wordsOf(draw(std::vector{one})[0])) expected.push_back(word);
  }
  CHECK(wordsOf(all[0]) == expected);
}
