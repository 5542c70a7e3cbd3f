// Sort, scatter, convolution and long windows: CPU against the evaluator, and never by the reference rules.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/backend/backend_testing.h"

using namespace onepot;
using namespace onepot::testing;

namespace {

/// The body between the parameters' lines and the end; computations `f` come first.
std::string moduleText(const std::string& computations, const std::string& entry) {
  return "HloModule m\n" + computations + "ENTRY e {\n" + entry + "}\n";
}

void agrees(const std::string& text, double most = 0, bool edges = false) {
  INFO(text);
  Compiled made = compiled(text);
  for (const Kernel& kernel : made.executable->kernels()) CHECK(kernel.implementation != "reference");
  for (uint64_t seed : {1, 2, 3}) {
    const auto arguments = randomArguments(*made.module, seed, edges);
    CHECK(distance(runCpu(*made.executable, arguments), runEvaluator(*made.module, arguments)) <= most);
  }
}

/// Sums are taken in another order: compared beside the greatest value of the result.
void nearlyAgrees(const std::string& text, double most) {
  INFO(text);
  Compiled made = compiled(text);
  for (const Kernel& kernel : made.executable->kernels()) CHECK(kernel.implementation != "reference");
  for (uint64_t seed : {1, 2, 3}) {
    const auto arguments = randomArguments(*made.module, seed, false);
    const Literal one = runCpu(*made.executable, arguments)[0], other = runEvaluator(*made.module, arguments)[0];
    double greatest = 0, apart = 0;
    for (int64_t i = 0; i < one.shape().elementCount(); ++i) {
      greatest = std::max(greatest, std::abs(other.doubleAt(i)));
      apart = std::max(apart, std::abs(one.doubleAt(i) - other.doubleAt(i)));
    }
    CHECK(greatest > 0);
    CHECK(apart <= most * greatest);
  }
}

std::string comparator(const std::string& type, const std::string& direction) {
  return "f {\n a = " + type + "[] parameter(0)\n b = " + type + "[] parameter(1)\n ROOT r = pred[] compare(a, b), " +
         "direction=" + direction + "\n}\n";
}

/// Numbers before NaN, as jnp.sort orders.
const char* const kNanLast =
    "f {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n lt = pred[] compare(a, b), direction=LT\n"
    " na = pred[] compare(a, a), direction=NE\n nb = pred[] compare(b, b), direction=NE\n fa = pred[] not(na)\n"
    " last = pred[] and(fa, nb)\n ROOT r = pred[] or(lt, last)\n}\n";

/// By the second operand, then by the first, downwards: no plain key.
const char* const kByTwo =
    "f {\n a = s32[] parameter(0)\n b = s32[] parameter(1)\n c = s8[] parameter(2)\n d = s8[] parameter(3)\n"
    " lt = pred[] compare(c, d), direction=LT\n eq = pred[] compare(c, d), direction=EQ\n"
    " gt = pred[] compare(a, b), direction=GT\n both = pred[] and(eq, gt)\n ROOT r = pred[] or(lt, both)\n}\n";

std::string combiner(const std::string& type, const std::string& operation) {
  return "f {\n a = " + type + "[] parameter(0)\n b = " + type + "[] parameter(1)\n ROOT r = " + type + "[] " +
         operation + "(a, b)\n}\n";
}

}  // namespace

TEST_CASE("sort: every type, both directions, along any dimension") {
  for (const char* type : {"f32", "f64", "bf16", "f16", "s32", "u32", "s8", "u8", "s64", "u64"})
    for (const char* direction : {"LT", "GT"})
      for (const char* shape : {"[37]", "[5,130]", "[130,5]", "[3,20,7]"}) {
        const bool first = std::string_view(shape) == "[130,5]", middle = std::string_view(shape) == "[3,20,7]";
        const char* along = std::string_view(shape) == "[37]" || first ? "0" : "1";
        CAPTURE(middle);
        agrees(moduleText(comparator(type, direction), std::string(" x = ") + type + shape +
                                                           " parameter(0)\n ROOT r = " + type + shape +
                                                           " sort(x), dimensions={" + along + "}, to_apply=f\n"));
      }
}

TEST_CASE("sort: NaN, zeros of both signs and infinities, in place and with positions") {
  agrees(moduleText(kNanLast,
                    " x = f32[4,300] parameter(0)\n ROOT r = f32[4,300] sort(x), dimensions={1}, "
                    "is_stable=true, to_apply=f\n"),
         0, true);
}

TEST_CASE("sort: equal keys stay in their order, also where the row is sorted in parts") {
  const std::string text = moduleText(
      "f {\n a = s8[] parameter(0)\n b = s8[] parameter(1)\n c = s32[] parameter(2)\n d = s32[] parameter(3)\n"
      " ROOT r = pred[] compare(a, b), direction=LT\n}\n",
      " x = s8[300000] parameter(0)\n i = s32[300000] iota(), iota_dimension=0\n"
      " ROOT r = (s8[300000], s32[300000]) sort(x, i), dimensions={0}, is_stable=true, to_apply=f\n");
  Compiled made = compiled(text);
  const auto arguments = randomArguments(*made.module, 7, false);
  const auto results = runCpu(*made.executable, arguments);
  const auto keys = results[0].as<int8_t>();
  const auto positions = results[1].as<int32_t>();
  const auto before = arguments[0].as<int8_t>();
  int wrong = 0;
  for (size_t i = 0; i < keys.size(); ++i) {
    wrong += before[static_cast<size_t>(positions[i])] != keys[i];
    if (i > 0) wrong += keys[i - 1] > keys[i] || (keys[i - 1] == keys[i] && positions[i - 1] > positions[i]);
  }
  CHECK(wrong == 0);
}

