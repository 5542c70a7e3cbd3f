#include "random_module.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <random>

#include "engine/ops/interpreter.h"

namespace onepot {

namespace {

struct Named {
  std::string name;
  std::vector<int64_t> dims;
};

/// Writes one computation's lines; small dimensions from a short list, so that operands often fit together.
class TextWriter {
 public:
  explicit TextWriter(uint64_t seed) : m_random(seed) {}

  int below(int limit) { return static_cast<int>(m_random() % static_cast<uint64_t>(limit)); }
  std::string fresh() { return fmt::format("v{}", m_next++); }
  static std::string shapeText(const std::vector<int64_t>& dims) {
    return fmt::format("f32[{}]", fmt::join(dims, ","));
  }

  Named line(const std::vector<int64_t>& dims, const std::string& expression) {
    Named made{fresh(), dims};
    m_lines.push_back(fmt::format("{} = {} {}", made.name, shapeText(dims), expression));
    return made;
  }

  /// One more value made of earlier ones.
  Named step(std::vector<Named>& values) {
    const Named& x = values[static_cast<size_t>(below(static_cast<int>(values.size())))];
    switch (below(10)) {
      case 0: return unary(x);
      case 1: return reduce(x);
      case 2: return transpose(x);
      case 3: return broadcast(x);
      case 4: return slice(x);
      case 5: return update(x);
      case 6: return scalarOperand(x);
      case 7: return reshape(x);
      default: return binary(x, values);
    }
  }

  std::string join(const char* indent = "  ") const {
    std::string all;
    for (const std::string& one : m_lines) all += indent + one + "\n";
    return all;
  }
  std::vector<std::string>& lines() { return m_lines; }
  std::vector<std::string> takeLines() { return std::exchange(m_lines, {}); }

 private:
  Named unary(const Named& x) {
    static const char* const kOps[] = {"negate", "abs", "tanh", "cosine", "floor", "logistic"};
    return line(x.dims, fmt::format("{}({})", kOps[below(6)], x.name));
  }
  Named binary(const Named& x, const std::vector<Named>& values) {
    static const char* const kOps[] = {"add", "subtract", "multiply", "maximum", "minimum"};
    std::vector<const Named*> fitting;
    for (const Named& value : values)
      if (value.dims == x.dims) fitting.push_back(&value);
    const Named& y = *fitting[static_cast<size_t>(below(static_cast<int>(fitting.size())))];
    return line(x.dims, fmt::format("{}({}, {})", kOps[below(5)], x.name, y.name));
  }
  Named scalarOperand(const Named& x) {
    static const char* const kOps[] = {"add", "multiply", "divide", "maximum"};
    static const char* const kNumbers[] = {"0", "1", "2", "-1", "0.5", "-0"};
    int op = below(4);
    Named constant{fresh(), {}};
    m_lines.push_back(
        fmt::format("{} = f32[] constant({})", constant.name, kNumbers[op == 2 ? 1 + below(4) : below(6)]));
    Named spread =
        x.dims.empty() ? constant : line(x.dims, fmt::format("broadcast({}), dimensions={{}}", constant.name));
    return line(x.dims, fmt::format("{}({}, {})", kOps[op], x.name, spread.name));
  }
  Named reduce(const Named& x) {
    if (x.dims.empty()) return unary(x);
    auto dim = static_cast<size_t>(below(static_cast<int>(x.dims.size())));
    bool sum = below(2) == 0;
    Named init{fresh(), {}};
    m_lines.push_back(fmt::format("{} = f32[] constant({})", init.name, sum ? "0" : "-inf"));
    std::vector<int64_t> dims = x.dims;
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(dim));
    return line(dims, fmt::format("reduce({}, {}), dimensions={{{}}}, to_apply={}", x.name, init.name, dim,
                                  sum ? "sum" : "max"));
  }
  Named transpose(const Named& x) {
    if (x.dims.size() != 2) return unary(x);
    return line({x.dims[1], x.dims[0]}, fmt::format("transpose({}), dimensions={{1,0}}", x.name));
  }
  Named broadcast(const Named& x) {
    if (x.dims.size() > 1) return unary(x);
    std::vector<int64_t> dims{4, 6};
    if (x.dims.empty()) return line(dims, fmt::format("broadcast({}), dimensions={{}}", x.name));
    int at = x.dims[0] == 4 ? 0 : 1;
    if (x.dims[0] != dims[static_cast<size_t>(at)]) return unary(x);
    return line(dims, fmt::format("broadcast({}), dimensions={{{}}}", x.name, at));
  }
  Named slice(const Named& x) {
    if (x.dims.empty() || x.dims[0] < 3) return unary(x);
    std::string rest;
    for (size_t i = 1; i < x.dims.size(); ++i) rest += fmt::format(", [0:{}]", x.dims[i]);
    std::vector<int64_t> dims = x.dims;
    dims[0] = 2;
    Named part = line(dims, fmt::format("slice({}), slice={{[1:3]{}}}", x.name, rest));
    std::vector<int64_t> whole = x.dims;
    whole[0] = 4;
    return line(whole, fmt::format("concatenate({0}, {0}), dimensions={{0}}", part.name));
  }
  Named update(const Named& x) {
    if (x.dims.size() != 1 || x.dims[0] < 2) return unary(x);
    Named part = line({2}, fmt::format("slice({}), slice={{[0:2]}}", x.name));
    std::string at = fresh();
    m_lines.push_back(fmt::format("{} = s32[] constant({})", at, below(4)));
    return line(x.dims, fmt::format("dynamic-update-slice({}, {}, {})", x.name, part.name, at));
  }
  Named reshape(const Named& x) {
    if (x.dims.size() != 2) return unary(x);
    Named flat = line({x.dims[0] * x.dims[1]}, fmt::format("reshape({})", x.name));
    Named worked = unary(flat);
    return line(x.dims, fmt::format("reshape({})", worked.name));
  }

