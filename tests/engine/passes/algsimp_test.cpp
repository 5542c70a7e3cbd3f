// One text test a rule: {rule, the operation before, the root's text after}.
#include <fmt/format.h>

#include <set>

#include "engine/passes/rewrite_rule.h"
#include "pass_testing.h"
#include "random_module.h"

using namespace onepot;

namespace {

struct RuleTest {
  const char* rule;
  const char* before;  // lines; x, y, z are f32[4], i, j, k s32[4], u u32[4], p, q pred[4], m f32[2,3], n s32[2,3]; r
                       // is the root
  const char* after;   // the root's opcode and operands' names or opcodes
};

const RuleTest kTests[] = {
    {"add-zero",
     "c = s32[4] constant({0,0,0,0})\n zero = s32[] constant(0)\n b = s32[4] broadcast(zero), dimensions={}\n ROOT r = "
     "s32[4] add(i, b)",
     "i"},
    {"add-minus-zero",
     "zero = f32[] constant(-0)\n b = f32[4] broadcast(zero), dimensions={}\n ROOT r = f32[4] add(x, b)", "x"},
    {"add-zero-float",
     "zero = f32[] constant(0)\n b = f32[4] broadcast(zero), dimensions={}\n ROOT r = f32[4] add(x, b)", "x"},
    {"add-constants",
     "a = s32[] constant(2)\n b = s32[4] broadcast(a), dimensions={}\n s = s32[4] add(i, b)\n ROOT r = s32[4] add(s, "
     "b)",
     "add(i, add)"},
    {"add-constants-float",
     "a = f32[] constant(2)\n b = f32[4] broadcast(a), dimensions={}\n s = f32[4] add(x, b)\n ROOT r = f32[4] add(s, "
     "b)",
     "add(x, add)"},
    {"add-negated", "n1 = f32[4] negate(y)\n ROOT r = f32[4] add(n1, x)", "subtract(x, y)"},
    {"add-difference", "d = s32[4] subtract(j, i)\n ROOT r = s32[4] add(i, d)", "j"},
    {"subtract-zero",
     "zero = f32[] constant(0)\n b = f32[4] broadcast(zero), dimensions={}\n ROOT r = f32[4] subtract(x, b)", "x"},
    {"subtract-itself", "ROOT r = s32[4] subtract(i, i)", "broadcast(constant)"},
    {"subtract-itself-float", "ROOT r = f32[4] subtract(x, x)", "broadcast(constant)"},
    {"subtract-negated", "n1 = f32[4] negate(y)\n ROOT r = f32[4] subtract(x, n1)", "add(x, y)"},
    {"subtract-from-zero",
     "zero = s32[] constant(0)\n b = s32[4] broadcast(zero), dimensions={}\n ROOT r = s32[4] subtract(b, i)",
     "negate(i)"},
    {"subtract-from-minus-zero",
     "zero = f32[] constant(-0)\n b = f32[4] broadcast(zero), dimensions={}\n ROOT r = f32[4] subtract(b, x)",
     "negate(x)"},
    {"subtract-from-zero-float",
     "zero = f32[] constant(0)\n b = f32[4] broadcast(zero), dimensions={}\n ROOT r = f32[4] subtract(b, x)",
     "negate(x)"},
    {"subtract-difference", "d = s32[4] subtract(i, j)\n ROOT r = s32[4] subtract(i, d)", "j"},
    {"subtract-of-sum", "d = s32[4] add(i, j)\n ROOT r = s32[4] subtract(d, i)", "j"},
    {"negate-negate", "d = f32[4] negate(x)\n ROOT r = f32[4] negate(d)", "x"},
    {"negate-difference", "d = s32[4] subtract(i, j)\n ROOT r = s32[4] negate(d)", "subtract(j, i)"},
    {"multiply-one",
     "one = f32[] constant(1)\n b = f32[4] broadcast(one), dimensions={}\n ROOT r = f32[4] multiply(b, x)", "x"},
    {"multiply-zero", "o = s32[] constant(0)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] multiply(i, b)",
     "broadcast(constant)"},
    {"multiply-zero-float",
     "o = f32[] constant(0)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] multiply(x, b)",
     "broadcast(constant)"},
    {"multiply-minus-one",
     "o = f32[] constant(-1)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] multiply(x, b)", "negate(x)"},
    {"multiply-negated", "a = f32[4] negate(x)\n b = f32[4] negate(y)\n ROOT r = f32[4] multiply(a, b)",
     "multiply(x, y)"},
    {"multiply-absolute", "a = f32[4] abs(x)\n ROOT r = f32[4] multiply(a, a)", "multiply(x, x)"},
    {"multiply-constants",
     "a = s32[] constant(2)\n b = s32[4] broadcast(a), dimensions={}\n s = s32[4] multiply(i, b)\n ROOT r = s32[4] "
     "multiply(s, b)",
     "multiply(i, multiply)"},
    {"multiply-constants-float",
     "a = f32[] constant(2)\n b = f32[4] broadcast(a), dimensions={}\n s = f32[4] multiply(x, b)\n ROOT r = f32[4] "
     "multiply(s, b)",
     "multiply(x, multiply)"},
    {"multiply-square-roots", "a = f32[4] sqrt(x)\n ROOT r = f32[4] multiply(a, a)", "x"},
    {"distribute", "a = s32[4] multiply(i, k)\n b = s32[4] multiply(j, k)\n ROOT r = s32[4] add(a, b)",
     "multiply(add, k)"},
    {"divide-one", "one = f32[] constant(1)\n b = f32[4] broadcast(one), dimensions={}\n ROOT r = f32[4] divide(x, b)",
     "x"},
    {"divide-minus-one",
     "one = f32[] constant(-1)\n b = f32[4] broadcast(one), dimensions={}\n ROOT r = f32[4] divide(x, b)", "negate(x)"},
    {"divide-power-of-two",
     "o = f32[] constant(8)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] divide(x, b)",
     "multiply(x, broadcast)"},
    {"divide-shift", "o = u32[] constant(8)\n b = u32[4] broadcast(o), dimensions={}\n ROOT r = u32[4] divide(u, b)",
     "shift-right-logical(u, broadcast)"},
    {"divide-divide", "a = f32[4] divide(x, y)\n ROOT r = f32[4] divide(a, z)", "divide(x, multiply)"},
    {"divide-exponential", "a = f32[4] exponential(y)\n ROOT r = f32[4] divide(x, a)", "multiply(x, exponential)"},
    {"remainder-mask",
     "o = u32[] constant(8)\n b = u32[4] broadcast(o), dimensions={}\n ROOT r = u32[4] remainder(u, b)",
     "and(u, broadcast)"},
    {"remainder-twice", "a = s32[4] remainder(i, j)\n ROOT r = s32[4] remainder(a, j)", "remainder(i, j)"},
    {"power-zero", "o = f32[] constant(0)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] power(x, b)",
     "broadcast(constant)"},
    {"power-one", "o = f32[] constant(1)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] power(x, b)", "x"},
    {"power-two", "o = f32[] constant(2)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] power(x, b)",
     "multiply(x, x)"},
    {"power-minus-one", "o = f32[] constant(-1)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] power(x, b)",
     "divide(broadcast, x)"},
    {"power-half", "o = f32[] constant(0.5)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] power(x, b)",
     "sqrt(x)"},
    {"exponential-product", "a = f32[4] exponential(x)\n b = f32[4] exponential(y)\n ROOT r = f32[4] multiply(a, b)",
     "exponential(add)"},
    {"log-exponential", "a = f32[4] exponential(x)\n ROOT r = f32[4] log(a)", "x"},
    {"sqrt-square", "a = f32[4] multiply(x, x)\n ROOT r = f32[4] sqrt(a)", "abs(x)"},
    {"divide-sqrt", "a = f32[4] sqrt(y)\n ROOT r = f32[4] divide(x, a)", "multiply(x, rsqrt)"},
    {"abs-abs", "a = f32[4] abs(x)\n ROOT r = f32[4] abs(a)", "abs(x)"},
    {"abs-negate", "a = f32[4] negate(x)\n ROOT r = f32[4] abs(a)", "abs(x)"},
    {"abs-square", "a = f32[4] multiply(x, x)\n ROOT r = f32[4] abs(a)", "multiply(x, x)"},
    {"cosine-negate", "a = f32[4] negate(x)\n ROOT r = f32[4] cosine(a)", "cosine(x)"},
    {"floor-floor", "a = f32[4] floor(x)\n ROOT r = f32[4] floor(a)", "floor(x)"},
    {"ceil-ceil", "a = f32[4] ceil(x)\n ROOT r = f32[4] ceil(a)", "ceil(x)"},
    {"round-round", "a = f32[4] round-nearest-even(x)\n ROOT r = f32[4] round-nearest-even(a)",
     "round-nearest-even(x)"},
    {"not-not", "a = pred[4] not(p)\n ROOT r = pred[4] not(a)", "p"},
    {"and-itself", "ROOT r = pred[4] and(p, p)", "p"},
    {"and-zero", "o = s32[] constant(0)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] and(i, b)",
     "broadcast(constant)"},
    {"and-ones", "o = s32[] constant(-1)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] and(i, b)", "i"},
    {"or-itself", "ROOT r = pred[4] or(p, p)", "p"},
    {"or-zero", "o = s32[] constant(0)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] or(i, b)", "i"},
    {"xor-itself", "ROOT r = s32[4] xor(i, i)", "broadcast(constant)"},
    {"xor-zero", "o = s32[] constant(0)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] xor(i, b)", "i"},
    {"xor-ones", "o = s32[] constant(-1)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] xor(i, b)",
     "not(i)"},
    {"and-absorbs", "a = s32[4] or(i, j)\n ROOT r = s32[4] and(i, a)", "i"},
    {"or-absorbs", "a = s32[4] and(i, j)\n ROOT r = s32[4] or(i, a)", "i"},
    {"shift-left-zero",
     "o = s32[] constant(0)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] shift-left(i, b)", "i"},
    {"shift-right-zero",
     "o = s32[] constant(0)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] shift-right-logical(i, b)", "i"},
    {"maximum-itself", "ROOT r = f32[4] maximum(x, x)", "x"},
    {"minimum-itself", "ROOT r = f32[4] minimum(x, x)", "x"},
    {"maximum-lowest",
     "o = f32[] constant(-inf)\n b = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[4] maximum(x, b)", "x"},
    {"minimum-highest",
     "o = s32[] constant(2147483647)\n b = s32[4] broadcast(o), dimensions={}\n ROOT r = s32[4] minimum(i, b)", "i"},
    {"maximum-again", "a = f32[4] maximum(x, y)\n ROOT r = f32[4] maximum(a, y)", "maximum(x, y)"},
    {"minimum-again", "a = f32[4] minimum(x, y)\n ROOT r = f32[4] minimum(a, y)", "minimum(x, y)"},
    {"clamp-again", "a = f32[4] clamp(y, x, z)\n ROOT r = f32[4] clamp(y, a, z)", "clamp(y, x, z)"},
    {"clamp-of-minimum",
     "o = f32[] constant(1)\n b = f32[4] broadcast(o), dimensions={}\n h = f32[] constant(2)\n hb = f32[4] "
     "broadcast(h), dimensions={}\n a = f32[4] minimum(x, hb)\n ROOT r = f32[4] maximum(a, b)",
     "clamp(b, x, hb)"},
    {"equal-itself", "ROOT r = pred[4] compare(i, i), direction=EQ", "broadcast(constant)"},
    {"less-itself", "ROOT r = pred[4] compare(i, i), direction=LT", "broadcast(constant)"},
    {"greater-itself", "ROOT r = pred[4] compare(i, i), direction=GT", "broadcast(constant)"},
    {"unsigned-below-zero",
     "o = u32[] constant(0)\n b = u32[4] broadcast(o), dimensions={}\n ROOT r = pred[4] compare(u, b), direction=LT",
     "broadcast(constant)"},
    {"unsigned-from-zero",
     "o = u32[] constant(0)\n b = u32[4] broadcast(o), dimensions={}\n ROOT r = pred[4] compare(u, b), direction=GE",
     "broadcast(constant)"},
    {"equal-true",
     "o = pred[] constant(true)\n b = pred[4] broadcast(o), dimensions={}\n ROOT r = pred[4] compare(p, b), "
     "direction=EQ",
     "p"},
    {"differs-false",
     "o = pred[] constant(false)\n b = pred[4] broadcast(o), dimensions={}\n ROOT r = pred[4] compare(p, b), "
     "direction=NE",
     "p"},
    {"select-same", "ROOT r = f32[4] select(p, x, x)", "x"},
    {"select-true",
     "o = pred[] constant(true)\n b = pred[4] broadcast(o), dimensions={}\n ROOT r = f32[4] select(b, x, y)", "x"},
    {"select-false",
     "o = pred[] constant(false)\n b = pred[4] broadcast(o), dimensions={}\n ROOT r = f32[4] select(b, x, y)", "y"},
    {"select-not", "a = pred[4] not(p)\n ROOT r = f32[4] select(a, x, y)", "select(p, y, x)"},
    {"select-truth",
     "o = pred[] constant(true)\n b = pred[4] broadcast(o), dimensions={}\n f = pred[] constant(false)\n fb = pred[4] "
     "broadcast(f), dimensions={}\n ROOT r = pred[4] select(p, b, fb)",
     "p"},
    {"select-falsehood",
     "o = pred[] constant(true)\n b = pred[4] broadcast(o), dimensions={}\n f = pred[] constant(false)\n fb = pred[4] "
     "broadcast(f), dimensions={}\n ROOT r = pred[4] select(p, fb, b)",
     "not(p)"},
    {"select-twice", "a = f32[4] select(p, x, y)\n ROOT r = f32[4] select(p, a, z)", "select(p, x, z)"},
    {"convert-same", "ROOT r = f32[4] convert(x)", "x"},
    {"convert-convert", "a = f64[4] convert(x)\n ROOT r = f32[4] convert(a)", "x"},
    {"bitcast-convert-same", "ROOT r = f32[4] bitcast-convert(x)", "x"},
    {"real-of-complex", "a = c64[4] complex(x, y)\n ROOT r = f32[4] real(a)", "x"},
    {"imag-of-complex", "a = c64[4] complex(x, y)\n ROOT r = f32[4] imag(a)", "y"},
    {"copy-copy", "a = f32[4] copy(x)\n ROOT r = f32[4] copy(a)", "copy(x)"},
    {"reshape-same", "ROOT r = f32[4] reshape(x)", "x"},
    {"reshape-reshape", "a = f32[6] reshape(m)\n ROOT r = f32[3,2] reshape(a)", "reshape(m)"},
    {"transpose-identity", "ROOT r = f32[2,3] transpose(m), dimensions={0,1}", "m"},
    {"transpose-transpose",
     "a = f32[3,2] transpose(m), dimensions={1,0}\n ROOT r = f32[2,3] transpose(a), dimensions={1,0}", "transpose(m)"},
    {"transpose-of-ones",
     "a = f32[4,1] reshape(x)\n b = f32[4,1] tanh(a)\n ROOT r = f32[1,4] transpose(b), dimensions={1,0}", "reshape(b)"},
    {"broadcast-same", "ROOT r = f32[4] broadcast(x), dimensions={0}", "x"},
    {"broadcast-broadcast",
     "a = f32[2,4] broadcast(x), dimensions={1}\n ROOT r = f32[3,2,4] broadcast(a), dimensions={1,2}", "broadcast(x)"},
    {"broadcast-adds-ones", "ROOT r = f32[1,4] broadcast(x), dimensions={1}", "reshape(x)"},
    {"broadcast-of-reshape", "a = f32[1,4] reshape(x)\n ROOT r = f32[1,3,4] broadcast(a), dimensions={0,2}",
     "broadcast(x)"},
    {"reverse-ones", "a = f32[1,4] reshape(x)\n b = f32[1,4] tanh(a)\n ROOT r = f32[1,4] reverse(b), dimensions={0}",
     "tanh(reshape)"},
    {"reverse-reverse", "a = f32[4] reverse(x), dimensions={0}\n ROOT r = f32[4] reverse(a), dimensions={0}", "x"},
    {"iota-of-one", "ROOT r = s32[1,4] iota(), iota_dimension=0", "broadcast(constant)"},
    {"slice-all", "ROOT r = f32[4] slice(x), slice={[0:4]}", "x"},
    {"slice-slice", "a = f32[3] slice(x), slice={[1:4]}\n ROOT r = f32[2] slice(a), slice={[1:3]}", "slice(x)"},
    {"slice-of-concatenate", "a = f32[8] concatenate(x, y), dimensions={0}\n ROOT r = f32[2] slice(a), slice={[5:7]}",
     "slice(y)"},
    {"slice-of-broadcast",
     "o = f32[] constant(3)\n a = f32[4] broadcast(o), dimensions={}\n ROOT r = f32[2] slice(a), slice={[0:2]}",
     "broadcast(o)"},
    {"pad-nothing", "o = f32[] constant(3)\n ROOT r = f32[4] pad(x, o), padding=0_0", "x"},
    {"concatenate-one", "ROOT r = f32[4] concatenate(x), dimensions={0}", "x"},
    {"reduce-nothing", "o = f32[] constant(-inf)\n ROOT r = f32[4] reduce(x, o), dimensions={}, to_apply=maximum", "x"},
    {"reduce-transpose",
     "o = f32[] constant(0)\n a = f32[3,2] transpose(m), dimensions={1,0}\n ROOT r = f32[3] reduce(a, o), "
     "dimensions={1}, to_apply=sum",
     "reduce(m, o)"},
    {"reduce-reduce",
     "o = f32[] constant(-0)\n a = f32[3] reduce(m, o), dimensions={0}, to_apply=sum\n ROOT r = f32[] reduce(a, o), "
     "dimensions={0}, to_apply=sum",
     "reduce(m, o)"},
    {"reduce-reduce-exact",
     "o = s32[] constant(0)\n a = s32[3] reduce(n, o), dimensions={0}, to_apply=isum\n ROOT r = s32[] reduce(a, o), "
     "dimensions={0}, to_apply=isum",
     "reduce(n, o)"},
    {"reduce-of-ones",
     "o = f32[] constant(-inf)\n a = f32[1,4] reshape(x)\n b = f32[1,4] tanh(a)\n ROOT r = f32[4] reduce(b, o), "
     "dimensions={0}, to_apply=maximum",
     "reshape(b)"},
};

std::string moduleFor(const RuleTest& test) {
  return fmt::format(R"(
sum {{
  sa = f32[] parameter(0)
  sb = f32[] parameter(1)
  ROOT sc = f32[] add(sa, sb)
}}
maximum {{
  ma = f32[] parameter(0)
  mb = f32[] parameter(1)
  ROOT mc = f32[] maximum(ma, mb)
}}
isum {{
  ia = s32[] parameter(0)
  ib = s32[] parameter(1)
  ROOT ic = s32[] add(ia, ib)
}}
ENTRY main {{
 x = f32[4] parameter(0)
 y = f32[4] parameter(1)
 z = f32[4] parameter(2)
 i = s32[4] parameter(3)
 j = s32[4] parameter(4)
 k = s32[4] parameter(5)
 u = u32[4] parameter(6)
 p = pred[4] parameter(7)
 q = pred[4] parameter(8)
 m = f32[2,3] parameter(9)
 n = s32[2,3] parameter(10)
 {}
}})",
                     test.before);
}

