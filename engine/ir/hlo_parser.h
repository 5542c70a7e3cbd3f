// HLO text → Module. Accepts every printed variant of XLA's (long, short, with and without operand shapes), every opcode.
#pragma once

#include <memory>
#include <string_view>

#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

struct ParseOptions {
  std::string file;               // for diagnostics and source ranges
  int64_t maxNesting = 512;       // of tuples, literals, inline computations
  bool checkShapes = true;         // ask the op table about written shapes too; off for text that is trusted or only looked at
};

/// Diagnostics carry line and column (characters, from 1). Shapes that may be left out are inferred by the op table
/// (shape_inference.h). A module with traced opcodes comes back with traced() set.
Result<std::unique_ptr<Module>> parseHlo(std::string_view text, const ParseOptions& options = {});
Result<Shape> parseShape(std::string_view text);
/// "f32[2] {1, 2}": a shape, then a literal.
Result<Literal> parseLiteral(std::string_view text);

}  // namespace onepot
