// Operations, values and regions of MLIR text before values have names; naming follows MLIR's own printer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/ir/shape.h"

namespace onepot {

using MlirValue = int64_t;

struct MlirRegion;

/// The text of an operation behind "%0 = ": pieces of text and regions in turn. A value in a text is `mlirUse(value)`;
/// a line break in a text continues at the operation's own indent.
struct MlirOperation {
  std::vector<MlirValue> results;
  std::vector<std::string> hints;  // one a result, "cst"; empty: numbered, several results as %0#0, %0#1
  std::vector<std::string> texts;  // one more than regions
  std::vector<std::unique_ptr<MlirRegion>> regions;
};

struct MlirRegion {
  std::vector<MlirValue> arguments;
  std::string argumentHint;  // "iterArg"; empty: %arg0, %arg1…
  std::vector<MlirOperation> operations;
};

/// How a text names a value whose name is not known yet.
std::string mlirUse(MlirValue value);

/// The lines of a function's body (without its braces), every value named; `indent` in spaces. `names` gives the names
/// of the region's own arguments, for the signature.
std::string renderMlirBody(const MlirRegion& body, int indent, std::vector<std::string>& names);

}  // namespace onepot
