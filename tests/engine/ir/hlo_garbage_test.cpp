// Damaged text never crashes the parser, never takes it long, and is always refused in words.
#include <doctest/doctest.h>

#include <chrono>
#include <random>

#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"
#include "tests/engine/ir/refusal_check.h"

using namespace onepot;

namespace {

const char* const kText =
    R"(HloModule m, is_scheduled=true, entry_computation_layout={(f32[4]{0:T(8,128)S(5)})->f32[2]{0}}, num_partitions=2

FileNames
1 "f.py"
FunctionNames
1 "f"
FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=4 end_column=9}
StackFrames
1 {file_location_id=1 parent_frame_id=1}

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %c = f32[] add(%a, %b)
}, execution_thread="other"

ENTRY %main (x: f32[4]) -> f32[4] {
  %x = f32[4]{0} parameter(0), sharding={devices=[2,2]<=[4] last_tile_dim_replicate}
  %zero = f32[] constant(nan(0x1)), metadata={op_type="k" op_name="a\"b\101\x41" stack_frame_id=1}
  %pair = (f32[4]{0}, c64[2]) constant(({1, 2.5, -inf, nan}, {(1, 2), (3, -4e10)}))
  %p = pred[2,2] constant({ { 1, 0 }, /*row*/ { true, false } })
  %sum = f32[] reduce(f32[4]{0} %x, %zero), dimensions={0}, to_apply=%add // comment
  %wide = f32[4]{0} broadcast(%sum), dimensions={}
  %conv = f32[1,2,2,1] convolution(f32[1,4,4,1] constant({...}), f32[3,3,1,1] constant({...})), window={size=3x3 pad=0_0x0_0 lhs_dilate=1x1}, dim_labels=b01f_01io->b01f
  %g = f32[4]{0} add(%pair#0, sqrt(%wide)), control-predecessors={%sum}, backend_config={"a":[1,"}"]}
  %s = ((f32[4]), f32[2], s32[]) slice-start(%g), slice={[0:4:2]}
  %d = f32[2] slice-done(%s)
  %pad = f32[4] pad(%d, %zero), padding=0_1_1
  ROOT %out = f32[4] map(%pad), dimensions={0}, to_apply={ a = f32[] parameter(0) ROOT b = f32[] negate(a) }
}
)";

/// Reads it; what is accepted must print and be read again.
void survive(const std::string& text) {
  auto module = parseHlo(text);
  if (!module) return checkRefusal(module.error(), text);
  print(**module, PrintOptions::canonical());
}

}  // namespace

TEST_CASE("the text itself is sound") {
  auto module = parseHlo(kText);
  if (!module) FAIL(module.error().front().render(kText));
  CHECK(module.value()->entry()->find(module.value()->entry()->root()->id()) != nullptr);
}

TEST_CASE("cut off at every byte") {
  std::string text = kText;
  for (size_t length = 0; length < text.size(); ++length) survive(text.substr(0, length));
}

TEST_CASE("bytes changed, dropped, doubled") {
  std::mt19937 random(20240607);
  const std::string alphabet = "{}()[],=%#:\"'<>-*/.0123456789abfx \n\xff";
  for (int round = 0; round < 4000; ++round) {
    std::string text = kText;
    int changes = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < changes; ++i) {
      size_t at = random() % text.size();
      switch (random() % 4) {
        case 0: text[at] = alphabet[random() % alphabet.size()]; break;
        case 1: text.erase(at, 1 + random() % 8); break;
        case 2: text.insert(at, 1, alphabet[random() % alphabet.size()]); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 40));
      }
    }
    survive(text);
  }
}

TEST_CASE("depth is capped, wide garbage takes linear time") {
  std::string deep(100000, '(');
  survive("ENTRY e { x = " + deep);
  survive("ENTRY e { x = f32[] parameter(0) y = f32[] " + [] {
    std::string nested;
    for (int i = 0; i < 100000; ++i) nested += "abs(";
    return nested;
  }() + "x");
  std::string inner = "ENTRY e { x = f32[] parameter(0) y = f32[] call(x), to_apply=";
  for (int i = 0; i < 20000; ++i) inner += "{ x = f32[] parameter(0) y = f32[] call(x), to_apply=";
  survive(inner);
  auto start = std::chrono::steady_clock::now();
  std::string lines = "ENTRY e {\n";
  for (int i = 0; i < 200000; ++i) lines += "  %y" + std::to_string(i) + " = f32[ nonsense(%x, {{{{\n";
  survive(lines);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
  survive("f32[9999999999999,9999999999999] constant({...})");
  survive("f32[1000000000000] constant({...})");
  survive("b { p = f32[] parameter(1210878036355760) }\nENTRY e { x = f32[] parameter(0) y = f32[] call(x), to_apply=b }");
  survive("b { p = f32[] parameter(1) }\nENTRY e { x = f32[] parameter(0) y = f32[] call(x, x), to_apply=b }");
  survive("f32[-1] parameter(0)");
  survive("f32[99999999999999999999] parameter(0)");
}

TEST_CASE("values out of range are refused at their place") {
  auto refused = [](std::string_view text) {
    auto literal = parseLiteral(text);
    REQUIRE(!literal.has_value());
    return literal.error().front().render();
  };
  CHECK(refused("s8[] 200") == "1:6: error: 200 is out of range for s8");
  CHECK(refused("u8[2] {1, -1}") == "1:11: error: -1 is out of range for u8");
  CHECK(refused("f16[] 1e6") == "1:7: error: 1e6 is out of range for f16");
  CHECK(refused("f32[] 1e99") == "1:7: error: 1e99 is out of range for f32");
  CHECK(refused("f32[2] {1}") == "1:8: error: expected 2 elements in dimension 0");
  CHECK(refused("f32[2] {1, 2, 3}") == "1:8: error: expected 2 elements in dimension 0");
  CHECK(refused("f32[] 1.5x") == "1:7: error: 1.5x is not a value of type f32");
  CHECK(parseLiteral("u64[] -1").has_value());
  CHECK(parseLiteral("f32[] 1e-60")->doubleAt(0) == 0);
  CHECK(parseLiteral("f32[] -0")->text() == "-0");
}
