// Attribute structs as HLO text.
#pragma once

#include <string>
#include <vector>

#include "engine/ir/instruction.h"

namespace onepot {

/// Appends ", key=value" for each field that the text must say.
void appendStructAttributes(std::string& text, const Instruction& instruction);
/// Appends ", metadata={…}" where there is any; source positions are left out when a stack frame says them.
void appendMetadata(std::string& text, const Instruction& instruction);
void appendList(std::string& text, const std::vector<int64_t>& values);
/// In double quotes, with C escapes; bytes above 127 stay as they are.
void appendQuoted(std::string& text, const std::string& value);

}  // namespace onepot
