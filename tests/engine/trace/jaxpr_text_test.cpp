// Texts recorded from JAX 0.10's make_jaxpr.
#include <doctest/doctest.h>

#include "trace_fixture.h"

using namespace onepot;
using namespace onepot::test;

namespace {

std::string jaxprOf(const std::vector<Aval>& avals,
                    const std::function<std::vector<Value>(Tracing&, std::span<const Value>)>& f) {
  Tracing tracing;
  auto function = tracing.trace([&](std::span<const Value> values) { return f(tracing, values); }, avals, "f");
  return jaxprText(*function).text;
}

}  // namespace

TEST_CASE("a chain of operations prints one equation a line") {
  CHECK(jaxprOf({aval(f32({8}))},
                [](Tracing& t, auto x) {
                  Value sine = t.bind1(Opcode::Sine, {x[0]});
                  return std::vector{t.bind1(Opcode::IntegerPow, {sine}, IntegerPowAttributes{2})};
                }) ==
        "{ lambda ; a:f32[8]. let\n"
        "    b:f32[8] = sin a\n"
        "    c:f32[8] = integer_pow[y=2] b\n"
        "  in (c,) }");
}

TEST_CASE("what fits prints on one line; scalars stand in the operation") {
  CHECK(jaxprOf({aval(f32({8}))}, [](Tracing& t, auto x) {
          return std::vector{t.bind1(Opcode::Multiply, {x[0], literal(2)})};
        }) == "{ lambda ; a:f32[8]. let b:f32[8] = mul a 2.0:f32[] in (b,) }");
}

TEST_CASE("unused results print as _, long lists of parameters one a line") {
  CHECK(jaxprOf({aval(f32({3, 4}))},
                [](Tracing& t, auto x) {
                  t.bind1(Opcode::ReduceSum, {x[0]}, DimensionsAttributes{{0, 1}});
                  Value turned = t.bind1(Opcode::Transpose, {x[0]}, DimensionsAttributes{{1, 0}});
                  DotAttributes dot{{1}, {0}, {}, {}, {}, ElementType::F32};
                  return std::vector{t.bind1(Opcode::Dot, {x[0], turned}, dot)};
                }) ==
        "{ lambda ; a:f32[3,4]. let\n"
        "    _:f32[] = reduce_sum[axes=(0, 1) out_sharding=None] a\n"
        "    b:f32[4,3] = transpose[permutation=(1, 0)] a\n"
        "    c:f32[3,3] = dot_general[\n"
        "      dimension_numbers=(([1], [0]), ([], []))\n"
        "      preferred_element_type=float32\n"
        "    ] a b\n"
        "  in (c,) }");
}

TEST_CASE("a function that is called twice prints first, under its name") {
  std::string text = jaxprOf({aval(f32({8}))}, [](Tracing& t, auto x) {
    auto body = t.trace(
        [&](std::span<const Value> v) {
          return std::vector{t.bind1(Opcode::Multiply, {t.bind1(Opcode::Sine, {v[0]}), v[1]})};
        },
        std::vector{aval(f32({8})), aval(f32({8}))}, "g");
    Value first = t.callJit(body, std::vector{x[0], x[0]}).front();
    Value second = t.callJit(body, std::vector{x[0], x[0]}).front();
    return std::vector{t.bind1(Opcode::Add, {first, second})};
  });
  CHECK(text ==
        "let g = { lambda ; a:f32[8] b:f32[8]. let\n"
        "    c:f32[8] = sin a\n"
        "    d:f32[8] = mul c b\n"
        "  in (d,) } in\n"
        "{ lambda ; e:f32[8]. let\n"
        "    f:f32[8] = jit[name=g jaxpr=g] e e\n"
        "    h:f32[8] = jit[name=g jaxpr=g] e e\n"
        "    i:f32[8] = add f h\n"
        "  in (i,) }");
}

TEST_CASE("a body that is called once takes the caller's names") {
  std::string text = jaxprOf({aval(f32({8}))}, [](Tracing& t, auto x) {
    auto body =
        t.trace([&](std::span<const Value> v) { return std::vector{t.bind1(Opcode::Multiply, {v[0], v[1]}), v[1]}; },
                std::vector{aval(f32({8})), aval(f32({8}))}, "<lambda>");
    return t.callJit(body, std::vector{x[0], x[0]});
  });
  CHECK(text ==
        "{ lambda ; a:f32[8]. let\n"
        "    b:f32[8] c:f32[8] = jit[\n"
        "      name=<lambda>\n"
        "      jaxpr={ lambda ; a:f32[8] c:f32[8]. let b:f32[8] = mul a c in (b, c) }\n"
        "    ] a a\n"
        "  in (b, c) }");
}

TEST_CASE("each line knows its instruction") {
  Tracing tracing;
  auto function = tracing.trace(
      [&](std::span<const Value> x) {
        return std::vector{tracing.bind1(Opcode::Sine, {tracing.bind1(Opcode::Tanh, {x[0]})})};
      },
      std::vector{aval(f32({2048, 2048}))}, "f");
  JaxprText text = jaxprText(*function);
  REQUIRE(text.lines.size() == 4);
  CHECK(text.lines[0] == 0);
  CHECK(text.lines[1] == function->steps[0].instruction);
  CHECK(text.lines[2] == function->steps[1].instruction);
  CHECK(text.lines[3] == 0);
}
