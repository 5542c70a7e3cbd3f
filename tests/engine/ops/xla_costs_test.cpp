// Costs against the figures of XLA's own cost analysis.
#include <doctest/doctest.h>

#include "engine/ir/hlo_parser.h"
#include "engine/ops/op_cost.h"

using namespace onepot;

namespace {

struct RecordedCost {
  std::string_view hlo;
  int64_t flops, transcendentals, bytes;
};

const std::vector<RecordedCost>& recordedCosts() {
  static const std::vector<RecordedCost> kRows = {
      {R"(ENTRY e { x = f32[100] parameter(0) ROOT y = bf16[100] convert(x) })", 100, 0, 600},
      {R"(ENTRY e { x = f32[100] parameter(0) ROOT y = s32[100] bitcast-convert(x) })", 100, 0, 800},
      {R"(ENTRY e { x = f32[100] parameter(0) ROOT y = f32[100] copy(x) })", 0, 0, 800},
      {R"(ENTRY e { ROOT y = f32[100] iota(), iota_dimension=0 })", 0, 0, 400},
      {R"(ENTRY e { p = pred[100] parameter(0) x = f32[100] parameter(1) ROOT y = f32[100] select(p,x,x) })", 100, 0,
       1300},
      {R"(ENTRY e { x = f32[100] parameter(0) y = f32[100] parameter(1) ROOT z = pred[100] compare(x,y), direction=LT })",
       100, 0, 900},
      {R"(ENTRY e { l = f32[] parameter(0) x = f32[100] parameter(1) ROOT z = f32[100] clamp(l,x,l) })", 100, 0, 808},
      {R"(ENTRY e { x = f32[100] parameter(0) v = f32[] parameter(1) ROOT z = f32[110] pad(x,v), padding=5_5 })", 0, 0,
       844},
      {R"(ENTRY e { x = f32[100] parameter(0) ROOT z = f32[200] concatenate(x,x), dimensions={0} })", 0, 0, 1600},
      {R"(ENTRY e { x = f32[100] parameter(0) ROOT z = f32[100] reverse(x), dimensions={0} })", 0, 0, 800},
      {R"(f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a,b) }
ENTRY e { x = f32[10,20] parameter(0) v = f32[] parameter(1) ROOT z = f32[10] reduce(x,v), dimensions={1}, to_apply=f })",
       190, 0, 844},
      {R"(f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a,b) }
ENTRY e { x = f32[10,20] parameter(0) v = f32[] parameter(1) ROOT z = f32[10,19] reduce-window(x,v), window={size=1x2}, to_apply=f })",
       190, 0, 1564},
      {R"(ENTRY e { x = f32[4,5] parameter(0) y = f32[5,6] parameter(1) ROOT z = f32[4,6] dot(x,y), lhs_contracting_dims={1}, rhs_contracting_dims={0} })",
       240, 0, 296},
      {R"(ENTRY e { x = f32[2,8,3] parameter(0) y = f32[3,3,5] parameter(1) ROOT z = f32[2,8,5] convolution(x,y), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f })",
       1320, 0, 692},
      {R"(ENTRY e { x = f32[2,8,6] parameter(0) y = f32[3,3,4] parameter(1) ROOT z = f32[2,8,4] convolution(x,y), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f, feature_group_count=2 })",
       1056, 0, 784},
      {R"(ENTRY e { x = f32[10,3] parameter(0) i = s32[4,1] parameter(1) ROOT z = f32[4,3] gather(x,i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,3} })",
       0, 0, 112},
      {R"(f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a,b) }
ENTRY e { x = f32[10,3] parameter(0) i = s32[4,1] parameter(1) u = f32[4,3] parameter(2) ROOT z = f32[10,3] scatter(x,i,u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f })",
       12, 0, 160},
      {R"(g { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = pred[] compare(a,b), direction=GE }
f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a,b) }
ENTRY e { x = f32[10] parameter(0) s = f32[5] parameter(1) v = f32[] parameter(2) ROOT z = f32[10] select-and-scatter(x,s,v), window={size=2 stride=2}, select=g, scatter=f })",
       10, 0, 104},
      {R"(g { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = pred[] compare(a,b), direction=LT }
ENTRY e { x = f32[100] parameter(0) ROOT z = f32[100] sort(x), dimensions={0}, to_apply=g })",
       700, 0, 800},
      {R"(ENTRY e { x = f32[100] parameter(0) i = s32[] parameter(1) ROOT z = f32[10] dynamic-slice(x,i), dynamic_slice_sizes={10} })",
       0, 0, 84},
      {R"(ENTRY e { x = f32[100] parameter(0) u = f32[10] parameter(1) i = s32[] parameter(2) ROOT z = f32[100] dynamic-update-slice(x,u,i) })",
       0, 0, 84},
      {R"(f { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a,b) }
ENTRY e { x = f32[100] parameter(0) ROOT z = f32[100] map(x,x), dimensions={0}, to_apply=f })",
       100, 0, 1200},
      {R"(ENTRY e { x = f32[100] parameter(0) ROOT z = (f32[100],f32[100]) tuple(x,x) })", 0, 0, 16},
      {R"(ENTRY e { x = f32[100] parameter(0) ROOT z = pred[100] is-finite(x) })", 100, 0, 500},
      {R"(ENTRY e { x = c64[4,5] parameter(0) y = c64[5,6] parameter(1) ROOT z = c64[4,6] dot(x,y), lhs_contracting_dims={1}, rhs_contracting_dims={0} })",
       240, 0, 592},
      {R"(ENTRY e { x = f32[100] parameter(0) ROOT z = f32[100] power(x,x) })", 0, 100, 1200},
      {R"(ff { p = f32[1000] parameter(0) ROOT s = f32[10] slice(p), slice={[0:10]} }
ENTRY e { x = f32[1000] parameter(0) ROOT z = f32[10] fusion(x), kind=kLoop, calls=ff })",
       0, 0, 80},
      {R"(ff { p = f32[1000] parameter(0) u = f32[10] parameter(1) i = s32[] parameter(2) ROOT s = f32[1000] dynamic-update-slice(p,u,i) }
ENTRY e { x = f32[1000] parameter(0) u = f32[10] parameter(1) i = s32[] parameter(2) ROOT z = f32[1000] fusion(x,u,i), kind=kLoop, calls=ff })",
       0, 0, 84},
      {R"(c { s = f32[100] parameter(0) ROOT p = pred[] constant(false) }
b { s = f32[100] parameter(0) ROOT p = f32[100] add(s,s) }
ENTRY e { x = f32[100] parameter(0) ROOT z = f32[100] while(x), condition=c, body=b })",
       100, 0, 1200},
      {R"(f0 { s = f32[100] parameter(0) ROOT p = f32[100] exponential(s) }
f1 { s = f32[100] parameter(0) ROOT p = f32[100] add(s,s) }
ENTRY e { i = s32[] parameter(0) x = f32[100] parameter(1) ROOT z = f32[100] conditional(i,x,x), branch_computations={f0,f1} })",
       100, 100, 1200},
  };
  return kRows;
}

}  // namespace