TEST_CASE("sort: a comparator of two keys") {
  agrees(moduleText(kByTwo,
                    " x = s32[3,200] parameter(0)\n y = s8[3,200] parameter(1)\n"
                    " ROOT r = (s32[3,200], s8[3,200]) sort(x, y), dimensions={1}, is_stable=true, "
                    "to_apply=f\n"));
}

TEST_CASE("scatter: duplicates in order, windows that do not fit left out, any combiner") {
  const std::string indices =
      " j = s32[40,1] parameter(1)\n k = s32[] constant(15)\n kb = s32[40,1] broadcast(k), "
      "dimensions={}\n i = s32[40,1] remainder(j, kb)\n";
  for (const char* operation : {"add", "multiply", "maximum", "subtract"})
    for (const char* type : {"f32", "s32", "bf16", "f64"}) {
      const std::string t = type;
      agrees(
          moduleText(combiner(t, operation),
                     " x = " + t + "[12] parameter(0)\n" + indices + " u = " + t + "[40] parameter(2)\n ROOT r = " + t +
                         "[12] scatter(x, i, u), update_window_dims={}, inserted_window_dims={0}, "
                         "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f\n"),
          2);
      agrees(moduleText(combiner(t, operation),
                        " x = " + t + "[12,24] parameter(0)\n" + indices + " u = " + t +
                            "[40,24] parameter(2)\n ROOT r = " + t +
                            "[12,24] scatter(x, i, u), update_window_dims={1}, inserted_window_dims={0}, "
                            "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f\n"),
             2);
    }
}

TEST_CASE("scatter: index vectors of several numbers, windows inside the operand, overwriting") {
  agrees(moduleText("f {\n a = s32[] parameter(0)\n ROOT b = s32[] parameter(1)\n}\n",
                    " x = s32[9,11] parameter(0)\n j = s32[2,30] parameter(1)\n k = s32[] constant(12)\n"
                    " kb = s32[2,30] broadcast(k), dimensions={}\n i = s32[2,30] remainder(j, kb)\n"
                    " u = s32[30,2,3] parameter(2)\n"
                    " ROOT r = s32[9,11] scatter(x, i, u), update_window_dims={1,2}, inserted_window_dims={}, "
                    "scatter_dims_to_operand_dims={1,0}, index_vector_dim=0, to_apply=f\n"));
}

TEST_CASE("convolution: layouts, strides, padding, dilations, groups, reversal, types") {
  struct Row {
    const char *input, *kernel, *output, *rest;
  };
  for (const Row& row : {
           Row{"[2,8,9,3]", "[3,3,3,4]", "[2,6,7,4]", "window={size=3x3}, dim_labels=b01f_01io->b01f"},
           Row{"[2,8,9,3]", "[3,3,3,4]", "[2,4,5,4]",
               "window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f"},
           Row{"[2,3,8,9]", "[8,3,3,2]", "[2,8,8,9]", "window={size=3x2 pad=1_1x1_0}, dim_labels=bf01_oi01->bf01"},
           Row{"[1,7,6,4]", "[2,2,4,8]", "[1,13,10,8]",
               "window={size=2x2 pad=1_0x0_0 lhs_dilate=2x2}, dim_labels=b01f_01io->b01f"},
           Row{"[1,9,9,4]", "[3,3,4,5]", "[1,5,5,5]",
               "window={size=3x3 rhs_dilate=2x2 rhs_reversal=1x1}, dim_labels=b01f_01io->b01f"},
           Row{"[2,6,6,4]", "[3,3,2,6]", "[2,4,4,6]",
               "window={size=3x3}, dim_labels=b01f_01io->b01f, feature_group_count=2"},
           Row{"[4,6,6,3]", "[3,3,3,6]", "[2,4,4,6]",
               "window={size=3x3}, dim_labels=b01f_01io->b01f, batch_group_count=2"},
           Row{"[20,3]", "[3,5]", "[20,5]", "dim_labels=bf_io->bf"},
           Row{"[4,30,2]", "[5,2,3]", "[4,26,3]", "window={size=5}, dim_labels=b0f_0io->b0f"},
       })
    for (const auto& [type, most] : {std::pair{"f32", 1e-6}, {"f64", 1e-14}, {"bf16", 8e-3}, {"s32", 0.0}}) {
      const std::string t = type;
      nearlyAgrees(
          moduleText("", " x = " + t + row.input + " parameter(0)\n w = " + t + row.kernel +
                             " parameter(1)\n ROOT r = " + t + row.output + " convolution(x, w), " + row.rest + "\n"),
          most);
    }
}

TEST_CASE("reduce-window: long windows that are no running ones have code") {
  agrees(moduleText(combiner("f32", "maximum"),
                    " x = f32[4,700] parameter(0)\n z = f32[] constant(-inf)\n ROOT r = f32[4,401] "
                    "reduce-window(x, z), window={size=1x300}, to_apply=f\n"));
}
