// Evaluates HLO text on literals given as text: how the evaluator's tests are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/hlo_parser.h"
#include "engine/ops/interpreter.h"

namespace onepot::test {

/// A NaN that an operation makes may have either sign.
inline std::string withoutNanSigns(std::string text) {
  for (size_t at; (at = text.find("-nan")) != std::string::npos;) text.erase(at, 1);
  return text;
}

/// The result's values as text, "{1, 2}", or the first diagnostic's words.
inline std::string evaluated(std::string_view hlo, std::vector<std::string_view> inputs = {}) {
  auto module = parseHlo(hlo);
  if (!module) return module.error().front().message.text();
  std::vector<Literal> arguments;
  for (std::string_view input : inputs) {
    auto literal = parseLiteral(input);
    if (!literal) return literal.error().front().message.text();
    arguments.push_back(std::move(*literal));
  }
  auto result = Interpreter(**module).evaluate(*(*module)->entry(), std::move(arguments));
  return result ? withoutNanSigns(result->text()) : result.error().front().message.text();
}

}  // namespace onepot::test
