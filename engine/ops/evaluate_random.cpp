#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"

namespace onepot::eval {

namespace {

using Words = std::array<uint32_t, 2>;

/// Threefry-2x32 with 20 rounds: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3".
Words threefry(Words key, Words counter) {
  constexpr std::array<std::array<int, 4>, 2> kRotations = {{{13, 15, 26, 6}, {17, 29, 16, 24}}};
  const std::array<uint32_t, 3> schedule = {key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDA};
  auto [x, y] = counter;
  x += schedule[0];
  y += schedule[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : kRotations[group % 2]) {
      x += y;
      y = std::rotl(y, rotation) ^ x;
    }
    x += schedule[(group + 1) % 3];
    y += schedule[(group + 2) % 3] + group + 1;
  }
  return {x, y};
}

Words halves(uint64_t value) { return {static_cast<uint32_t>(value >> 32), static_cast<uint32_t>(value)}; }
/// XLA's own generators take the low word first.
Words lowFirst(uint64_t value) { return {static_cast<uint32_t>(value), static_cast<uint32_t>(value >> 32)}; }
uint64_t joined(uint32_t low, uint32_t high) { return uint64_t{high} << 32 | low; }

/// Philox-4x32 with 10 rounds, of the same paper.
std::array<uint32_t, 4> philox(Words key, std::array<uint32_t, 4> counter) {
  for (int round = 0; round < 10; ++round) {
    uint64_t first = uint64_t{0xD2511F53} * counter[0], second = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(second),
               static_cast<uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

void store(Literal& out, size_t index, uint64_t bits) {
  size_t width = static_cast<size_t>(byteWidth(out.shape().type()));
  std::memcpy(out.mutableBytes().data() + index * width, &bits, width);
}

size_t elementCount(const Literal& literal) { return static_cast<size_t>(literal.shape().elementCount()); }

/// 32-bit words come in pairs along one dimension: the first even one, else the greatest (the last pair is then cut).
struct Pairing {
  int64_t size = 1, paired = 1, inner = 1;  // the dimension's size, half of it rounded up, the elements inside it

  explicit Pairing(const Shape& shape) {
    std::vector<int64_t> dims = shape.dims();
    if (dims.empty()) return;
    auto along = std::ranges::find_if(dims, [](int64_t extent) { return extent % 2 == 0; });
    if (along == dims.end()) along = std::ranges::max_element(dims);
    size = *along;
    paired = (size + 1) / 2;
    for (++along; along != dims.end(); ++along) inner *= *along;
  }
};

/// A block of two words for each 64-bit element or each pair of 32-bit ones.
void fillByThreefry(Literal& out, std::span<const uint64_t> state, uint64_t& counter) {
  size_t count = elementCount(out);
  Words key = lowFirst(state[0]);
  if (byteWidth(out.shape().type()) == 8) {
    for (size_t i = 0; i < count; ++i) {
      auto [x, y] = threefry(key, lowFirst(counter + i));
      store(out, i, joined(x, y));
    }
    counter += count;
    return;
  }
  Pairing pairing(out.shape());
  int64_t outer = count == 0 ? 0 : static_cast<int64_t>(count) / (pairing.size * pairing.inner);
  uint64_t block = counter;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t p = 0; p < pairing.paired; ++p)
      for (int64_t i = 0; i < pairing.inner; ++i, ++block) {
        auto [x, y] = threefry(key, lowFirst(block));
        auto first = static_cast<size_t>((o * pairing.size + 2 * p) * pairing.inner + i);
        store(out, first, x);
        if (2 * p + 1 < pairing.size) store(out, first + static_cast<size_t>(pairing.inner), y);
      }
  counter = block;
}

/// Four words a block, in order; the counter has 128 bits.
void fillByPhilox(Literal& out, std::span<const uint64_t> state, std::array<uint64_t, 2>& counter) {
  size_t count = elementCount(out), words = byteWidth(out.shape().type()) == 8 ? 2 * count : count;
  Words key = lowFirst(state[0]);
  size_t blocks = (words + 3) / 4;
  for (size_t i = 0; i < blocks; ++i) {
    auto [a, b] = lowFirst(counter[0]);
    auto [c, d] = lowFirst(counter[1]);
    std::array<uint32_t, 4> bits = philox(key, {a, b, c, d});
    for (size_t w = 0; w < 4; ++w) {
      size_t word = 4 * i + w;
      if (words == count && word < count) store(out, word, bits[w]);
      if (words != count && w % 2 == 0 && word < words) store(out, word / 2, joined(bits[w], bits[w + 1]));
    }
    if (++counter[0] == 0) ++counter[1];
  }
}

uint64_t keyAt(const Literal& keys, size_t index) {
  return keys.as<uint64_t>()[keys.as<uint64_t>().size() == 1 ? 0 : index];
}
/// A key's two words as they lie in memory.
Words wordsOf(uint64_t key) { return lowFirst(key); }

}  // namespace

Result<Literal> rngBitGenerator(EvaluationContext& context) {
  const Literal& state = context.operand(0);
  Shape shape = context.shape();
  if (!shape.isTuple() || state.shape().type() != ElementType::U64) return unsupported(context, state.shape().type());
  Literal out(shape.elements()[1]), after = state;
  if (byteWidth(out.shape().type()) < 4) return unsupported(context, out.shape().type());
  std::span<uint64_t> next = after.mutableAs<uint64_t>();
  std::span<const uint64_t> before = state.as<uint64_t>();
  if (context.attributes<RngAttributes>().algorithm == "rng_three_fry") {
    if (before.size() != 2) return unsupported(context, state.shape().type());
    fillByThreefry(out, before, next[1]);
  } else {
    if (before.size() != 2 && before.size() != 3) return unsupported(context, state.shape().type());
    // A state of two words lends its key to the counter's upper half.
    std::array<uint64_t, 2> counter = {before[1], before.size() == 3 ? before[2] : before[0]};
    fillByPhilox(out, before, counter);
    next[1] = counter[0];
    if (next.size() == 3) next[2] = counter[1];
  }
  return Literal::tuple({std::move(after), std::move(out)});
}

Result<Literal> threefry2x32(EvaluationContext& context) {
  Shape shape = context.shape();
  Literal first(shape.elements()[0]), second(shape.elements()[1]);
  std::span<uint32_t> x = first.mutableAs<uint32_t>(), y = second.mutableAs<uint32_t>();
  std::array<std::span<const uint32_t>, 4> in;
  for (size_t i = 0; i < 4; ++i) in[i] = context.operand(static_cast<int>(i)).as<uint32_t>();
  auto at = [&](size_t operand, size_t i) { return in[operand][in[operand].size() == x.size() ? i : 0]; };
  for (size_t i = 0; i < x.size(); ++i) {
    Words words = threefry({at(0, i), at(1, i)}, {at(2, i), at(3, i)});
    x[i] = words[0];
    y[i] = words[1];
  }
  return Literal::tuple({std::move(first), std::move(second)});
}

Result<Literal> randomBits(EvaluationContext& context) {
  const Literal& keys = context.operand(0);
  Literal out(context.shape());
  size_t each = std::max<size_t>(1, elementCount(keys)), count = elementCount(out) / each;
  int64_t bits = context.attributes<RandomAttributes>().bitWidth;
  for (size_t k = 0; k < elementCount(keys); ++k)
    for (size_t i = 0; i < count; ++i) {
      auto [x, y] = threefry(wordsOf(keyAt(keys, k)), halves(i));
      store(out, k * count + i, bits == 64 ? joined(y, x) : x ^ y);
    }
  return out;
}

Result<Literal> randomSeed(EvaluationContext& context) {
  const Literal& seeds = context.operand(0);
  Literal keys(context.shape());
  bool wide = byteWidth(seeds.shape().type()) == 8;
  for (size_t i = 0; i < elementCount(keys); ++i) {
    auto seed = static_cast<uint64_t>(seeds.intAt(static_cast<int64_t>(i)));
    store(keys, i, joined(wide ? halves(seed)[0] : 0, halves(seed)[1]));
  }
  return keys;
}

Result<Literal> randomWrap(EvaluationContext& context) {
  Literal value = context.takeOperand(0);
  value.setShape(context.shape());
  return value;
}

Result<Literal> randomSplit(EvaluationContext& context) {
  const Literal& keys = context.operand(0);
  Literal out(context.shape());
  size_t each = std::max<size_t>(1, elementCount(keys)), count = elementCount(out) / each;
  for (size_t k = 0; k < elementCount(keys); ++k)
    for (size_t i = 0; i < count; ++i) {
      auto [x, y] = threefry(wordsOf(keyAt(keys, k)), halves(i));
      store(out, k * count + i, joined(x, y));
    }
  return out;
}

Result<Literal> randomFoldIn(EvaluationContext& context) {
  const Literal& keys = context.operand(0);
  const Literal& numbers = context.operand(1);
  Literal out(context.shape());
  for (size_t i = 0; i < elementCount(out); ++i) {
    auto number = static_cast<uint32_t>(numbers.intAt(elementCount(numbers) == 1 ? 0 : static_cast<int64_t>(i)));
    auto [x, y] = threefry(wordsOf(keyAt(keys, i)), {0, number});
    store(out, i, joined(x, y));
  }
  return out;
}

}  // namespace onepot::eval
