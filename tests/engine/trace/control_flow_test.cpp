// Loops, branches and custom derivatives under every transformation, against the same program unrolled.
#include <doctest/doctest.h>

#include "trace_fixture.h"

using namespace onepot;
using namespace onepot::test;

namespace {

using Values = std::span<const Value>;

Value add(Tracing& t, const Value& a, const Value& b) { return t.bind1(Opcode::Add, {a, b}); }
Value mul(Tracing& t, const Value& a, const Value& b) { return t.bind1(Opcode::Multiply, {a, b}); }
Value sine(Tracing& t, const Value& a) { return t.bind1(Opcode::Sine, {a}); }
Value sum(Tracing& t, const Value& a) {
  std::vector<int64_t> all;
  for (int i = 0; i < a->aval().shape.rank(); ++i) all.push_back(i);
  return t.bind1(Opcode::ReduceSum, {a}, DimensionsAttributes{all});
}
Value rowOf(Tracing& t, const Value& a, int64_t row) {
  std::vector<int64_t> limits = a->aval().shape.dims();
  SliceAttributes slice{std::vector<int64_t>(limits.size(), 0), limits, std::vector<int64_t>(limits.size(), 1)};
  slice.starts[0] = row;
  slice.limits[0] = row + 1;
  return t.bind1(Opcode::Squeeze, {t.bind1(Opcode::Slice, {a}, slice)}, DimensionsAttributes{{0}});
}

/// A program in two forms that must agree: with control flow, and written out.
struct Program {
  std::string name;
  std::vector<std::vector<int64_t>> shapes;
  std::function<Value(Tracing&, Values)> looped, plain;
};

// const w, carry c, inputs x: c' = sin(c·w) + x, y = c·x.
std::vector<Value> step(Tracing& t, const Value& w, const Value& c, const Value& x) {
  return {add(t, sine(t, mul(t, c, w)), x), mul(t, c, x)};
}

Program scanProgram(bool reverse) {
  Program p{reverse ? "scan in reverse" : "scan", {{2}, {2}, {4, 2}}, {}, {}};
  p.looped = [reverse](Tracing& t, Values v) {
    auto body = t.trace([&](Values a) { return step(t, a[0], a[1], a[2]); },
                        std::vector{v[0]->aval(), v[1]->aval(), aval(f64({2}))}, "body");
    std::vector<Value> all = t.scan(body, v, ScanAttributes{4, 1, 1, 1, reverse});
    return add(t, sum(t, sine(t, all[0])), sum(t, mul(t, all[1], all[1])));
  };
  p.plain = [reverse](Tracing& t, Values v) {
    Value carry = v[1], total;
    for (int64_t i = 0; i < 4; ++i) {
      std::vector<Value> both = step(t, v[0], carry, rowOf(t, v[2], reverse ? 3 - i : i));
      carry = both[0];
      Value square = sum(t, mul(t, both[1], both[1]));
      total = total == nullptr ? square : add(t, total, square);
    }
    return add(t, sum(t, sine(t, carry)), total);
  };
  return p;
}

Program capturingScan() {
  Program p{"scan over a captured value", {{2}, {4, 2}}, {}, {}};
  p.looped = [](Tracing& t, Values v) {
    auto body = t.trace([&](Values a) { return step(t, v[0], a[0], a[1]); },
                        std::vector{aval(f64({2})), aval(f64({2}))}, "body");
    return sum(t, t.scan(body, std::vector{v[0], v[1]}, ScanAttributes{4, 0, 1, 1, false})[0]);
  };
  p.plain = [](Tracing& t, Values v) {
    Value carry = v[0];
    for (int64_t i = 0; i < 4; ++i) carry = step(t, v[0], carry, rowOf(t, v[1], i))[0];
    return sum(t, carry);
  };
  return p;
}

Program condProgram(bool taken) {
  Program p{taken ? "cond, second branch" : "cond, first branch", {{2}, {2}}, {}, {}};
  p.looped = [taken](Tracing& t, Values v) {
    auto first = t.trace([&](Values a) { return std::vector{mul(t, sine(t, a[0]), a[1])}; },
                         std::vector{v[0]->aval(), v[1]->aval()}, "first");
    auto second = t.trace([&](Values a) { return std::vector{mul(t, a[0], a[0])}; },
                          std::vector{v[0]->aval(), v[1]->aval()}, "second");
    return sum(t, t.cond(std::vector{first, second}, std::vector{literalInt(taken), v[0], v[1]})[0]);
  };
  p.plain = [taken](Tracing& t, Values v) { return sum(t, taken ? mul(t, v[0], v[0]) : mul(t, sine(t, v[0]), v[1])); };
  return p;
}

// Branches by the sign of the first operand: under vmap each of a batch takes its own.
Program signProgram() {
  Program p{"cond by value", {{}, {2}}, {}, {}};
  p.looped = [](Tracing& t, Values v) {
    auto first = t.trace([&](Values a) { return std::vector{sine(t, a[0])}; }, std::vector{v[1]->aval()}, "first");
    auto second =
        t.trace([&](Values a) { return std::vector{mul(t, a[0], a[0])}; }, std::vector{v[1]->aval()}, "second");
    Value positive =
        t.bind1(Opcode::Compare, {v[0], literal(0, ElementType::F64)}, CompareAttributes{CompareDirection::GT});
    return sum(t, t.cond(std::vector{first, second}, std::vector{t.convert(positive, ElementType::S32), v[1]})[0]);
  };
  p.plain = [](Tracing& t, Values v) {
    Value positive =
        t.bind1(Opcode::Compare, {v[0], literal(0, ElementType::F64)}, CompareAttributes{CompareDirection::GT});
    return sum(t, t.bind1(Opcode::SelectN, {positive, sine(t, v[1]), mul(t, v[1], v[1])}));
  };
  return p;
}

Program customProgram() {
  Program p{"custom_jvp", {{2}}, {}, {}};
  p.looped = [](Tracing& t, Values v) {
    auto body = t.trace([&](Values a) { return std::vector{sine(t, a[0])}; }, std::vector{v[0]->aval()}, "f");
    FlatFunction rule = [&t](Values a) {
      return std::vector{sine(t, a[0]), mul(t, a[1], t.bind1(Opcode::Cosine, {a[0]}))};
    };
    return sum(t, t.customJvp(body, rule, v)[0]);
  };
  p.plain = [](Tracing& t, Values v) { return sum(t, sine(t, v[0])); };
  return p;
}

Program customReverseProgram() {
  Program p{"custom_vjp", {{2}, {2}}, {}, {}};
  p.looped = [](Tracing& t, Values v) {
    auto body = t.trace([&](Values a) { return std::vector{mul(t, sine(t, a[0]), a[1])}; },
                        std::vector{v[0]->aval(), v[1]->aval()}, "f");
    FlatFunction forward = [&t](Values a) { return std::vector{mul(t, sine(t, a[0]), a[1]), a[0], a[1]}; };
    FlatFunction backward = [&t](Values a) {
      return std::vector{mul(t, a[2], mul(t, a[1], t.bind1(Opcode::Cosine, {a[0]}))), mul(t, a[2], sine(t, a[0]))};
    };
    return sum(t, t.customVjp(body, forward, backward, v)[0]);
  };
  p.plain = [](Tracing& t, Values v) { return sum(t, mul(t, sine(t, v[0]), v[1])); };
  return p;
}

Program nestedProgram() {
  Program p{"jit inside scan inside jit", {{2}, {3, 2}}, {}, {}};
  p.looped = [](Tracing& t, Values v) {
    auto inner = t.trace([&](Values a) { return std::vector{mul(t, sine(t, a[0]), a[1])}; },
                         std::vector{aval(f64({2})), aval(f64({2}))}, "inner");
    auto body =
        t.trace([&](Values a) { return t.callJit(inner, a); }, std::vector{aval(f64({2})), aval(f64({2}))}, "body");
    auto outer = t.trace([&](Values a) { return t.scan(body, a, ScanAttributes{3, 0, 1, 1, false}); },
                         std::vector{v[0]->aval(), v[1]->aval()}, "outer");
    return sum(t, t.callJit(outer, v)[0]);
  };
  p.plain = [](Tracing& t, Values v) {
    Value carry = v[0];
    for (int64_t i = 0; i < 3; ++i) carry = mul(t, sine(t, carry), rowOf(t, v[1], i));
    return sum(t, carry);
  };
  return p;
}

std::vector<Program> programs() {
  return {scanProgram(false), scanProgram(true), capturingScan(),        condProgram(false), condProgram(true),
          signProgram(),      customProgram(),   customReverseProgram(), nestedProgram()};
}

std::vector<Value> draw(const Program& p, unsigned seed) {
  std::vector<Value> all;
  for (const auto& dims : p.shapes) all.push_back(randomArray(dims, 0.2, 1.2, seed++));
  return all;
}

FlatFunction form(Tracing& t, const std::function<Value(Tracing&, Values)>& f) {
  return [&t, f](Values v) { return std::vector{f(t, v)}; };
}

FlatFunction jitted(Tracing& t, const FlatFunction& f) {
  return [&t, f](Values v) {
    std::vector<Aval> avals;
    for (const Value& value : v) avals.push_back(value->aval());
    return t.callJit(t.trace(f, avals, "f"), v);
  };
}

FlatFunction gradient(Tracing& t, const FlatFunction& f) {
  return [&t, f](Values v) {
    std::vector<Value> all = t.vjp(f, v).pullback(std::vector{literal(1, ElementType::F64)});
    for (size_t i = 0; i < all.size(); ++i)
      if (all[i] == nullptr) all[i] = mul(t, v[i], literal(0, ElementType::F64));
    return all;
  };
}

void checkSame(const FlatFunction& a, const FlatFunction& b, const std::vector<Value>& x) {
  std::vector<Value> got = a(x), expected = b(x);
  REQUIRE(got.size() == expected.size());
  for (size_t i = 0; i < got.size(); ++i) CHECK(distance(numbers(got[i]), numbers(expected[i])) < 1e-12);
}

FlatFunction batched(Tracing& t, const FlatFunction& f, const std::vector<std::optional<int64_t>>& axes) {
  return [&t, f, axes](Values v) { return t.vmap(f, v, axes, std::vector{std::optional<int64_t>(0)}, 3); };
}

/// One of a batch after another.
FlatFunction looped(Tracing& t, const FlatFunction& f, const std::vector<std::optional<int64_t>>& axes) {
  return [&t, f, axes](Values v) {
    std::vector<std::vector<Value>> results;
    for (int64_t k = 0; k < 3; ++k) {
      std::vector<Value> own;
      for (size_t i = 0; i < v.size(); ++i) own.push_back(axes[i] ? rowOf(t, v[i], k) : v[i]);
      results.push_back(f(own));
    }
    std::vector<Value> all;
    for (size_t i = 0; i < results[0].size(); ++i) {
      std::vector<Value> rows;
      std::vector<int64_t> dims = results[0][i]->aval().shape.dims();
      dims.insert(dims.begin(), 1);
      for (const auto& one : results) rows.push_back(t.bind1(Opcode::Reshape, {one[i]}, {}, f64(dims)));
      all.push_back(t.bind(Opcode::Concatenate, rows, DimensionsAttributes{{0}}).front());
    }
    return all;
  };
}

}  // namespace