TEST_CASE("costs are XLA's") {
  for (const RecordedCost& recorded : recordedCosts()) {
    CAPTURE(recorded.hlo);
    auto module = parseHlo(recorded.hlo);
    REQUIRE(module.has_value());
    OpCost cost = costOf(*(*module)->entry(), **module);
    CHECK(cost.flops == recorded.flops);
    CHECK(cost.transcendentals == recorded.transcendentals);
    CHECK(cost.bytes() == recorded.bytes);
  }
}

TEST_CASE("a chain of computations that call the one before twice is counted in linear time") {
  std::string text = "HloModule doubling\nf0 { x = f32[] parameter(0) ROOT y = f32[] add(x, x) }\n";
  for (int i = 1; i < 50; ++i) {
    std::string n = std::to_string(i), callee = "f" + std::to_string(i - 1);
    text += "f" + n + " { x" + n + " = f32[] parameter(0) a" + n + " = f32[] call(x" + n + "), to_apply=" + callee +
            "\n  ROOT b" + n + " = f32[] call(a" + n + "), to_apply=" + callee + " }\n";
  }
  auto module = parseHlo(text + "ENTRY e { x = f32[] parameter(0) ROOT y = f32[] call(x), to_apply=f49 }");
  REQUIRE(module.has_value());
  CHECK(costOf(*(*module)->entry(), **module).flops == int64_t{1} << 49);
}
