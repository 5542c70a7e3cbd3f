// Attributes of an instruction in HLO text: those with a struct go into it, metadata is taken apart, the rest is kept.
#pragma once

#include "engine/ir/hlo_lexer.h"
#include "engine/ir/instruction.h"

namespace onepot {

/// Reads the value of attribute `key` into the struct that `attributes` holds. False when the struct has no such field;
/// then nothing was taken.
bool parseStructAttribute(HloLexer& lexer, std::string_view key, Opcode opcode, Attributes& attributes);

/// metadata={op_type="dot" op_name="jit(f)/dot" source_file="a.py" source_line=3 …}, from its '{' on.
void parseMetadata(HloLexer& lexer, Metadata& metadata, SourceRange& source);

}  // namespace onepot
