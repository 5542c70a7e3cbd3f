#include <doctest/doctest.h>

#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ir/verifier.h"

using namespace onepot;

namespace {

std::unique_ptr<Module> parsed(std::string_view text) {
  auto module = parseHlo(text);
  if (!module) FAIL(module.error().front().render(text));
  return std::move(*module);
}

/// The text as it is printed, after checking that printing it again gives the same.
std::string printed(std::string_view text, PrintOptions options = PrintOptions::roundTrip()) {
  auto module = parsed(text);
  std::string first = print(*module, PrintOptions::roundTrip());
  CHECK(print(*parsed(first), PrintOptions::roundTrip()) == first);
  return print(*module, options);
}

}  // namespace

TEST_CASE("what is printed is what was read") {
  const char* text =
      R"(HloModule m, is_scheduled=true, entry_computation_layout={(f32[4]{0})->f32[4]{0}}, num_partitions=2

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

ENTRY main {
  x = f32[4]{0} parameter(0), sharding={replicated}, metadata={op_name="x" source_file="f.py" source_line=3 source_end_line=3 source_column=4 source_end_column=9}
  zero = f32[] constant(0)
  one = f32[4]{0} constant({1, 2.5, -inf, nan})
  sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add, metadata={op_type="reduce" op_name="jit(f)/\"q\""}
  wide = f32[4]{0} broadcast(sum), dimensions={}
  both = (f32[4]{0}, f32[]) tuple(wide, sum)
  first = f32[4]{0} get-tuple-element(both), index=0
  less = pred[4]{0} compare(first, one), direction=LT, type=TOTALORDER
  part = f32[2]{0} slice(x), slice={[0:4:2]}, control-predecessors={less}, backend_config={"a":[1,2]}
  padded = f32[4]{0} pad(part, zero), padding=1_1
  ROOT out = f32[4]{0} select(less, padded, first)
}
)";
  CHECK(printed(text) == text);
}

TEST_CASE("the canonical form is XLA's") {
  const char* text = R"(HloModule m
ENTRY main { x = f32[4]{0} parameter(0)
  ROOT y = f32[4]{0} negate(x) })";
  CHECK(printed(text, PrintOptions::canonical()) == R"(HloModule m, entry_computation_layout={(f32[4]{0})->f32[4]{0}}

ENTRY %main (x: f32[4]) -> f32[4] {
  %x = f32[4]{0} parameter(0)
  ROOT %y = f32[4]{0} negate(%x)
}
)");
}

TEST_CASE("a single instruction makes its own parameters") {
  auto module = parsed("f32[2] add(f32[2] x, f32[2] y)");
  CHECK(module->entry()->parameters().size() == 2);
  CHECK(module->entry()->root()->opcode() == Opcode::Add);
}

TEST_CASE("element paths become get-tuple-element, one for each path") {
  auto module = parsed(R"(ENTRY e { p = (f32[], (s32[], f32[])) parameter(0)
    a = f32[] add(p#0, p#1#1) ROOT b = f32[] add(p#0, a) })");
  int elements = 0;
  for (const auto& one : module->entry()->instructions()) elements += one->opcode() == Opcode::GetTupleElement;
  CHECK(elements == 3);
}

TEST_CASE("faults have line, column and caret, and the next ones are found too") {
  const char* text =
      "HloModule m\nENTRY e {\n  x = f32[2] parameter(0)\n  y = f32[2] nogate(x)\n  z = f32[2] add(y, y)\n"
      "  ROOT w = f32[2] add(x, q)\n}\n";
  auto module = parseHlo(text, {"m.hlo"});
  REQUIRE(!module.has_value());
  REQUIRE(module.error().size() == 2);
  CHECK(module.error()[0].render(text) ==
        "m.hlo:4:14: error: there is no operation nogate\n  y = f32[2] nogate(x)\n             ^~~~~~");
  CHECK(module.error()[1].render(text) ==
        "m.hlo:6:26: error: there is no instruction q above\n  ROOT w = f32[2] add(x, q)\n                         ^");
}

TEST_CASE("a wrong shape is reported at its operation, and believed from then on") {
  const char* text = "ENTRY e {\n  x = f32[2,1] parameter(0)\n  y = f32[3] negate(x)\n  ROOT z = f32[3] abs(y)\n}\n";
  auto module = parseHlo(text);
  REQUIRE(!module.has_value());
  REQUIRE(module.error().size() == 1);
  CHECK(module.error()[0].render() == "3:14: error: y has shape f32[3], but its operands make f32[2,1]");
  ParseOptions trusting;
  trusting.checkShapes = false;
  CHECK(parseHlo(text, trusting).has_value());
}
