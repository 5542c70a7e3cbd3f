// Every rule against its definition: derivatives by differences, transposes by inner products, batches by loops.
#include <doctest/doctest.h>

#include "rule_cases.h"

using namespace onepot;
using namespace onepot::test;

namespace {

std::vector<Value> draw(const RuleCase& one, unsigned seed, double low, double high) {
  std::vector<Value> values;
  for (const auto& dims : one.shapes) values.push_back(randomArray(dims, low, high, seed++));
  return values;
}

FlatFunction functionOf(Tracing& tracing, const RuleCase& one) {
  return [&](std::span<const Value> values) { return std::vector{one.bind(tracing, values)}; };
}

std::vector<Value> shifted(const std::vector<Value>& x, double factor, const std::vector<Value>& v) {
  std::vector<Value> all;
  for (size_t i = 0; i < x.size(); ++i) all.push_back(moved(x[i], factor, v[i]));
  return all;
}

/// Central difference of `f` at x along v.
std::vector<double> slope(const FlatFunction& f, const std::vector<Value>& x, const std::vector<Value>& v) {
  constexpr double kStep = 1e-5;
  std::vector<double> high = numbers(f(shifted(x, kStep, v)).front()), low = numbers(f(shifted(x, -kStep, v)).front());
  for (size_t i = 0; i < high.size(); ++i) high[i] = (high[i] - low[i]) / (2 * kStep);
  return high;
}

}  // namespace

TEST_CASE("the derivative of every row is the limit of differences") {
  Evaluated e;
  for (const RuleCase& one : ruleCases()) {
    CAPTURE(one.name);
    FlatFunction f = functionOf(e.tracing, one);
    std::vector<Value> x = draw(one, 1, one.low, one.high), v = draw(one, 77, -1, 1);
    JvpResult got = e.tracing.jvp(f, x, v);
    REQUIRE(got.tangents[0] != nullptr);
    CHECK(distance(numbers(got.primals[0]), numbers(f(x).front())) == 0);
    CHECK(distance(numbers(got.tangents[0]), slope(f, x, v)) < 1e-7);
  }
}

TEST_CASE("the transpose of every derivative: <ct, J v> = <Jt ct, v>") {
  Evaluated e;
  for (const RuleCase& one : ruleCases()) {
    CAPTURE(one.name);
    FlatFunction f = functionOf(e.tracing, one);
    std::vector<Value> x = draw(one, 1, one.low, one.high), v = draw(one, 77, -1, 1);
    Value tangent = e.tracing.jvp(f, x, v).tangents[0];
    Value cotangent = randomArray(tangent->aval().shape.dims(), -1, 1, 5);
    auto vjp = e.tracing.vjp(f, x);
    std::vector<Value> back = vjp.pullback(std::vector{cotangent});
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      if (back[i] == nullptr) continue;
      CHECK(back[i]->aval().shape.sameDims(x[i]->aval().shape));
      sum += inner(back[i], v[i]);
    }
    CHECK(sum == doctest::Approx(inner(cotangent, tangent)).epsilon(1e-9));
  }
}

TEST_CASE("the second derivative: forward over reverse is the limit of differences") {
  Evaluated e;
  for (const RuleCase& one : ruleCases()) {
    CAPTURE(one.name);
    FlatFunction f = functionOf(e.tracing, one);
    std::vector<Value> x = draw(one, 1, one.low, one.high), v = draw(one, 77, -1, 1);
    Value cotangent = randomArray(f(x).front()->aval().shape.dims(), -1, 1, 5);
    FlatFunction gradient = [&](std::span<const Value> values) {
      std::vector<Value> back = e.tracing.vjp(f, values).pullback(std::vector{cotangent});
      return std::vector{back[0] == nullptr ? literal(0, ElementType::F64) : back[0]};
    };
    Value second = e.tracing.jvp(gradient, x, v).tangents[0];
    std::vector<double> expected = slope(gradient, x, v);
    CHECK(distance(second == nullptr ? std::vector<double>(expected.size()) : numbers(second), expected) < 1e-6);
  }
}

