#include "rule_cases.h"

namespace onepot::test {

namespace {

using Values = std::span<const Value>;

RuleCase unary(const std::string& name, Opcode opcode, double low, double high, Attributes attributes = {}) {
  return {name, {{2, 3}}, low, high, [=](Tracing& t, Values x) { return t.bind1(opcode, {x[0]}, attributes); }};
}

RuleCase binary(const std::string& name, Opcode opcode, std::vector<std::vector<int64_t>> shapes, double low = 0.3,
                double high = 2.5) {
  return {name, std::move(shapes), low, high, [=](Tracing& t, Values x) { return t.bind1(opcode, {x[0], x[1]}); }};
}

void addElementwise(std::vector<RuleCase>& cases) {
  const std::tuple<const char*, Opcode, double, double> kUnary[] = {{"neg", Opcode::Negate, -2, 2},
                                                                    {"abs", Opcode::Abs, 0.1, 2},
                                                                    {"exp", Opcode::Exponential, -2, 2},
                                                                    {"log", Opcode::Log, 0.2, 3},
                                                                    {"expm1", Opcode::ExponentialMinusOne, -1, 1},
                                                                    {"log1p", Opcode::LogPlusOne, -0.5, 2},
                                                                    {"tanh", Opcode::Tanh, -2, 2},
                                                                    {"logistic", Opcode::Logistic, -2, 2},
                                                                    {"sin", Opcode::Sine, -3, 3},
                                                                    {"cos", Opcode::Cosine, -3, 3},
                                                                    {"tan", Opcode::Tan, -1, 1},
                                                                    {"sinh", Opcode::Sinh, -1, 1},
                                                                    {"cosh", Opcode::Cosh, -1, 1},
                                                                    {"sqrt", Opcode::Sqrt, 0.2, 3},
                                                                    {"rsqrt", Opcode::Rsqrt, 0.2, 3},
                                                                    {"cbrt", Opcode::Cbrt, 0.2, 3},
                                                                    {"asin", Opcode::Asin, -0.8, 0.8},
                                                                    {"acos", Opcode::Acos, -0.8, 0.8},
                                                                    {"asinh", Opcode::Asinh, -2, 2},
                                                                    {"acosh", Opcode::Acosh, 1.3, 3},
                                                                    {"atanh", Opcode::Atanh, -0.8, 0.8},
                                                                    {"erf", Opcode::Erf, -2, 2},
                                                                    {"erfc", Opcode::Erfc, -2, 2},
                                                                    {"erf_inv", Opcode::ErfInv, -0.8, 0.8},
                                                                    {"exp2", Opcode::Exp2, -2, 2},
                                                                    {"square", Opcode::Square, -2, 2},
                                                                    {"copy", Opcode::Copy, -2, 2}};
  for (const auto& [name, opcode, low, high] : kUnary) cases.push_back(unary(name, opcode, low, high));
  for (int64_t exponent : {-2, 1, 2, 3, 5})
    cases.push_back(
        unary("integer_pow " + std::to_string(exponent), Opcode::IntegerPow, 0.3, 2, IntegerPowAttributes{exponent}));
  const std::pair<const char*, Opcode> kBinary[] = {
      {"add", Opcode::Add},       {"sub", Opcode::Subtract},  {"mul", Opcode::Multiply}, {"div", Opcode::Divide},
      {"rem", Opcode::Remainder}, {"pow", Opcode::Power},     {"atan2", Opcode::Atan2},  {"max", Opcode::Maximum},
      {"min", Opcode::Minimum},   {"add_any", Opcode::AddAny}};
  for (const auto& [name, opcode] : kBinary) {
    cases.push_back(binary(name, opcode, {{2, 3}, {2, 3}}));
    if (opcode == Opcode::AddAny) continue;
    cases.push_back(binary(std::string(name) + " by a scalar", opcode, {{2, 3}, {}}));
    cases.push_back(binary(std::string(name) + " of a scalar", opcode, {{}, {2, 3}}));
    cases.push_back(binary(std::string(name) + " stretched", opcode, {{2, 3}, {2, 1}}));
  }
  cases.push_back({"clamp", {{}, {2, 3}, {}}, -1, 1, [](Tracing& t, Values x) {
                     return t.bind1(Opcode::Clamp, {x[0], x[1], x[2]});
                   }});
  cases.push_back({"select_n", {{2, 3}, {2, 3}}, -1, 1, [](Tracing& t, Values x) {
                     Value which = t.bind1(Opcode::Compare, {x[0], literal(0, ElementType::F64)},
                                           CompareAttributes{CompareDirection::GT});
                     return t.bind1(Opcode::SelectN, {which, x[0], x[1]});
                   }});
}

void addMovement(std::vector<RuleCase>& cases) {
  auto one = [&](const std::string& name, std::vector<int64_t> dims, Opcode opcode, Attributes attributes,
                 std::optional<Shape> written = {}) {
    cases.push_back({name, {std::move(dims)}, -1, 1, [=](Tracing& t, Values x) {
                       return t.bind1(opcode, {x[0]}, attributes, written);
                     }});
  };
  one("broadcast", {2, 3}, Opcode::Broadcast, DimensionsAttributes{{1, 2}}, f64({4, 2, 3}));
  one("broadcast stretched", {2, 1}, Opcode::Broadcast, DimensionsAttributes{{0, 1}}, f64({2, 3}));
  one("reshape", {2, 3}, Opcode::Reshape, {}, f64({3, 2}));
  one("squeeze", {2, 1, 3}, Opcode::Squeeze, DimensionsAttributes{{1}});
  one("transpose", {2, 3, 4}, Opcode::Transpose, DimensionsAttributes{{2, 0, 1}});
  one("rev", {2, 3}, Opcode::Reverse, DimensionsAttributes{{1}});
  one("slice", {5, 7}, Opcode::Slice, SliceAttributes{{1, 0}, {5, 6}, {1, 2}});
  one("convert", {2, 3}, Opcode::Convert, ConvertAttributes{}, f64({2, 3}));
  cases.push_back({"pad", {{2, 3}, {}}, -1, 1, [](Tracing& t, Values x) {
                     return t.bind1(Opcode::Pad, {x[0], x[1]}, PadAttributes{{1, -1}, {0, 2}, {1, 0}});
                   }});
  cases.push_back({"concatenate", {{2, 3}, {2, 1}}, -1, 1, [](Tracing& t, Values x) {
                     return t.bind1(Opcode::Concatenate, {x[0], x[1]}, DimensionsAttributes{{1}});
                   }});
  cases.push_back({"dynamic_slice", {{4, 5}}, -1, 1, [](Tracing& t, Values x) {
                     return t.bind1(Opcode::DynamicSlice, {x[0], literalInt(1), literalInt(4)},
                                    DynamicSliceAttributes{{2, 3}});
                   }});
  cases.push_back({"dynamic_update_slice", {{4, 5}, {2, 3}}, -1, 1, [](Tracing& t, Values x) {
                     return t.bind1(Opcode::DynamicUpdateSlice, {x[0], x[1], literalInt(1), literalInt(0)});
                   }});
}

void addReductions(std::vector<RuleCase>& cases) {
  const std::pair<const char*, Opcode> kReductions[] = {{"reduce_sum", Opcode::ReduceSum},
                                                        {"reduce_max", Opcode::ReduceMax},
                                                        {"reduce_min", Opcode::ReduceMin},
                                                        {"reduce_prod", Opcode::ReduceProd}};
  for (const auto& [name, opcode] : kReductions)
    for (const auto& dimensions : {std::vector<int64_t>{1}, std::vector<int64_t>{0, 2}})
      cases.push_back({name, {{2, 3, 2}}, 0.5, 2, [=](Tracing& t, Values x) {
                         return t.bind1(opcode, {x[0]}, DimensionsAttributes{dimensions});
                       }});
  const std::pair<const char*, Opcode> kCumulative[] = {{"cumsum", Opcode::Cumsum},
                                                        {"cumprod", Opcode::Cumprod},
                                                        {"cummax", Opcode::Cummax},
                                                        {"cummin", Opcode::Cummin},
                                                        {"cumlogsumexp", Opcode::Cumlogsumexp}};
  for (const auto& [name, opcode] : kCumulative)
    for (bool reverse : {false, true})
      cases.push_back({name, {{5, 2}}, 0.5, 2, [=](Tracing& t, Values x) {
                         return t.bind1(opcode, {x[0]}, DimensionsAttributes{{0}, reverse, false});
                       }});
  cases.push_back({"dot", {{2, 3}, {3, 4}}, -1, 1, [](Tracing& t, Values x) {
                     return t.bind1(Opcode::Dot, {x[0], x[1]}, DotAttributes{{1}, {0}, {}, {}, {}, ElementType::F64});
                   }});
  cases.push_back({"dot with a batch", {{3, 2, 4, 2}, {2, 4, 3, 5}}, -1, 1, [](Tracing& t, Values x) {
                     return t.bind1(Opcode::Dot, {x[0], x[1]},
                                    DotAttributes{{2, 1}, {1, 0}, {0}, {2}, {}, ElementType::F64});
                   }});
}

Value rows(const std::vector<int32_t>& which) {
  auto count = static_cast<int64_t>(which.size());
  return makeConcrete(Array(nullptr, Literal::fromVector(s32({count, 1}), which)));
}

GatherAttributes rowGather() {
  GatherAttributes gather;
  gather.offsetDims = {1};
  gather.collapsedSliceDims = gather.startIndexMap = {0};
  gather.indexVectorDim = 1;
  gather.sliceSizes = {1, 2};
  return gather;
}

/// Traced scalar functions: scatter's combiners and sort's comparator.
TracedFunctionPtr scalarFunction(Tracing& t, const std::function<Value(Values)>& f) {
  std::vector<Aval> scalars(2, aval(f64({})));
  return t.trace([&](Values v) { return std::vector{f(v)}; }, scalars, "f");
}

RuleCase scatterCase(const std::string& name, bool adds, const std::vector<int32_t>& which) {
  auto count = static_cast<int64_t>(which.size());
  return {name, {{4, 2}, {count, 2}}, -1, 1, [=](Tracing& t, Values x) {
            auto combiner =
                scalarFunction(t, [&](Values v) { return adds ? t.bind1(Opcode::Add, {v[0], v[1]}) : v[1]; });
            ScatterAttributes scatter;
            scatter.updateWindowDims = {1};
            scatter.insertedWindowDims = scatter.scatterDimsToOperandDims = {0};
            scatter.indexVectorDim = 1;
            std::vector<Value> operands{x[0], rows(which), x[1]};
            return t.bind(Opcode::Scatter, operands, scatter, {&combiner, 1}).front();
          }};
}

void addIndexing(std::vector<RuleCase>& cases) {
  cases.push_back({"gather", {{4, 2}}, -1, 1, [](Tracing& t, Values x) {
                     return t.bind1(Opcode::Gather, {x[0], rows({2, 0, 2})}, rowGather());
                   }});
  cases.push_back(scatterCase("scatter-add", true, {1, 3, 1}));
  cases.push_back(scatterCase("scatter", false, {1, 3}));
  cases.push_back({"sort", {{5, 2}}, -1, 1, [](Tracing& t, Values x) {
                     auto less = scalarFunction(t, [&](Values v) {
                       return t.bind1(Opcode::Compare, {v[0], v[1]}, CompareAttributes{CompareDirection::LT});
                     });
                     std::vector<Value> operands{x[0]};
                     return t.bind(Opcode::Sort, operands, DimensionsAttributes{{0}, false, true}, {&less, 1}).front();
                   }});
}

}  // namespace

std::vector<RuleCase> ruleCases() {
  std::vector<RuleCase> cases;
  addElementwise(cases);
  addMovement(cases);
  addReductions(cases);
  addIndexing(cases);
  return cases;
}

}  // namespace onepot::test
