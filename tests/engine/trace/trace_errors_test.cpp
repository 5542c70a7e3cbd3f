// The user's mistakes: the type of the error, and words that name what is wrong.
#include <doctest/doctest.h>

#include "trace_fixture.h"

using namespace onepot;
using namespace onepot::test;

namespace {

TraceError errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const TraceException& exception) {
    return exception.error;
  }
  return {"none", {}, {}};
}

}  // namespace

TEST_CASE("shapes that do not go together are named, at the expression") {
  Evaluated e;
  SourceRange place{"f.py", 3, 5, 3, 10};
  e.tracing.setSourceProvider([&] { return std::vector{place}; });
  TraceError error = errorOf([&] {
    e.tracing.trace([&](std::span<const Value> x) { return std::vector{e.tracing.bind1(Opcode::Add, {x[0], x[1]})}; },
                    std::vector{aval(f32({3})), aval(f32({4}))}, "f");
  });
  CHECK(error.errorType == "TypeError");
  CHECK(error.range == place);
  CHECK(error.message.text().find("(3,)") != std::string::npos);
  CHECK(error.message.text().find("(4,)") != std::string::npos);
}

TEST_CASE("a value that left its function is refused wherever it is used") {
  Evaluated e;
  Tracing& t = e.tracing;
  Value leaked;
  auto trace = [&] {
    return t.trace(
        [&](std::span<const Value> x) {
          leaked = t.bind1(Opcode::Sine, {x[0]});
          return std::vector{leaked};
        },
        std::vector{aval(f32({3}))}, "keeper");
  };
  trace();
  TraceError eager = errorOf([&] { t.bind1(Opcode::Negate, {leaked}); });
  CHECK(eager.errorType == "UnexpectedTracerError");
  CHECK(eager.message.text().find("keeper") != std::string::npos);
  TraceError inside = errorOf([&] {
    t.trace([&](std::span<const Value> x) { return std::vector{t.bind1(Opcode::Add, {x[0], leaked})}; },
            std::vector{aval(f32({3}))}, "other");
  });
  CHECK(inside.errorType == "UnexpectedTracerError");
  JvpResult fine = t.jvp([&](std::span<const Value> x) { return std::vector{leaked = t.bind1(Opcode::Sine, {x[0]})}; },
                         std::vector{doubles({}, {1})}, std::vector{doubles({}, {1})});
  CHECK(fine.tangents[0] != nullptr);
  CHECK(errorOf([&] { t.bind1(Opcode::Negate, {leaked}); }).errorType == "UnexpectedTracerError");
}

TEST_CASE("a traced value knows the arguments behind it") {
  Evaluated e;
  Tracing& t = e.tracing;
  std::vector<std::string> names{"x", "params['w']", "unused"};
  t.trace(
      [&](std::span<const Value> v) {
        Value sum = t.bind1(Opcode::Add, {t.bind1(Opcode::Sine, {v[1]}), v[0]});
        CHECK(t.tracedBecauseOf(sum) == std::vector<std::string>{"x", "params['w']"});
        CHECK(t.tracedBecauseOf(v[1]) == std::vector<std::string>{"params['w']"});
        CHECK(t.describe(sum) == "JitTracer(float32[3])");
        return std::vector{sum};
      },
      std::vector{aval(f32({3})), aval(f32({3})), aval(f32({3}))}, "f", names);
}

TEST_CASE("an error in the middle leaves the tracing as it was") {
  Evaluated e;
  Tracing& t = e.tracing;
  auto broken = [&](std::span<const Value> x) -> std::vector<Value> {
    t.bind1(Opcode::Sine, {x[0]});
    throw std::runtime_error("the program's own");
  };
  CHECK_THROWS_AS(t.trace(broken, std::vector{aval(f32({}))}, "f"), std::runtime_error);
  CHECK_THROWS_AS(t.vjp(broken, std::vector{doubles({}, {1})}), std::runtime_error);
  CHECK_FALSE(t.staging());
  CHECK(numbers(t.bind1(Opcode::Negate, {doubles({}, {2})})) == std::vector<double>{-2});
}

TEST_CASE("what has no derivative says so") {
  Evaluated e;
  Tracing& t = e.tracing;
  TraceError error = errorOf([&] {
    t.jvp(
        [&](std::span<const Value> x) {
          return std::vector{t.bind1(Opcode::ReduceAnd, {x[0]}, DimensionsAttributes{})};
        },
        std::vector{doubles({}, {1})}, std::vector{doubles({}, {1})});
  });
  CHECK(error.errorType == "NotImplementedError");
}
