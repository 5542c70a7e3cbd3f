// The evaluator against values that XLA's CPU compiler gave: xla_values.txt holds HLO text, inputs (>) and results (=).
// "~n" after a case's name allows n ulp, where XLA's own functions are approximations; all else is equal bit for bit.
#include <doctest/doctest.h>

#include <fstream>

#include "engine/analysis/ulp_distance.h"
#include "engine/ir/hlo_parser.h"
#include "engine/ops/interpreter.h"

using namespace onepot;

namespace {

struct RecordedCase {
  std::string name, hlo;
  double ulp = 0;
  std::vector<Literal> inputs, results;
};

Literal read(const std::string& line) {
  auto literal = parseLiteral(line.substr(2));
  REQUIRE_MESSAGE(literal.has_value(), line);
  return std::move(*literal);
}

std::vector<RecordedCase> recordedCases() {
  std::ifstream file(ONEPOT_SOURCE_DIR "/tests/engine/ops/xla_values.txt");
  REQUIRE(file.good());
  std::vector<RecordedCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# ")) {
      size_t allowed = line.find('~');
      cases.push_back(
          {line.substr(2), {}, allowed == std::string::npos ? 0 : std::stod(line.substr(allowed + 1)), {}, {}});
    } else if (line.starts_with("> ")) {
      cases.back().inputs.push_back(read(line));
    } else if (line.starts_with("= ")) {
      cases.back().results.push_back(read(line));
    } else if (!line.empty()) {
      cases.back().hlo += line + "\n";
    }
  }
  return cases;
}

}  // namespace

TEST_CASE("the evaluator gives XLA's values") {
  std::vector<RecordedCase> cases = recordedCases();
  CHECK(cases.size() > 100);
  for (RecordedCase& recorded : cases) {
    CAPTURE(recorded.name);
    CAPTURE(recorded.hlo);
    auto module = parseHlo(recorded.hlo);
    REQUIRE(module.has_value());
    auto result = Interpreter(**module).evaluate(*(*module)->entry(), std::move(recorded.inputs));
    REQUIRE(result.has_value());
    Literal expected =
        result->shape().isTuple() ? Literal::tuple(std::move(recorded.results)) : recorded.results.front();
    CAPTURE(result->text());
    CAPTURE(expected.text());
    auto distance = ulpDistance(*result, expected);
    REQUIRE(distance.has_value());
    CHECK(*distance <= recorded.ulp);
  }
}
