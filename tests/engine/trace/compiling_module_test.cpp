// The module that is compiled: names as XLA has them of JAX's programs, and what operations are called in profiles.
#include <doctest/doctest.h>

#include "engine/ops/traced_lowering.h"
#include "trace_fixture.h"

using namespace onepot;
using namespace onepot::test;

namespace {

using Body = std::function<std::vector<Value>(Tracing&, std::span<const Value>)>;

struct Lowered {
  Evaluated evaluated;
  TracedFunctionPtr function;
  std::unique_ptr<Module> module;

  Lowered(std::vector<Aval> avals, std::vector<std::string> names, const Body& body) {
    Tracing& tracing = evaluated.tracing;
    function = tracing.trace([&](std::span<const Value> x) { return body(tracing, x); }, avals, "f", names);
    module = moduleForCompiling(*function);
    lowerTraced(*module);
  }
  const Instruction* root() const { return module->entry()->root(); }
  std::vector<std::string> opNames() const {
    std::vector<std::string> names;
    for (const auto& instruction : module->entry()->instructions()) names.push_back(instruction->metadata().opName);
    return names;
  }
  bool says(const std::string& opName) const {
    for (const auto& computation : module->computations())
      for (const auto& instruction : computation->instructions())
        if (instruction->metadata().opName == opName) return true;
    return false;
  }
};

}  // namespace

TEST_CASE("parameters carry the arguments' names, a single result is the root") {
  Lowered f({aval(f32({4})), aval(f32({4}))}, {"x", "params['w']"}, [](Tracing& t, auto x) {
    return std::vector{t.bind1(Opcode::Add, {t.bind1(Opcode::Exponential, {x[0]}), x[1]})};
  });
  auto parameters = f.module->entry()->parameters();
  CHECK(parameters[0]->name() == "x.1");
  CHECK(parameters[1]->name() == "params__w__.1");
  CHECK(f.root()->opcode() == Opcode::Add);
  CHECK(f.opNames() == std::vector<std::string>{"x", "params['w']", "jit(f)/exp", "jit(f)/add"});
}

TEST_CASE("several results stay a tuple") {
  Lowered f({aval(f32({4}))}, {"x"},
            [](Tracing& t, auto x) { return std::vector{x[0], t.bind1(Opcode::Sine, {x[0]})}; });
  CHECK(f.root()->opcode() == Opcode::Tuple);
}

// Recorded from JAX 0.10's lowered HLO.
TEST_CASE("named scopes and transformations name operations as JAX does") {
  Lowered f({aval(f32({4}))}, {"x"}, [](Tracing& t, auto x) {
    FlatFunction layer = [&](std::span<const Value> v) {
      t.enterScope("layer");
      Value y = t.bind1(Opcode::Sine, {v[0]});
      t.leaveScope();
      return std::vector{y};
    };
    auto vjp = t.vjp(layer, {x.data(), 1});
    return vjp.pullback(vjp.results);
  });
  CHECK(f.says("jit(f)/jvp(layer)/sin"));
  CHECK(f.says("jit(f)/jvp(layer)/cos"));
  CHECK(f.says("jit(f)/transpose(jvp(layer))/mul"));
}

TEST_CASE("operations of branches are named from the function on, those of called functions within it") {
  Lowered f({aval(f32({4})), aval(s32({}))}, {"x", "i"}, [](Tracing& t, auto x) {
    auto body = [&](Opcode opcode) {
      std::vector<Aval> avals{x[0]->aval()};
      return t.trace([&, opcode](std::span<const Value> v) { return std::vector{t.bind1(opcode, {v[0]})}; }, avals,
                     "g");
    };
    std::vector<TracedFunctionPtr> branches{body(Opcode::Sine), body(Opcode::Cosine)};
    std::vector<Value> operands{x[1], x[0]};
    return t.callJit(body(Opcode::Tanh), t.cond(branches, operands));
  });
  CHECK(f.says("jit(f)/cond/branch_1_fun/cos"));
  CHECK(f.says("jit(f)/jit(g)"));
  CHECK(f.says("tanh"));
  CHECK(f.root()->opcode() == Opcode::Call);
  CHECK(f.root()->shape() == f32({4}));
}
