// Every operation's text: its row's example, or, where it calls computations, the module below; read, printed, read
// again.
#include <doctest/doctest.h>

#include <set>

#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ops/op.h"

using namespace onepot;

namespace {

const char* const kCalling = R"(HloModule calls, replica_count=2
add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }
larger { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = pred[] compare(a, b), direction=GE }
double { x = f32[4] parameter(0) ROOT y = f32[4] add(x, x) }
below { p = (s32[], f32[4]) parameter(0) i = s32[] get-tuple-element(p), index=0 n = s32[] constant(3) ROOT c = pred[] compare(i, n), direction=LT }
step { p = (s32[], f32[4]) parameter(0) i = s32[] get-tuple-element(p), index=0 x = f32[4] get-tuple-element(p), index=1
  one = s32[] constant(1) j = s32[] add(i, one) ROOT t = (s32[], f32[4]) tuple(j, x) }
running { c = f32[] parameter(0) x = f32[] parameter(1) s = f32[] add(c, x) ROOT t = (f32[], f32[]) tuple(s, s) }
ENTRY main {
  x = f32[4] parameter(0)
  v = f32[] parameter(1)
  t = (s32[], f32[4]) parameter(2)
  m = f32[4,3] parameter(3)
  i = s32[2] parameter(4)
  u = f32[2,3] parameter(5)
  p = pred[] parameter(6)
  k = s32[] parameter(7)
  map.1 = f32[4] map(x, x), dimensions={0}, to_apply=add
  scatter.1 = f32[4,3] scatter(m, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, indices_are_sorted=true, unique_indices=true, to_apply=add
  reduce.1 = f32[4] reduce(m, v), dimensions={1}, to_apply=add
  window.1 = f32[3] reduce-window(x, v), window={size=2}, to_apply=add
  picked = f32[2] slice(x), slice={[0:2]}
  select.1 = f32[4] select-and-scatter(x, picked, v), window={size=2 stride=2}, select=larger, scatter=add
  scan.1 = (f32[4], f32[]) scan(x, v), dimensions={0}, num_carries=1, is_reverse=true, to_apply=running
  sort.1 = f32[4] sort(x), dimensions={0}, is_stable=true, to_apply=larger
  call.1 = f32[4] call(x), to_apply=double
  while.1 = (s32[], f32[4]) while(t), condition=below, body=step
  if.1 = f32[4] conditional(p, x, x), true_computation=double, false_computation=double
  case.1 = f32[4] conditional(k, x, x, x), branch_computations={double, double, double}
  fusion.1 = f32[4] fusion(x), kind=kOutput, calls=double
  custom.1 = f32[4] custom-call(x), custom_call_target="my\"call", called_computations={double}, api_version=API_VERSION_TYPED_FFI
  all.1 = f32[4] all-reduce(x), replica_groups={{0,1}}, to_apply=add
  all.2 = f32[4] all-reduce-start(x), channel_id=1, replica_groups=[1,2]<=[2], use_global_device_ids=true, to_apply=add
  part.1 = f32[2] reduce-scatter(x), replica_groups={{0,1}}, dimensions={0}, to_apply=add
  async.1 = ((f32[4]), f32[4], u32[]) async-start(x), calls=double, async_execution_thread="other"
  async.2 = ((f32[4]), f32[4], u32[]) async-update(async.1)
  async.3 = f32[4] async-done(async.2)
  ROOT out = (f32[4], f32[4]) tuple(async.3, map.1)
}
)";

const char* const kTraced = R"(HloModule traced, traced=true
double { x = f32[4] parameter(0) ROOT y = f32[4] add(x, x) }
body { c = f32[] parameter(0) x = f32[] parameter(1) s = f32[] add(c, x) ROOT t = (f32[], f32[]) tuple(s, s) }
below { i = s32[] parameter(0) n = s32[] constant(3) ROOT c = pred[] compare(i, n), direction=LT }
step { i = s32[] parameter(0) one = s32[] constant(1), weak_type=true j = s32[] add(i, one) ROOT t = (s32[]) tuple(j) }
ENTRY main {
  x = f32[4] parameter(0)
  c = f32[] parameter(1)
  i = s32[] parameter(2)
  jit.1 = f32[4] traced-jit(x), to_apply=double, name="f", inlined=true
  jvp.1 = f32[4] traced-custom-jvp-call(x), to_apply=double, name="relu", rule=3
  vjp.1 = f32[4] traced-custom-vjp-call(x), to_apply=double, name="g"
  remat.1 = f32[4] traced-remat(x), to_apply=double, name="h"
  scan.1 = (f32[], f32[4]) traced-scan(c, x), to_apply=body, length=4, num_consts=0, num_carry=1, unroll=2, reverse=true
  while.1 = (s32[]) traced-while(i), condition=below, body=step, cond_consts=0, body_consts=0
  cond.1 = f32[4] traced-cond(i, x), branch_computations={double, double}
  two = f32[] constant(2), weak_type=true
  ROOT scaled = f32[4] multiply(x, two)
}
)";

/// The opcodes of a text that is read, printed and read again with the same print.
std::set<Opcode> roundTrip(std::string_view text, bool checkShapes) {
  ParseOptions options;
  options.checkShapes = checkShapes;
  auto module = parseHlo(text, options);
  if (!module) {
    FAIL_CHECK(module.error().front().render(text));
    return {};
  }
  std::string first = print(**module, PrintOptions::roundTrip());
  auto again = parseHlo(first, options);
  if (!again) {
    FAIL_CHECK(again.error().front().render(first));
    return {};
  }
  CHECK(print(**again, PrintOptions::roundTrip()) == first);
  std::set<Opcode> opcodes;
  auto one = (*module)->computations().begin(), two = (*again)->computations().begin();
  for (; one != (*module)->computations().end(); ++one, ++two)
    for (size_t i = 0; i < (*one)->instructions().size(); ++i) {
      const Instruction &a = *(*one)->instructions()[i], &b = *(*two)->instructions()[i];
      CAPTURE(a.name());
      CHECK(a.attributes() == b.attributes());
      CHECK(a.extra() == b.extra());
      CHECK(a.shape() == b.shape());
      CHECK(a.called().size() == b.called().size());
      CHECK(a.weakType() == b.weakType());
      opcodes.insert(a.opcode());
    }
  return opcodes;
}

}  // namespace

TEST_CASE("every operation has a text that comes back as it was") {
  std::set<Opcode> seen = roundTrip(kCalling, true);
  seen.merge(roundTrip(kTraced, false));
  for (const OpRow& row : opTable()) {
    if (seen.contains(row.opcode)) continue;
    CAPTURE(row.example);
    CHECK(roundTrip(row.example, true).contains(row.opcode));
  }
}