TEST_CASE("control flow computes what the program written out computes") {
  Evaluated e;
  for (const Program& p : programs()) {
    CAPTURE(p.name);
    std::vector<Value> x = draw(p, 1);
    FlatFunction a = form(e.tracing, p.looped), b = form(e.tracing, p.plain);
    checkSame(a, b, x);
    checkSame(jitted(e.tracing, a), b, x);
  }
}

TEST_CASE("with jit disabled it does so operation by operation") {
  Evaluated e;
  e.tracing.setJitDisabled(true);
  for (const Program& p : programs()) {
    CAPTURE(p.name);
    checkSame(form(e.tracing, p.looped), form(e.tracing, p.plain), draw(p, 1));
  }
}

TEST_CASE("gradients of control flow, inside and outside of jit, first and second") {
  Evaluated e;
  Tracing& t = e.tracing;
  for (const Program& p : programs()) {
    CAPTURE(p.name);
    std::vector<Value> x = draw(p, 1);
    FlatFunction a = form(t, p.looped), b = form(t, p.plain);
    FlatFunction expected = gradient(t, b);
    checkSame(gradient(t, a), expected, x);
    checkSame(gradient(t, jitted(t, a)), expected, x);
    checkSame(jitted(t, gradient(t, a)), expected, x);
    auto ofSquares = [&t](const FlatFunction& g) -> FlatFunction {
      return [&t, g](Values v) {
        Value total;
        for (const Value& one : g(v)) {
          Value square = sum(t, mul(t, one, one));
          total = total == nullptr ? square : add(t, total, square);
        }
        return std::vector{total};
      };
    };
    checkSame(gradient(t, ofSquares(gradient(t, a))), gradient(t, ofSquares(expected)), x);
  }
}

