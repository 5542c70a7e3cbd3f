// Shapes and literals in HLO text.
#pragma once

#include "engine/ir/hlo_lexer.h"
#include "engine/ir/literal.h"

namespace onepot {

/// Whether a shape stands at the cursor (and not a name or an opcode).
bool startsShape(HloLexer& lexer);
/// Throws HloSyntaxError, as everything here; `depth` is how many more levels of tuples may follow.
Shape parseShapeAt(HloLexer& lexer, int64_t depth);

/// The literal of `shape` at the cursor. "{...}" gives zeros and sets `elided`.
Literal parseLiteralAt(HloLexer& lexer, const Shape& shape, bool& elided, int64_t depth);

}  // namespace onepot
