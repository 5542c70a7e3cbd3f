// One case a differentiable row of the op table: how to bind it, and where its operands may lie.
#pragma once

#include <string>

#include "trace_fixture.h"

namespace onepot::test {

struct RuleCase {
  std::string name;
  std::vector<std::vector<int64_t>> shapes;
  double low, high;
  std::function<Value(Tracing&, std::span<const Value>)> bind;
};
std::vector<RuleCase> ruleCases();

}  // namespace onepot::test