TEST_CASE("forward derivatives of control flow") {
  Evaluated e;
  Tracing& t = e.tracing;
  for (const Program& p : programs()) {
    if (p.name == "custom_vjp") continue;
    CAPTURE(p.name);
    std::vector<Value> x = draw(p, 1), v = draw(p, 31);
    auto along = [&](const FlatFunction& f) -> FlatFunction {
      return [&t, f, v](Values at) { return std::vector{t.jvp(f, at, v).tangents[0]}; };
    };
    FlatFunction a = form(t, p.looped), b = form(t, p.plain);
    checkSame(along(a), along(b), x);
    checkSame(along(jitted(t, a)), along(b), x);
    checkSame(jitted(t, along(a)), along(b), x);
  }
}

TEST_CASE("batches of control flow, and of its gradients") {
  Evaluated e;
  Tracing& t = e.tracing;
  for (const Program& p : programs())
    for (size_t pattern = 1; pattern < (size_t{1} << p.shapes.size()); ++pattern) {
      CAPTURE(p.name);
      CAPTURE(pattern);
      std::vector<std::optional<int64_t>> axes;
      std::vector<Value> x;
      for (size_t i = 0; i < p.shapes.size(); ++i) {
        bool has = (pattern >> i) & 1;
        std::vector<int64_t> dims = p.shapes[i];
        if (has) dims.insert(dims.begin(), 3);
        axes.push_back(has ? std::optional<int64_t>(0) : std::nullopt);
        x.push_back(randomArray(dims, -0.8, 1.2, static_cast<unsigned>(i) + 3));
      }
      FlatFunction a = form(t, p.looped), b = form(t, p.plain);
      checkSame(batched(t, a, axes), looped(t, b, axes), x);
      checkSame(batched(t, jitted(t, a), axes), looped(t, b, axes), x);
      checkSame(batched(t, gradient(t, a), axes), looped(t, gradient(t, b), axes), x);
      checkSame(batched(t, gradient(t, jitted(t, a)), axes), looped(t, gradient(t, b), axes), x);
    }
}

