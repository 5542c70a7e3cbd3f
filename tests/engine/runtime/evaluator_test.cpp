// The evaluator on whole modules: loops, values on demand, memory and cancellation; and as a device.
#include "engine/runtime/evaluator.h"

#include <doctest/doctest.h>

#include <thread>

#include "engine/ir/hlo_parser.h"
#include "engine/runtime/evaluator_device.h"

using namespace onepot;

namespace {

std::unique_ptr<Module> parsed(std::string_view text) {
  auto module = parseHlo(text);
  REQUIRE_MESSAGE(module.has_value(), module.error().front().message.text());
  return std::move(*module);
}

Literal literal(std::string_view text) { return *parseLiteral(text); }

const Instruction* named(const Module& module, std::string_view name) {
  for (const auto& computation : module.computations())
    for (const auto& instruction : computation->instructions())
      if (instruction->name() == name) return instruction.get();
  return nullptr;
}

constexpr std::string_view kFactorial = R"(HloModule factorial
condition {
  c = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(c), index=0
  one = s32[] constant(1)
  ROOT more = pred[] compare(i, one), direction=GT
}
body {
  b = (s32[], s32[]) parameter(0)
  j = s32[] get-tuple-element(b), index=0
  p = s32[] get-tuple-element(b), index=1
  minus = s32[] constant(-1)
  next = s32[] add(j, minus)
  product = s32[] multiply(p, j)
  ROOT r = (s32[], s32[]) tuple(next, product)
}
ENTRY main {
  n = s32[] parameter(0)
  one.1 = s32[] constant(1)
  dead = s32[] add(n, n)
  start = (s32[], s32[]) tuple(n, one.1)
  loop = (s32[], s32[]) while(start), condition=condition, body=body
  ROOT out = s32[] get-tuple-element(loop), index=1
})";

}  // namespace

TEST_CASE("a loop runs until its condition fails, which is asked first") {
  auto module = parsed(kFactorial);
  CHECK(evaluateModule(*module, {literal("s32[] 6")})->text() == "720");
  CHECK(evaluateModule(*module, {literal("s32[] 1")})->text() == "1");
}

TEST_CASE("values on demand: the first of a loop, none of what the result does not need") {
  auto module = parsed(kFactorial);
  InstructionId product = named(*module, "product")->id(), dead = named(*module, "dead")->id();
  auto values = instructionValues(*module, {literal("s32[] 6")}, {product, dead});
  REQUIRE(values.has_value());
  CHECK(values->size() == 1);
  CHECK(values->at(product).text() == "6");
}

TEST_CASE("a long chain needs no stack and frees what is used up") {
  std::string text = "HloModule chain\nENTRY main {\n  x0 = f32[65536] parameter(0)\n";
  constexpr int kLength = 5000;
  for (int i = 1; i <= kLength; ++i) {
    std::string before = std::to_string(i - 1);
    text += "  x" + std::to_string(i) + " = f32[65536] negate(x" + before + ")\n";
  }
  auto module = parsed(text + "}");
  resetPeakBytes();
  int64_t before = peakBytes();
  auto result = evaluateModule(*module, {Literal(Shape(ElementType::F32, {65536}))});
  REQUIRE(result.has_value());
  CHECK(peakBytes() - before <= 5 * 65536 * 4);
}

TEST_CASE("a deep chain of calls fails in words") {
  std::string text = "HloModule deep\nf0 {\n  ROOT x = f32[] parameter(0)\n}\n";
  for (int i = 1; i < 700; ++i) {
    std::string n = std::to_string(i), callee = std::to_string(i - 1);
    text += "f" + n + " {\n  x." + n + " = f32[] parameter(0)\n  ROOT y." + n + " = f32[] call(x." + n +
            "), to_apply=f" + callee + "\n}\n";
  }
  auto module = parsed(text + "ENTRY main {\n  a = f32[] parameter(0)\n  ROOT b = f32[] call(a), to_apply=f699\n}");
  auto result = evaluateModule(*module, {literal("f32[] 1")});
  REQUIRE(!result.has_value());
  CHECK(result.error().front().message.id == "eval.too_deep");
}

TEST_CASE("running out of memory is a failure, not a fault") {
  auto module = parsed("ENTRY main { c = f32[] constant(1) ROOT b = f32[1000,1000] broadcast(c), dimensions={} }");
  setAllocationLimit(allocatedBytes() + 1000000);
  auto result = evaluateModule(*module, {});
  setAllocationLimit(0);
  REQUIRE(!result.has_value());
  CHECK(result.error().front().message.id == "eval.memory");
}

TEST_CASE("an endless loop stops when it is cancelled") {
  auto module = parsed(R"(HloModule endless
c { x = f32[] parameter(0) ROOT t = pred[] constant(true) }
b { ROOT y = f32[] parameter(0) }
ENTRY main { a = f32[] parameter(0) ROOT w = f32[] while(a), condition=c, body=b })");
  CancellationToken cancel;
  std::thread later([cancel] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    cancel.cancel();
  });
  auto result = evaluateModule(*module, {literal("f32[] 1")}, cancel);
  later.join();
  REQUIRE(!result.has_value());
  CHECK(result.error().front().message.id == "eval.cancelled");
}

TEST_CASE("wrong arguments are named") {
  auto module = parsed("ENTRY main { x = f32[2] parameter(0) ROOT y = f32[2] negate(x) }");
  CHECK(evaluateModule(*module, {}).error().front().message.text() == "main takes 1 arguments, not 0");
  CHECK(evaluateModule(*module, {literal("s32[2] {1, 2}")}).error().front().message.text() ==
        "main: argument x is f32[2], not s32[2]");
}

TEST_CASE("the device runs a module and tells of its launches") {
  EvaluatorDevice device;
  CHECK(device.name() == "eval");
  std::shared_ptr<const Module> module = parsed(R"(ENTRY main {
    x = f32[2] parameter(0)
    y = f32[2] exponential(x)
    z = f32[2] negate(y)
    ROOT t = (f32[2], f32[2]) tuple(y, z) })");
  auto executable = device.compile(module, {}, {});
  REQUIRE(executable.has_value());
  CHECK((*executable)->kernels().size() == 2);
  std::vector<Array> arguments{Array(&device, literal("f32[2] {0, 0}"))};
  std::vector<Launch> launches;
  RunOptions options;
  options.launches = &launches;
  auto results = (*executable)->run(arguments, options);
  REQUIRE(results.has_value());
  REQUIRE(results->size() == 2);
  CHECK((*results)[1].literal().text() == "{-1, -1}");
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].name == "y");
  CHECK(launches[1].start >= launches[0].end);
  CHECK(launches[1].bytesRead == 8);
}

TEST_CASE("the device dispatches one instruction") {
  EvaluatorDevice device;
  auto module = parsed("ENTRY main { x = f32[2] parameter(0) y = f32[2] parameter(1) ROOT z = f32[2] subtract(y, x) }");
  std::vector<Array> arguments{Array(&device, literal("f32[2] {1, 2}")), Array(&device, literal("f32[2] {5, 7}"))};
  auto results = device.dispatch(*module->entry()->root(), *module, arguments, {});
  REQUIRE(results.has_value());
  CHECK((*results)[0].literal().text() == "{4, 5}");
}
