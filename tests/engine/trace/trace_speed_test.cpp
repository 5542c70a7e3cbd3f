// Long programs: nothing is quadratic, nothing recurses as deep as the program. Times are bounded loosely: machines
// differ.
#include <chrono>

#include <doctest/doctest.h>

#include "trace_fixture.h"

using namespace onepot;
using namespace onepot::test;

namespace {

double milliseconds(const std::function<void()>& work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

FlatFunction chain(Tracing& t, int length) {
  return [&t, length](std::span<const Value> x) {
    Value y = x[0];
    for (int i = 0; i < length; i += 2) y = t.bind1(Opcode::Sine, {t.bind1(Opcode::Multiply, {y, x[0]})});
    return std::vector{y};
  };
}

}  // namespace

TEST_CASE("ten thousand operations are traced, differentiated and printed in time") {
  Evaluated e;
  Tracing& t = e.tracing;
  std::vector<Aval> avals{aval(f32({}))};
  TracedFunctionPtr plain, gradient;
  double tracing = milliseconds([&] { plain = t.trace(chain(t, 10000), avals, "f"); });
  double differentiating = milliseconds([&] {
    gradient =
        t.trace([&](std::span<const Value> x) { return t.vjp(chain(t, 10000), x).pullback(std::vector{literal(1)}); },
                avals, "g");
  });
  double printing = milliseconds([&] { CHECK(jaxprText(*gradient).text.size() > 100000); });
  MESSAGE("10000 operations: trace " << tracing << " ms, gradient " << differentiating << " ms, jaxpr of it "
                                     << printing << " ms");
  CHECK(plain->module->entry()->size() == 10002);
  CHECK(tracing < 1500);
  CHECK(differentiating < 4000);
  CHECK(printing < 4000);
}

TEST_CASE("a hundred thousand operations are differentiated eagerly and released") {
  Evaluated e;
  Tracing& t = e.tracing;
  std::vector<Aval> avals{aval(f32({}))};
  TracedFunctionPtr gradient =
      t.trace([&](std::span<const Value> x) { return t.vjp(chain(t, 100000), x).pullback(std::vector{literal(1)}); },
              avals, "g");
  CHECK(gradient->module->entry()->size() > 300000);
}
