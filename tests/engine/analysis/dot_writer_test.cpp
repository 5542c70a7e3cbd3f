#include "engine/analysis/dot_writer.h"

#include <doctest/doctest.h>

#include "engine/analysis/node_kind.h"
#include "engine/ir/hlo_parser.h"

using namespace onepot;

namespace {
std::unique_ptr<Module> parsed(std::string_view text) {
  auto module = parseHlo(text);
  if (!module) FAIL(module.error().front().render(text));
  return std::move(*module);
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
std::string node(const Module& module, const std::string& name) {
  for (const auto& computation : module.computations())
    for (const auto& instruction : computation->instructions())
      if (instruction->name() == name) return "n" + std::to_string(instruction->id());
  return "none";
}
}  // namespace

TEST_CASE("a fusion is a cluster, its parameters are the values outside") {
  auto module = parsed(R"(HloModule m
f { p = f32[4] parameter(0) s = f32[4] sine(p) ROOT n = f32[4] negate(s) }
ENTRY e { x = f32[4] parameter(0) c = f32[4] cosine(x) z = f32[4] fusion(c), kind=kLoop, calls=f ROOT w = f32[4] add(z, x) })");
  std::string dot = writeDot(*module);
  CHECK(has(dot, "subgraph \"cluster_" + node(*module, "z") + "\""));
  CHECK(has(dot, "z: kind=kLoop, calls=f"));
  CHECK(has(dot, node(*module, "c") + " -> " + node(*module, "s")));
  CHECK(has(dot, node(*module, "n") + " -> " + node(*module, "w")));
  CHECK(!has(dot, "  " + node(*module, "p") + " "));
  CHECK(!has(dot, node(*module, "z") + " ->"));
  CHECK(dot.find("#FFE7C9") != std::string::npos);
}

TEST_CASE("kinds follow the operation") {
  auto module = parsed(R"(HloModule m
add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }
ENTRY e { x = f32[64,64] parameter(0) y = f32[4] parameter(1) k = f32[] constant(1)
  d = f32[64,64] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  t = f32[64,64] transpose(d), dimensions={1,0}
  r = f32[64] reduce(t, k), dimensions={1}, to_apply=add
  p = f32[64] reduce-precision(r), exponent_bits=5, mantissa_bits=10
  ROOT u = (f32[64], f32[4]) tuple(p, y) })");
  auto kind = [&](const std::string& name) {
    for (const auto& instruction : module->entry()->instructions())
      if (instruction->name() == name) return kindOfNode(*instruction);
    return NodeKind::Call;
  };
  CHECK(kind("x") == NodeKind::ParameterBig);
  CHECK(kind("y") == NodeKind::Parameter);
  CHECK(kind("k") == NodeKind::ParameterBig);
  CHECK(kind("d") == NodeKind::Contraction);
  CHECK(kind("t") == NodeKind::Movement);
  CHECK(kind("r") == NodeKind::Reduction);
  CHECK(kind("p") == NodeKind::Precision);
  CHECK(kind("u") == NodeKind::Free);
  CHECK(!has(writeDot(*module), "computation_"));
}