namespace {

/// `count` arrays stacked along `axis`.
Value stacked(Tracing& tracing, const std::vector<Value>& all, int64_t axis) {
  std::vector<Value> rows;
  std::vector<int64_t> dims = all[0]->aval().shape.dims();
  dims.insert(dims.begin() + axis, 1);
  for (const Value& one : all) rows.push_back(tracing.bind1(Opcode::Reshape, {one}, {}, f64(dims)));
  return tracing.bind(Opcode::Concatenate, rows, DimensionsAttributes{{axis}}).front();
}

}  // namespace

TEST_CASE("a batch of every row is a loop over it") {
  Evaluated e;
  constexpr int64_t kSize = 3;
  for (const RuleCase& one : ruleCases())
    for (size_t pattern = 1; pattern < (size_t{1} << one.shapes.size()); ++pattern)
      for (bool last : {false, true}) {
        CAPTURE(one.name);
        CAPTURE(pattern);
        FlatFunction f = functionOf(e.tracing, one);
        std::vector<std::vector<Value>> each;
        for (unsigned k = 0; k < kSize; ++k) each.push_back(draw(one, 10 * k + 1, one.low, one.high));
        std::vector<Value> arguments;
        std::vector<std::optional<int64_t>> axes;
        for (size_t i = 0; i < one.shapes.size(); ++i) {
          bool batched = (pattern >> i) & 1;
          if (!batched)
            for (auto& values : each) values[i] = each[0][i];
          std::vector<Value> own;
          for (const auto& values : each) own.push_back(values[i]);
          int64_t axis = last ? static_cast<int64_t>(one.shapes[i].size()) : 0;
          axes.push_back(batched ? std::optional<int64_t>(axis) : std::nullopt);
          arguments.push_back(batched ? stacked(e.tracing, own, axis) : own[0]);
        }
        std::vector<Value> expected;
        for (const auto& values : each) expected.push_back(f(values).front());
        Value got = e.tracing.vmap(f, arguments, axes, std::vector{std::optional<int64_t>(0)}, kSize).front();
        CHECK(got->aval().shape == stacked(e.tracing, expected, 0)->aval().shape.withoutLayout());
        CHECK(distance(numbers(got), numbers(stacked(e.tracing, expected, 0))) < 1e-12);
      }
}

TEST_CASE("every row gives the same under jit, and its derivative too") {
  Evaluated e;
  for (const RuleCase& one : ruleCases()) {
    CAPTURE(one.name);
    FlatFunction f = functionOf(e.tracing, one);
    std::vector<Value> x = draw(one, 1, one.low, one.high), v = draw(one, 77, -1, 1);
    std::vector<Aval> avals;
    for (const Value& value : x) avals.push_back(value->aval());
    TracedFunctionPtr traced = e.tracing.trace(f, avals, "f");
    FlatFunction jitted = [&](std::span<const Value> values) { return e.tracing.callJit(traced, values); };
    CHECK(distance(numbers(jitted(x).front()), numbers(f(x).front())) < 1e-12);
    JvpResult plain = e.tracing.jvp(f, x, v), inside = e.tracing.jvp(jitted, x, v);
    CHECK(distance(numbers(inside.tangents[0]), numbers(plain.tangents[0])) < 1e-12);
    Value cotangent = randomArray(plain.tangents[0]->aval().shape.dims(), -1, 1, 5);
    std::vector<Value> back = e.tracing.vjp(f, x).pullback(std::vector{cotangent});
    std::vector<Value> backInside = e.tracing.vjp(jitted, x).pullback(std::vector{cotangent});
    for (size_t i = 0; i < back.size(); ++i) {
      REQUIRE((back[i] == nullptr) == (backInside[i] == nullptr));
      if (back[i] != nullptr) CHECK(distance(numbers(backInside[i]), numbers(back[i])) < 1e-12);
    }
  }
}