TEST_CASE("while: runs, differentiates forward, batches with a condition of each its own") {
  Evaluated e;
  Tracing& t = e.tracing;
  FlatFunction doubling = [&t](Values v) {
    std::vector<Aval> avals{v[0]->aval(), v[1]->aval()};
    auto cond = t.trace(
        [&](Values a) {
          return std::vector{
              t.bind1(Opcode::Compare, {a[0], literal(10, ElementType::F64)}, CompareAttributes{CompareDirection::LT})};
        },
        avals, "cond");
    auto body =
        t.trace([&](Values a) { return std::vector{mul(t, a[0], literal(2, ElementType::F64)), mul(t, a[1], a[0])}; },
                avals, "body");
    return t.whileLoop(cond, body, v, WhileAttributes{});
  };
  std::vector<Value> x{doubles({}, {3}), doubles({}, {0.5})};
  std::vector<Value> got = doubling(x);
  CHECK(numbers(got[0])[0] == 12);
  CHECK(numbers(got[1])[0] == 9);
  JvpResult forward = t.jvp(doubling, x, std::vector{doubles({}, {1}), Value()});
  CHECK(numbers(forward.tangents[0])[0] == 4);
  CHECK(numbers(forward.tangents[1])[0] == doctest::Approx(0.5 * 2 * 2 * 3));
  std::vector<Value> batch{doubles({3}, {3, 20, 9}), doubles({}, {0.5})};
  std::vector<Value> all = t.vmap(doubling, batch, std::vector<std::optional<int64_t>>{0, std::nullopt},
                                  std::vector{std::optional<int64_t>(0)}, 3);
  CHECK(numbers(all[0]) == std::vector<double>{12, 20, 18});
  CHECK(numbers(all[1]) == std::vector<double>{9, 0.5, 4.5});
  CHECK_THROWS_AS(t.vjp(doubling, x), TraceException);
}

TEST_CASE("the linear part of a function as a function") {
  Evaluated e;
  Tracing& t = e.tracing;
  FlatFunction f = [&t](Values v) { return std::vector{mul(t, sine(t, v[0]), v[0])}; };
  std::vector<Value> x{doubles({2}, {0.3, 0.7})}, v{doubles({2}, {1, -2})};
  auto linear = t.linearize(f, x);
  CHECK(distance(numbers(t.evaluate(*linear.linear, v)[0]), numbers(t.jvp(f, x, v).tangents[0])) < 1e-14);
}
