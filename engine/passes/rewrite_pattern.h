// Patterns of rewrite rules: read once from their text, matched against instructions, written as replacements.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/passes/rewrite_rule.h"

namespace onepot {

struct PatternNode {
  enum class Kind { Letter, Number, Ones, Lowest, Highest, Operation };
  Kind kind = Kind::Letter;
  char letter = 'x';
  double number = 0;
  Opcode opcode = Opcode::Add;
  std::optional<CompareDirection> direction;
  std::vector<PatternNode> operands;
};

/// Throws InternalError for text that is no pattern: tables are ours.
PatternNode readPattern(std::string_view text);
bool matches(const PatternNode& pattern, Instruction* instruction, Match& match);
Instruction* writePattern(const PatternNode& pattern, const Match& match, Builder& builder);

/// The scalar that a constant, or a broadcast of one, has everywhere; null where it differs or is no constant.
const Literal* uniformConstant(const Instruction& instruction);

}  // namespace onepot
