// Accuracy of the elementary functions in ulp, against wider arithmetic, over sweeps of the whole range of bit
// patterns.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tests/backend/backend_testing.h"

using namespace onepot;
using namespace onepot::testing;

namespace {

/// Distance of `value` from `exact` in units of the last place that T has there.
template <typename T, typename Wide>
double ulpError(T value, Wide exact) {
  if (std::isnan(exact)) return std::isnan(value) ? 0 : std::numeric_limits<double>::infinity();
  const T rounded = static_cast<T>(exact);
  if (value == rounded) return 0;
  if (std::isnan(value) || std::isinf(value) || std::isinf(rounded)) return std::numeric_limits<double>::infinity();
  const T unit = std::nextafter(std::fabs(rounded), std::numeric_limits<T>::infinity()) - std::fabs(rounded);
  return static_cast<double>(std::fabs(static_cast<Wide>(value) - exact) / static_cast<Wide>(unit));
}

struct Function {
  const char* opcode;
  double (*exact)(double);
  long double (*exactLong)(long double);
  double ulp32, ulp64;
  double limit64 = std::numeric_limits<double>::infinity();  // of |x|, for f64
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }
long double logisticLong(long double x) { return 1 / (1 + std::exp(-x)); }
double rsqrt(double x) { return 1 / std::sqrt(x); }
long double rsqrtLong(long double x) { return 1 / std::sqrt(x); }

std::string moduleOf(const char* opcode, const char* type, size_t count) {
  return fmt::format("HloModule m\nENTRY e {{\n  p = {1}[{2}] parameter(0)\n  ROOT r = {1}[{2}] {0}(p)\n}}\n", opcode,
                     type, count);
}

template <typename T>
std::vector<T> resultsOf(const char* opcode, const char* type, const std::vector<T>& inputs) {
  Compiled made = compiled(moduleOf(opcode, type, inputs.size()));
  Literal argument = Literal::fromVector(made.module->entry()->parameters()[0]->shape().withoutLayout(), inputs);
  const Literal result = runCpu(*made.executable, {argument})[0];
  return {result.as<T>().begin(), result.as<T>().end()};
}

/// Every 9973rd bit pattern of f32: all exponents, both signs, infinities and NaN; and the numbers around ±1 and 0
/// densely.
std::vector<float> sweep32() {
  std::vector<float> values{0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1.0f, -1.0f, 1e-45f, -1e-45f, 3.4028235e38f};
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += 9973)
    values.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  for (int i = -100000; i < 100000; ++i) values.push_back(static_cast<float>(i) * 1e-4f);
  return values;
}

std::vector<double> sweep64(double limit) {
  std::vector<double> values{0.0, -0.0, 1.0, -1.0, 0.5, 1e-320, std::nan("")};
  std::mt19937_64 random(7);
  for (int i = 0; i < 40000; ++i) {
    const double any = std::bit_cast<double>(random());
    if (!(std::fabs(any) > limit)) values.push_back(any);
    values.push_back(std::ldexp(static_cast<double>(random() >> 11), -48) - 16);
  }
  return values;
}

}  // namespace

TEST_CASE("elementary functions keep the accuracy that their header states") {
  const Function functions[] = {
      {"exponential", std::exp, std::exp, 2, 2},  {"exponential-minus-one", std::expm1, std::expm1, 2, 3},
      {"log", std::log, std::log, 2, 2},          {"log-plus-one", std::log1p, std::log1p, 3, 3},
      {"logistic", logistic, logisticLong, 3, 3}, {"tanh", std::tanh, std::tanh, 3, 3},
      {"sine", std::sin, std::sin, 2, 2, 1e9},    {"cosine", std::cos, std::cos, 2, 2, 1e9},
      {"tan", std::tan, std::tan, 2, 4, 1e9},     {"erf", std::erf, std::erf, 2, 2},
      {"rsqrt", rsqrt, rsqrtLong, 2, 2},          {"cbrt", std::cbrt, std::cbrt, 1, 2},
      {"sinh", std::sinh, std::sinh, 2, 4},       {"cosh", std::cosh, std::cosh, 2, 3},
      {"asinh", std::asinh, std::asinh, 2, 5},    {"acosh", std::acosh, std::acosh, 2, 5},
      {"atanh", std::atanh, std::atanh, 2, 5},    {"asin", std::asin, std::asin, 2, 4},
      {"acos", std::acos, std::acos, 2, 4}};
  const std::vector<float> narrow = sweep32();
  for (const Function& function : functions) {
    const std::vector<float> results = resultsOf(function.opcode, "f32", narrow);
    double worst = 0, at = 0;
    for (size_t i = 0; i < narrow.size(); ++i) {
      const double error = ulpError(results[i], function.exact(static_cast<double>(narrow[i])));
      if (error > worst) worst = error, at = narrow[i];
    }
    const std::string label = fmt::format("{} f32: {} ulp at {}", function.opcode, worst, at);
    INFO(label);
    CHECK(worst <= function.ulp32);
    const std::vector<double> wide = sweep64(function.limit64);
    const std::vector<double> wideResults = resultsOf(function.opcode, "f64", wide);
    worst = 0;
    for (size_t i = 0; i < wide.size(); ++i) {
      const double error = ulpError(wideResults[i], function.exactLong(static_cast<long double>(wide[i])));
      if (error > worst) worst = error, at = wide[i];
    }
    const std::string wideLabel = fmt::format("{} f64: {} ulp at {}", function.opcode, worst, at);
    INFO(wideLabel);
    CHECK(worst <= function.ulp64);
  }
}

TEST_CASE("power keeps its accuracy") {
  std::mt19937_64 random(3);
  std::vector<float> x, y;
  for (int i = 0; i < 200000; ++i) {
    x.push_back(i % 3 ? std::exp(static_cast<float>(random() % 2000) / 50.0f - 20.0f)
                      : std::bit_cast<float>(static_cast<uint32_t>(random())));
    y.push_back(i % 5 ? static_cast<float>(random() % 4000) / 100.0f - 20.0f
                      : static_cast<float>(static_cast<int>(random() % 21) - 10));
  }
  Compiled made =
      compiled(fmt::format("HloModule m\nENTRY e {{\n p = f32[{0}] parameter(0)\n q = f32[{0}] parameter(1)\n ROOT r = "
                           "f32[{0}] power(p, q)\n}}\n",
                           x.size()));
  const Shape shape = made.module->entry()->parameters()[0]->shape().withoutLayout();
  const Literal result = runCpu(*made.executable, {Literal::fromVector(shape, x), Literal::fromVector(shape, y)})[0];
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i)
    worst = std::max(worst,
                     ulpError(result.as<float>()[i], std::pow(static_cast<double>(x[i]), static_cast<double>(y[i]))));
  CHECK(worst <= 2);
}