  std::mt19937_64 m_random;
  std::vector<std::string> m_lines;
  int m_next = 0;
};

std::string tupleShape(const std::vector<Named>& values) {
  std::vector<std::string> shapes;
  for (const Named& value : values) shapes.push_back(TextWriter::shapeText(value.dims));
  return fmt::format("({})", fmt::join(shapes, ", "));
}

/// A loop of three trips over a carry of a counter and some arrays, which the body mixes; some pass through or swap.
std::vector<Named> addLoop(TextWriter& writer, std::vector<std::string>& computations,
                           const std::vector<Named>& initial) {
  std::vector<std::string> outer = writer.takeLines();
  std::string carry = "(s32[]";
  for (const Named& value : initial) carry += ", " + TextWriter::shapeText(value.dims);
  carry += ")";
  std::string p = writer.fresh(), i = writer.fresh(), one = writer.fresh(), next = writer.fresh();
  std::vector<std::string>& lines = writer.lines();
  lines.push_back(fmt::format("{} = {} parameter(0)", p, carry));
  lines.push_back(fmt::format("{} = s32[] get-tuple-element({}), index=0", i, p));
  lines.push_back(fmt::format("{} = s32[] constant(1)", one));
  lines.push_back(fmt::format("{} = s32[] add({}, {})", next, i, one));
  std::vector<Named> inside;
  for (size_t k = 0; k < initial.size(); ++k)
    inside.push_back(writer.line(initial[k].dims, fmt::format("get-tuple-element({}), index={}", p, k + 1)));
  std::vector<Named> values = inside;
  for (int k = 0; k < 6; ++k) values.push_back(writer.step(values));
  std::string results = next;
  for (const Named& value : inside) {
    std::vector<const Named*> fitting;
    for (const Named& candidate : values)
      if (candidate.dims == value.dims) fitting.push_back(&candidate);
    results += ", " + fitting[static_cast<size_t>(writer.below(static_cast<int>(fitting.size())))]->name;
  }
  std::string body = writer.fresh(), cond = writer.fresh(), cp = writer.fresh(), ci = writer.fresh(),
              n = writer.fresh();
  lines.push_back(fmt::format("ROOT {} = {} tuple({})", writer.fresh(), carry, results));
  computations.push_back(fmt::format("{} {{\n{}}}\n", body, writer.join()));
  writer.takeLines();
  computations.push_back(
      fmt::format("{} {{\n  {} = {} parameter(0)\n  {} = s32[] get-tuple-element({}), index=0\n"
                  "  {} = s32[] constant(3)\n  ROOT {} = pred[] compare({}, {}), direction=LT\n}}\n",
                  cond, cp, carry, ci, cp, n, writer.fresh(), ci, n));
  writer.lines() = std::move(outer);
  std::string zero = writer.fresh(), start = writer.fresh(), loop = writer.fresh(), operands = zero;
  for (const Named& value : initial) operands += ", " + value.name;
  writer.lines().push_back(fmt::format("{} = s32[] constant(0)", zero));
  writer.lines().push_back(fmt::format("{} = {} tuple({})", start, carry, operands));
  writer.lines().push_back(fmt::format("{} = {} while({}), condition={}, body={}", loop, carry, start, cond, body));
  std::vector<Named> out;
  for (size_t k = 0; k < initial.size(); ++k)
    out.push_back(writer.line(initial[k].dims, fmt::format("get-tuple-element({}), index={}", loop, k + 1)));
  return out;
}

void compareArrays(const Literal& a, const Literal& b, double tolerance, std::string& found) {
  for (int64_t i = 0; i < a.shape().elementCount() && found.empty(); ++i) {
    double x = a.doubleAt(i), y = b.doubleAt(i);
    bool same = x == y || (std::isnan(x) && std::isnan(y)) ||
                std::fabs(x - y) <= tolerance * std::max({std::fabs(x), std::fabs(y), 1.0});
    if (!same) found = fmt::format("element {}: {} and {}", i, x, y);
  }
}

}  // namespace

