#include "engine/analysis/ulp_distance.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace onepot;

namespace {
Literal floats(std::vector<float> values) {
  Shape shape(ElementType::F32, std::vector<int64_t>{static_cast<int64_t>(values.size())});
  return Literal::fromVector(shape, values);
}
}  // namespace

TEST_CASE("neighbours are one ulp apart, across zero too") {
  float next = std::nextafter(1.0f, 2.0f), tiny = std::numeric_limits<float>::denorm_min();
  CHECK(ulpDistance(floats({1.0f}), floats({next})) == 1);
  CHECK(ulpDistance(floats({-tiny}), floats({tiny})) == 2);
  CHECK(ulpDistance(floats({-0.0f}), floats({0.0f})) == 0);
}

TEST_CASE("NaN is near NaN alone, and shapes must agree") {
  float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(ulpDistance(floats({nan, 1}), floats({nan, 1})) == 0);
  CHECK(std::isinf(*ulpDistance(floats({nan}), floats({1}))));
  CHECK_FALSE(ulpDistance(floats({1}), floats({1, 2})).has_value());
}

TEST_CASE("a difference near zero is small beside the greatest value") {
  const float ulpOfOne = std::numeric_limits<float>::epsilon();
  const Literal a = floats({1.0f, 1e-8f}), b = floats({1.0f, 2e-8f});
  CHECK(*ulpDistance(a, b) > 1e6);
  CHECK(*ulpOfGreatest(a, b) == doctest::Approx(1e-8 / ulpOfOne));
  CHECK(*ulpOfGreatest(a, a) == 0);
  CHECK(*ulpOfGreatest(floats({4.0f}), floats({4.0f + 4 * ulpOfOne})) == doctest::Approx(1));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isinf(*ulpOfGreatest(floats({nan}), floats({1.0f}))));
  CHECK(*ulpOfGreatest(floats({nan, 1.0f}), floats({nan, 1.0f})) == 0);
  CHECK(!ulpOfGreatest(floats({1.0f}), floats({1.0f, 2.0f})));
}
