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

namespace {

Value sumAll(Tracing& t, const Value& x) { return t.bind1(Opcode::ReduceSum, {x}, DimensionsAttributes{{0}}); }
std::vector<Value> sineSquaredSum(Tracing& t, std::span<const Value> x) {
  return {sumAll(t, t.bind1(Opcode::IntegerPow, {t.bind1(Opcode::Sine, {x[0]})}, IntegerPowAttributes{2}))};
}
/// jax.grad of a function of one argument.
std::vector<Value> gradientOf(Tracing& t, const FlatFunction& f, std::span<const Value> x) {
  Value one = makeLiteral(Array(nullptr, Literal::scalar(ElementType::F32, 1)));
  return t.vjp(f, x).pullback(std::vector{one});
}

}  // namespace

TEST_CASE("derivatives are written as JAX writes them") {
  CHECK(jaxprOf({aval(f32({8}))},
                [](Tracing& t, auto x) {
                  return gradientOf(t, [&](std::span<const Value> v) { return sineSquaredSum(t, v); }, x);
                }) ==
        "{ lambda ; a:f32[8]. let\n"
        "    b:f32[8] = sin a\n"
        "    c:f32[8] = cos a\n"
        "    d:f32[8] = integer_pow[y=2] b\n"
        "    e:f32[8] = mul 2.0:f32[] b\n"
        "    _:f32[] = reduce_sum[axes=(0,) out_sharding=None] d\n"
        "    f:f32[8] = broadcast_in_dim 1.0:f32[]\n"
        "    g:f32[8] = mul f e\n"
        "    h:f32[8] = mul g c\n"
        "  in (h,) }");
  CHECK(jaxprOf({aval(f32({8}))},
                [](Tracing& t, auto x) {
                  JvpResult both = t.jvp(
                      [&](std::span<const Value> v) {
                        return std::vector{t.bind1(Opcode::Multiply, {t.bind1(Opcode::Sine, {v[0]}), v[0]})};
                      },
                      x, x);
                  return std::vector{both.primals[0], both.tangents[0]};
                }) ==
        "{ lambda ; a:f32[8]. let\n"
        "    b:f32[8] = sin a\n"
        "    c:f32[8] = cos a\n"
        "    d:f32[8] = mul a c\n"
        "    e:f32[8] = mul b a\n"
        "    f:f32[8] = mul d a\n"
        "    g:f32[8] = mul b a\n"
        "    h:f32[8] = add_any f g\n"
        "  in (e, h) }");
}

TEST_CASE("a jitted function's derivative is two functions: what is known, and what is linear") {
  CHECK(jaxprOf({aval(f32({8}))},
                [](Tracing& t, auto x) {
                  auto body = t.trace([&](std::span<const Value> v) { return sineSquaredSum(t, v); },
                                      std::vector{aval(f32({8}))}, "<lambda>");
                  return gradientOf(t, [&](std::span<const Value> v) { return t.callJit(body, v); }, x);
                }) ==
        "{ lambda ; a:f32[8]. let\n"
        "    _:f32[] b:f32[8] c:f32[8] = jit[\n"
        "      name=<lambda>\n"
        "      jaxpr={ lambda ; a:f32[8]. let\n"
        "          d:f32[8] = sin a\n"
        "          b:f32[8] = cos a\n"
        "          e:f32[8] = integer_pow[y=2] d\n"
        "          c:f32[8] = mul 2.0:f32[] d\n"
        "          _:f32[] = reduce_sum[axes=(0,) out_sharding=None] e\n"
        "        in (_, b, c) }\n"
        "    ] a\n"
        "    f:f32[8] = jit[\n"
        "      name=<lambda>\n"
        "      jaxpr={ lambda ; b:f32[8] c:f32[8] g:f32[]. let\n"
        "          h:f32[8] = broadcast_in_dim g\n"
        "          i:f32[8] = mul h c\n"
        "          f:f32[8] = mul i b\n"
        "        in (f,) }\n"
        "    ] b c 1.0:f32[]\n"
        "  in (f,) }");
}

TEST_CASE("loops and branches print their bodies") {
  CHECK(jaxprOf({aval(f32({8}))},
                [](Tracing& t, auto x) {
                  auto cond = t.trace(
                      [&](std::span<const Value> v) {
                        return std::vector{t.bind1(Opcode::Compare, {sumAll(t, v[0]), literal(10)},
                                                   CompareAttributes{CompareDirection::LT})};
                      },
                      std::vector{aval(f32({8}))}, "cond");
                  auto body = t.trace(
                      [&](std::span<const Value> v) {
                        return std::vector{t.bind1(Opcode::Multiply, {v[0], literal(2)})};
                      },
                      std::vector{aval(f32({8}))}, "body");
                  return t.whileLoop(cond, body, x, WhileAttributes{});
                }) ==
        "{ lambda ; a:f32[8]. let\n"
        "    b:f32[8] = while[\n"
        "      body_jaxpr={ lambda ; c:f32[8]. let d:f32[8] = mul c 2.0:f32[] in (d,) }\n"
        "      body_nconsts=0\n"
        "      cond_jaxpr={ lambda ; e:f32[8]. let\n"
        "          f:f32[] = reduce_sum[axes=(0,) out_sharding=None] e\n"
        "          g:bool[] = lt f 10.0:f32[]\n"
        "        in (g,) }\n"
        "      cond_nconsts=0\n"
        "    ] a\n"
        "  in (b,) }");
  CHECK(jaxprOf({aval(f32({8}))},
                [](Tracing& t, auto x) {
                  auto branch = [&](Opcode opcode) {
                    return t.trace([&](std::span<const Value> v) { return std::vector{t.bind1(opcode, {v[0]})}; },
                                   std::vector{aval(f32({8}))}, "b");
                  };
                  Value positive =
                      t.bind1(Opcode::Compare, {sumAll(t, x[0]), literal(0)}, CompareAttributes{CompareDirection::GT});
                  return t.cond(std::vector{branch(Opcode::Cosine), branch(Opcode::Sine)},
                                std::vector{t.convert(positive, ElementType::S32), x[0]});
                }) ==
        "{ lambda ; a:f32[8]. let\n"
        "    b:f32[] = reduce_sum[axes=(0,) out_sharding=None] a\n"
        "    c:bool[] = gt b 0.0:f32[]\n"
        "    d:i32[] = convert_element_type[new_dtype=int32 weak_type=False] c\n"
        "    e:f32[8] = cond[\n"
        "      branches=(\n"
        "        { lambda ; f:f32[8]. let g:f32[8] = cos f in (g,) }\n"
        "        { lambda ; h:f32[8]. let i:f32[8] = sin h in (i,) }\n"
        "      )\n"
        "    ] d a\n"
        "  in (e,) }");
}

TEST_CASE("a lambda's module can be read back as HLO") {
  Tracing tracing;
  auto function =
      tracing.trace([&](std::span<const Value> x) { return std::vector{tracing.bind1(Opcode::Sine, {x[0]})}; },
                    std::vector{aval(f32({8}))}, "<lambda>");
  CHECK(function->name == "<lambda>");
  CHECK(function->module->name() == "_lambda_");
  CHECK(function->module->entry()->name() == "_lambda_");
}