std::string randomModuleText(uint64_t seed, int size, bool loops) {
  TextWriter writer(seed);
  std::vector<Named> values;
  std::vector<std::string> computations;
  const std::vector<std::vector<int64_t>> shapes{{4, 6}, {4, 6}, {6}, {4}, {}};
  for (size_t i = 0; i < shapes.size(); ++i) values.push_back(writer.line(shapes[i], fmt::format("parameter({})", i)));
  for (int i = 0; i < size; ++i) {
    if (loops && writer.below(12) == 0) {
      std::vector<Named> initial;
      for (int k = 0; k < 3; ++k)
        initial.push_back(values[static_cast<size_t>(writer.below(static_cast<int>(values.size())))]);
      for (Named& result : addLoop(writer, computations, initial)) values.push_back(std::move(result));
    }
    values.push_back(writer.step(values));
  }
  std::vector<Named> results;
  for (int i = 0; i < 4; ++i)
    results.push_back(values[static_cast<size_t>(writer.below(static_cast<int>(values.size())))]);
  results.push_back(values.back());
  std::vector<std::string> names;
  for (const Named& result : results) names.push_back(result.name);
  std::string text =
      "sum {\n  sa = f32[] parameter(0)\n  sb = f32[] parameter(1)\n  ROOT sc = f32[] add(sa, sb)\n}\n"
      "max {\n  ma = f32[] parameter(0)\n  mb = f32[] parameter(1)\n  ROOT mc = f32[] maximum(ma, mb)\n}\n";
  for (const std::string& computation : computations) text += computation;
  return text + fmt::format("ENTRY main {{\n{}  ROOT result = {} tuple({})\n}}\n", writer.join(), tupleShape(results),
                            fmt::join(names, ", "));
}

std::vector<Literal> randomArguments(const Module& module, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Literal> arguments;
  for (const Instruction* parameter : module.entry()->parameters()) {
    Literal value(parameter->shape().withoutLayout());
    for (int64_t i = 0; i < value.shape().elementCount(); ++i)
      value.setDouble(i, static_cast<double>(random() % 2001) / 500.0 - 2.0);
    arguments.push_back(std::move(value));
  }
  return arguments;
}

Literal evaluated(const Module& module, const std::vector<Literal>& arguments) {
  Interpreter interpreter(module);
  Result<Literal> value = interpreter.evaluate(*module.entry(), arguments);
  if (!value) FAIL(value.error().front().message.text());
  return std::move(*value);
}

std::string difference(const Literal& a, const Literal& b, double tolerance) {
  std::string found;
  if (!a.shape().withoutLayout().compatible(b.shape().withoutLayout())) return "shapes differ";
  if (!a.shape().isTuple()) compareArrays(a, b, tolerance, found);
  for (size_t i = 0; i < a.elements().size() && found.empty(); ++i)
    if (found = difference(a.elements()[i], b.elements()[i], tolerance); !found.empty())
      found = fmt::format("result {}, {}", i, found);
  return found;
}

}  // namespace onepot
