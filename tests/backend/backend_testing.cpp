#include "tests/backend/backend_testing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "engine/analysis/ulp_distance.h"
#include "engine/backend/cpu_device.h"
#include "engine/ir/hlo_parser.h"
#include "engine/ops/interpreter.h"

namespace onepot::testing {

Device& cpu() {
  static const std::unique_ptr<CpuDevice> device = std::move(CpuDevice::create().value());
  return *device;
}

std::unique_ptr<Module> parsed(std::string_view text) {
  auto module = parseHlo(text);
  if (!module) FAIL(module.error().front().render(text));
  return std::move(*module);
}

Compiled compiled(std::string_view text, CodegenOptions codegen) {
  Compiled result;
  result.module = parsed(text)->freeze();
  CompileOptions options;
  options.codegen = codegen;
  EventSink sink;
  auto made = compile(parsed(text), std::make_shared<Compilation>(), cpu(), options, sink);
  if (!made) FAIL(made.error().front().render());
  result.executable = made->executable;
  return result;
}

namespace {

double randomFloat(std::mt19937_64& random, bool edges, ElementType type) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static const double kEdges[] = {0.0,    -0.0, kInfinity, -kInfinity, std::nan(""), 1e-40,
                                  -1e-40, 1.0,  -1.0,      0.5,        3.4e38,       1e-310};
  if (edges && random() % 8 == 0) return kEdges[random() % std::size(kEdges)];
  std::normal_distribution<double> normal(0, 2);
  const double value = normal(random);
  if (edges && random() % 8 == 0)
    return std::exp(value * (type == ElementType::F16 ? 3 : 20)) * (random() % 2 ? 1 : -1);
  return value;
}

void fillInteger(Literal& literal, int64_t index, ElementType type, std::mt19937_64& random, bool edges) {
  const int bits = elementTypeInfo(type).bits;
  const uint64_t top = uint64_t{1} << (bits - 1);
  uint64_t value = random() % 4 == 0 ? random() : random() % 17 - (isSigned(type) ? 8 : 0);
  if (edges && random() % 8 == 0) value = random() % 2 ? top : top - 1;
  if (edges && random() % 8 == 0) value = random() % 2 ? 0 : ~uint64_t{0};
  std::memcpy(literal.mutableBytes().data() + index * byteWidth(type), &value, static_cast<size_t>(byteWidth(type)));
}

}  // namespace

Literal randomLiteral(const Shape& shape, uint64_t seed, bool edges) {
  std::mt19937_64 random(seed * 7919 + 17);
  Literal literal(shape.withoutLayout());
  const ElementType type = shape.type();
  for (int64_t i = 0; i < shape.elementCount(); ++i) {
    if (type == ElementType::Pred)
      literal.setInt(i, static_cast<int64_t>(random() % 2));
    else if (isFloat(type))
      literal.setDouble(i, randomFloat(random, edges, type));
    else
      fillInteger(literal, i, type, random, edges);
  }
  return literal;
}

std::vector<Literal> randomArguments(const Module& module, uint64_t seed, bool edges) {
  std::vector<Literal> arguments;
  for (const Instruction* parameter : module.entry()->parameters())
    arguments.push_back(randomLiteral(parameter->shape(), seed + arguments.size(), edges));
  return arguments;
}

std::vector<Literal> runCpu(Executable& executable, const std::vector<Literal>& arguments) {
  std::vector<Array> arrays;
  for (const Literal& literal : arguments) arrays.emplace_back(&cpu(), literal);
  auto results = executable.run(arrays, {});
  if (!results) FAIL(results.error().front().render());
  std::vector<Literal> literals;
  for (const Array& array : *results) literals.push_back(array.literal());
  return literals;
}

std::vector<Literal> runEvaluator(const Module& module, const std::vector<Literal>& arguments) {
  auto result = Interpreter(module).evaluate(*module.entry(), arguments);
  if (!result) FAIL(result.error().front().render());
  if (result->shape().isTuple()) return std::move(*result).takeElements();
  return {std::move(*result)};
}

double distance(const std::vector<Literal>& a, const std::vector<Literal>& b) {
  REQUIRE(a.size() == b.size());
  double worst = 0;
  for (size_t k = 0; k < a.size(); ++k) {
    auto one = ulpDistance(a[k], b[k]);
    REQUIRE(one.has_value());
    worst = std::max(worst, *one);
  }
  return worst;
}

double cpuAgainstEvaluator(std::string_view text, uint64_t seed, bool edges) {
  Compiled made = compiled(text);
  std::vector<Literal> arguments = randomArguments(*made.module, seed, edges);
  return distance(runCpu(*made.executable, arguments), runEvaluator(*made.module, arguments));
}

}  // namespace onepot::testing
