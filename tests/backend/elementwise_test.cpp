// Every elementwise operation on every type: the CPU's result is the evaluator's, bit for bit on integers.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/ops/op.h"
#include "tests/backend/backend_testing.h"

using namespace onepot;
using namespace onepot::testing;

namespace {

struct Case {
  const char* opcode;
  int operands;
  const char* types;  // separated by spaces
  double ulp;         // for floats
  const char* extra = "";
  bool edges = true;
};

constexpr const char* kIntegers = "s8 s16 s32 s64 u8 u16 u32 u64";
constexpr const char* kFloats = "f16 bf16 f32 f64";

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string moduleOf(const std::string& opcode, int operands, const std::string& type, const std::string& result,
                     const std::string& extra, int size) {
  std::string text = "HloModule m\nENTRY e {\n", list;
  for (int k = 0; k < operands; ++k) {
    text += fmt::format("  p{0} = {1}[{2}] parameter({0})\n", k, type, size);
    list += (k ? ", p" : "p") + std::to_string(k);
  }
  return text + fmt::format("  ROOT r = {}[{}] {}({}){}\n}}\n", result, size, opcode, list, extra);
}

void check(const Case& c) {
  for (const std::string& type : split(c.types)) {
    for (int size : {1, 7, 64, 301}) {
      const double apart = cpuAgainstEvaluator(moduleOf(c.opcode, c.operands, type, type, c.extra, size),
                                               static_cast<uint64_t>(size), c.edges);
      INFO(std::string(c.opcode), " ", type, "[", size, "]: ", apart, " ulp");
      CHECK(apart <= c.ulp);
    }
  }
}

}  // namespace

TEST_CASE("integer arithmetic is the evaluator's bit for bit") {
  for (const char* opcode : {"add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "and", "or",
                             "xor", "shift-left", "shift-right-logical", "shift-right-arithmetic", "power"})
    check({opcode, 2, kIntegers, 0});
  for (const char* opcode : {"abs", "negate", "not", "sign", "popcnt", "count-leading-zeros"})
    check({opcode, 1, kIntegers, 0});
  check({"clamp", 3, kIntegers, 0});
}

TEST_CASE("pred arithmetic") {
  for (const char* opcode : {"and", "or", "xor", "maximum", "minimum", "add", "multiply"})
    check({opcode, 2, "pred", 0});
  check({"not", 1, "pred", 0});
}

TEST_CASE("float arithmetic is exact") {
  for (const char* opcode : {"add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder"})
    check({opcode, 2, kFloats, 0});
  for (const char* opcode :
       {"abs", "negate", "sign", "floor", "ceil", "round-nearest-even", "round-nearest-afz", "sqrt"})
    check({opcode, 1, kFloats, 0});
  check({"clamp", 3, kFloats, 0});
  check({"reduce-precision", 1, "f32 f64", 0, ", exponent_bits=5, mantissa_bits=10"});
}

TEST_CASE("elementary functions are near the evaluator's") {
  for (const char* opcode : {"exponential", "log", "rsqrt", "erf", "cbrt"}) check({opcode, 1, kFloats, 3});
  for (const char* opcode : {"tanh", "logistic", "log-plus-one", "exponential-minus-one"})
    check({opcode, 1, kFloats, 4});
  for (const char* opcode : {"sinh", "cosh", "asinh", "acosh", "atanh", "asin", "acos"}) check({opcode, 1, kFloats, 6});
  for (const char* opcode : {"sine", "cosine", "tan"}) {
    check({opcode, 1, "f16 bf16 f32", 4});
    check({opcode, 1, "f64", 4, "", false});
  }
  check({"atan2", 2, kFloats, 5});
  check({"power", 2, kFloats, 8});
}

TEST_CASE("compare, select, is-finite") {
  for (const std::string& type : split(std::string(kIntegers) + " " + kFloats + " pred"))
    for (const char* direction : {"EQ", "NE", "GE", "GT", "LE", "LT"}) {
      const std::string extra = fmt::format(", direction={}", direction);
      const std::string label = type + extra;
      INFO(label);
      CHECK(cpuAgainstEvaluator(moduleOf("compare", 2, type, "pred", extra, 61)) == 0);
    }
  for (const std::string& type : split(kFloats)) {
    CHECK(cpuAgainstEvaluator(moduleOf("compare", 2, type, "pred", ", direction=LT, type=TOTALORDER", 301)) == 0);
    CHECK(cpuAgainstEvaluator(moduleOf("is-finite", 1, type, "pred", "", 301)) == 0);
  }
  for (const std::string& type : split(std::string(kIntegers) + " " + kFloats + " pred")) {
    const std::string text = fmt::format(
        "HloModule m\nENTRY e {{\n  p = pred[61] parameter(0)\n  a = {0}[61] parameter(1)\n  b = {0}[61] parameter(2)\n"
        "  ROOT r = {0}[61] select(p, a, b)\n}}\n",
        type);
    CHECK(cpuAgainstEvaluator(text) == 0);
  }
}

TEST_CASE("convert and bitcast-convert between all types") {
  const std::vector<std::string> types = split(std::string(kIntegers) + " " + kFloats + " pred");
  for (const std::string& from : types)
    for (const std::string& to : types) {
      INFO(from, " to ", to);
      CHECK(cpuAgainstEvaluator(moduleOf("convert", 1, from, to, "", 157)) == 0);
    }
  for (const auto& [from, to] :
       {std::pair{"f32", "s32"}, {"u32", "f32"}, {"f64", "u64"}, {"bf16", "s16"}, {"f16", "u16"}})
    CHECK(cpuAgainstEvaluator(moduleOf("bitcast-convert", 1, from, to, "", 61)) == 0);
  CHECK(cpuAgainstEvaluator(
            "HloModule m\nENTRY e {\n  p = f32[9] parameter(0)\n  ROOT r = u8[9,4] bitcast-convert(p)\n}\n") == 0);
  CHECK(cpuAgainstEvaluator(
            "HloModule m\nENTRY e {\n  p = u16[9,2] parameter(0)\n  ROOT r = f32[9] bitcast-convert(p)\n}\n") == 0);
}
