// HLO text → CPU device and evaluator on the same inputs, compared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/literal.h"
#include "engine/runtime/compiler.h"

namespace onepot::testing {

/// One for the whole test program: making it costs more than a test.
Device& cpu();

/// "ENTRY" with the body's lines; every test names its shapes in full.
std::unique_ptr<Module> parsed(std::string_view text);

struct Compiled {
  std::shared_ptr<const Module> module;  // before the passes
  std::shared_ptr<Executable> executable;
};
Compiled compiled(std::string_view text, CodegenOptions codegen = {});

/// Values from a seed: for floats mostly ordinary ones with edges (±0, inf, NaN, subnormals, limits) strewn in where
/// `edges`; for integers over the whole range, with the limits.
Literal randomLiteral(const Shape& shape, uint64_t seed, bool edges = true);
std::vector<Literal> randomArguments(const Module& module, uint64_t seed, bool edges = true);

std::vector<Literal> runCpu(Executable& executable, const std::vector<Literal>& arguments);
std::vector<Literal> runEvaluator(const Module& module, const std::vector<Literal>& arguments);

/// Greatest distance of two values of the result, in ulp; infinity where integers differ. NaN equals NaN.
double distance(const std::vector<Literal>& a, const std::vector<Literal>& b);

/// Compiles, runs both, and gives the distance.
double cpuAgainstEvaluator(std::string_view text, uint64_t seed = 1, bool edges = true);

}  // namespace onepot::testing
