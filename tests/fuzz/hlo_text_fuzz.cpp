// Damaged HLO text: refused at a place in words, or read; and what is read prints to text that reads back the same.
#include <doctest/doctest.h>

#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"
#include "tests/engine/ir/refusal_check.h"
#include "tests/engine/passes/random_module.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/seeds.h"

using namespace onepot;

namespace {

const char* const kWide = R"(HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}

add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }

ENTRY main {
  x = f32[4]{0} parameter(0), sharding={replicated}
  zero = f32[] constant(-0), metadata={op_name="a\"b"}
  pair = (f32[4]{0}, s8[2]) constant(({1, 2.5, -inf, nan}, {-128, 127}))
  sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add
  wide = f32[4]{0} broadcast(sum), dimensions={}
  first = f32[4]{0} get-tuple-element(pair), index=0
  part = f32[2]{0} slice(wide), slice={[0:4:2]}
  long = f32[4]{0} pad(part, zero), padding=0_1_1
  less = pred[4]{0} compare(long, first), direction=LT
  pick = f32[4]{0} select(less, long, first)
  half = f16[4]{0} convert(pick)
  bits = u16[4]{0} bitcast-convert(half)
  again = f32[4]{0} convert(bits)
  keys = (u64[2]{0}, u32[8]{0}) rng-bit-generator(u64[2]{0} constant({1, 2})), algorithm=rng_threefry
  square = f32[2,2]{1,0} reshape(again)
  product = f32[2,2]{1,0} dot(square, square), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  moved = f32[2,2]{0,1} transpose(product), dimensions={1,0}
  ROOT out = f32[4]{0} reshape(moved)
}
)";

void checkText(const std::string& text) {
  auto module = parseHlo(text);
  if (!module) return checkRefusal(module.error(), text);
  const std::string once = print(**module, PrintOptions::roundTrip());
  auto again = parseHlo(once);
  INFO("printed: ", once);
  if (!again) FAIL(again.error().front().render(once));
  REQUIRE(print(**again, PrintOptions::roundTrip()) == once);
}

void checkSeed(uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::string sound = random() % 2 ? kWide : randomModuleText(seed, 12, true);
  const std::string text = mutated(sound, random, 4, "{}()[],=%#:\"<>-*/.0123456789abfx \n\xff");
  INFO("seed ", seed, "\n", text);
  checkText(text);
}

}  // namespace

TEST_CASE("sound text prints and reads back") {
  checkText(kWide);
  REQUIRE(parseHlo(kWide).has_value());
}

TEST_CASE("damaged HLO text is refused in words or reads back as it prints") { forSeeds("hlo text", 3000, checkSeed); }
