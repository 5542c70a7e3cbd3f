// What traced rows compute once they are lowered, against the C library and by hand.
#include <doctest/doctest.h>

#include <limits>

#include "trace_fixture.h"

using namespace onepot;
using namespace onepot::test;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> unary(Tracing& t, Opcode opcode, ElementType type, const std::vector<double>& x) {
  auto count = static_cast<int64_t>(x.size());
  return numbers(t.bind1(opcode, {arrayOf(Shape(type, std::vector<int64_t>{count}), x)}));
}

}  // namespace

TEST_CASE("erf_inv undoes erf; its ends are infinite") {
  Evaluated e;
  for (ElementType type : {ElementType::F32, ElementType::F64}) {
    double tolerance = type == ElementType::F64 ? 1e-14 : 2e-6;
    for (double y : {-3.2, -2.0, -0.9, -0.1, 0.0, 0.3, 1.0, 1.7, 2.5}) {
      double x = std::erf(y);
      if (type == ElementType::F32) x = static_cast<float>(x);
      double got = unary(e.tracing, Opcode::ErfInv, type, {x})[0];
      CAPTURE(y);
      CHECK(std::erf(got) == doctest::Approx(x).epsilon(tolerance));
    }
    CHECK(unary(e.tracing, Opcode::ErfInv, type, {1, -1}) == std::vector<double>{kInf, -kInf});
  }
}

TEST_CASE("erfc keeps its digits where it is small") {
  Evaluated e;
  for (ElementType type : {ElementType::F32, ElementType::F64})
    for (double x : {-3.0, -0.5, 0.0, 0.7, 1.5, 2.5, 4.0, 8.5}) {
      CAPTURE(x);
      CHECK(unary(e.tracing, Opcode::Erfc, type, {x})[0] ==
            doctest::Approx(std::erfc(x)).epsilon(type == ElementType::F64 ? 1e-13 : 2e-5));
    }
}

TEST_CASE("exp2, square and powers by squaring") {
  Evaluated e;
  CHECK(distance(unary(e.tracing, Opcode::Exp2, ElementType::F64, {-1, 0, 3.5}), {0.5, 1, std::exp2(3.5)}) < 1e-14);
  CHECK(unary(e.tracing, Opcode::Square, ElementType::F32, {-3, 0.5}) == std::vector<double>{9, 0.25});
  for (auto [exponent, expected] : {std::pair{0, 1.0}, {1, 3.0}, {5, 243.0}, {-2, 1.0 / 9}, {7, 2187.0}})
    CHECK(numbers(e.tracing.bind1(Opcode::IntegerPow, {doubles({}, {3})}, IntegerPowAttributes{exponent}))[0] ==
          expected);
}

TEST_CASE("nextafter steps by one bit, through zero and to infinity") {
  Evaluated e;
  float largest = std::numeric_limits<float>::max();
  for (auto [from, to] : {std::pair{1.0F, 2.0F},
                          {1.0F, 0.0F},
                          {0.0F, 1.0F},
                          {-0.0F, -1.0F},
                          {-1.0F, 5.0F},
                          {3.0F, 3.0F},
                          {largest, INFINITY}}) {
    Value got = e.tracing.bind1(Opcode::NextAfter, {arrayOf(f32({}), {from}), arrayOf(f32({}), {to})});
    CHECK(numbers(got)[0] == std::nextafter(from, to));
  }
}

TEST_CASE("argmax and argmin take the first of equals, and NaN before all") {
  Evaluated e;
  Value x = doubles({3, 4}, {1, 5, 5, 2, 3, kNan, 7, kNan, -kInf, -kInf, -kInf, -kInf});
  CHECK(numbers(e.tracing.bind1(Opcode::Argmax, {x}, ArgminmaxAttributes{1})) == std::vector<double>{1, 1, 0});
  CHECK(numbers(e.tracing.bind1(Opcode::Argmin, {x}, ArgminmaxAttributes{1})) == std::vector<double>{0, 1, 0});
}

TEST_CASE("running reductions, both ways") {
  Evaluated e;
  Value x = doubles({5}, {3, 1, 4, 1, 5});
  auto run = [&](Opcode opcode, bool reverse) {
    return numbers(e.tracing.bind1(opcode, {x}, DimensionsAttributes{{0}, reverse, false}));
  };
  CHECK(run(Opcode::Cumsum, false) == std::vector<double>{3, 4, 8, 9, 14});
  CHECK(run(Opcode::Cumsum, true) == std::vector<double>{14, 11, 10, 6, 5});
  CHECK(run(Opcode::Cumprod, false) == std::vector<double>{3, 3, 12, 12, 60});
  CHECK(run(Opcode::Cummax, false) == std::vector<double>{3, 3, 4, 4, 5});
  CHECK(run(Opcode::Cummin, true) == std::vector<double>{1, 1, 1, 1, 5});
  Value minus = doubles({2}, {-kInf, -kInf});
  CHECK(numbers(e.tracing.bind1(Opcode::Cumlogsumexp, {minus}, DimensionsAttributes{{0}})) ==
        std::vector<double>{-kInf, -kInf});
}

TEST_CASE("select_n by number, clamp between scalars, reductions of pred and of small integers") {
  Evaluated e;
  Tracing& t = e.tracing;
  std::vector<Value> cases{arrayOf(s32({3}), {2, 0, 1}), doubles({3}, {1, 2, 3}), doubles({3}, {10, 20, 30}),
                           doubles({3}, {100, 200, 300})};
  CHECK(numbers(t.bind(Opcode::SelectN, cases).front()) == std::vector<double>{100, 2, 30});
  Value clamped =
      t.bind1(Opcode::Clamp, {literal(0, ElementType::F64), doubles({3}, {-1, 0.5, 2}), literal(1, ElementType::F64)});
  CHECK(numbers(clamped) == std::vector<double>{0, 0.5, 1});
  Value bits = arrayOf(Shape(ElementType::Pred, std::vector<int64_t>{3}), {0, 1, 0});
  CHECK(numbers(t.bind1(Opcode::ReduceMax, {bits}, DimensionsAttributes{{0}})) == std::vector<double>{1});
  CHECK(numbers(t.bind1(Opcode::ReduceAnd, {bits}, DimensionsAttributes{{0}})) == std::vector<double>{0});
  Value small = arrayOf(Shape(ElementType::U8, std::vector<int64_t>{0}), {});
  CHECK(numbers(t.bind1(Opcode::ReduceMin, {small}, DimensionsAttributes{{0}})) == std::vector<double>{255});
}