/// The root is what `after` says: a name, or an opcode and its operands, each by name or by opcode.
void checkRoot(const Instruction& root, const std::string& after) {
  size_t from = after.find('(');
  if (from == std::string::npos) {
    CHECK(root.name() == after);
    return;
  }
  CHECK(std::string(name(root.opcode())) == after.substr(0, from));
  ++from;
  for (int i = 0; from < after.size(); ++i) {
    size_t end = after.find_first_of(",)", from);
    std::string wanted = after.substr(from, end - from);
    REQUIRE(i < root.operandCount());
    CHECK_MESSAGE((root.operand(i)->name() == wanted || name(root.operand(i)->opcode()) == wanted), wanted);
    from = end + (after[end] == ',' ? 2 : 1);
  }
}

}  // namespace

TEST_CASE("every rule has a test, fires in it, and gives what it says") {
  std::set<std::string> tested;
  for (const RuleTest& test : kTests) {
    INFO(std::string(test.rule), ": ", std::string(test.before));
    tested.insert(test.rule);
    PassOptions options;
    for (const RewriteRule& rule : ruleTable())
      if (rule.name != test.rule) options.disabledRules.insert(std::string(rule.name));
    options.enabledRules.insert(test.rule);
    PassOutcome outcome = runPassesOn(moduleFor(test), {"algsimp"}, options);
    REQUIRE(outcome.changed());
    CHECK(outcome.stages.back().rewrites.front().rule == test.rule);
    checkRoot(*outcome.module->entry()->root(), test.after);
    if (outcome.stages.back().rewrites.front().assumption != Assumption::Exact) continue;
    std::vector<Literal> arguments = randomArguments(*outcome.module, 7);
    CHECK(difference(evaluated(*parsed(moduleFor(test)), arguments), evaluated(*outcome.module, arguments), 1e-5) ==
          "");
  }
  for (const RewriteRule& rule : ruleTable()) CHECK_MESSAGE(tested.contains(std::string(rule.name)), rule.name);
}

TEST_CASE("rules that need an assumption are off") {
  const char* text = R"(
ENTRY main {
  x = f32[4] parameter(0)
  zero = f32[] constant(0)
  b = f32[4] broadcast(zero), dimensions={}
  ROOT r = f32[4] add(x, b)
})";
  CHECK_FALSE(runPassesOn(text, {"algsimp"}).changed());
  PassOptions options;
  options.enabledRules.insert("add-zero-float");
  PassOutcome outcome = runPassesOn(text, {"algsimp"}, options);
  CHECK(outcome.changed());
  CHECK(outcome.stages.back().rewrites.front().assumption == Assumption::ExactButSignedZero);
}
