// What a rewrite rule is: a row of the rule table, pattern and replacement as text.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "engine/ir/builder.h"
#include "engine/passes/stage.h"

namespace onepot {

/// What a pattern's letters stand for.
class Match {
 public:
  explicit Match(Instruction* root) : m_root(root) {}
  Instruction* root() const { return m_root; }
  Instruction* at(char letter) const { return m_bound[static_cast<size_t>(letter - 'a')]; }
  /// False where the letter already stands for something else.
  bool bind(char letter, Instruction* instruction);

 private:
  Instruction* m_root;
  std::array<Instruction*, 26> m_bound{};
};

using RuleCondition = bool (*)(const Match&);
/// Writes the replacement with `builder` (which stands for the root); null, before anything is written: it does not
/// apply.
using RuleBuild = Instruction* (*)(const Match&, Builder&);

/// A pattern is an expression of opcodes, letters and numbers: "add(multiply(x, y), 0)". A letter matches any value,
/// and the same one where it stands twice; c and d match only a constant (or a broadcast of a scalar one). Numbers
/// match constants that are equal everywhere: 0 is not -0; `inf`, `lowest`, `highest` and `ones` (all bits) are the
/// type's own. "compare.LT" names a direction. Operands of commutative operations match in either order.
struct RewriteRule {
  std::string_view name;  // "add-zero"
  std::string_view pattern;
  std::string_view replacement;  // an expression of the same kind; numbers take the root's shape. Empty: `build`
  Assumption assumption = Assumption::Exact;  // anything but Exact is off unless the user switches the rule on
  RuleCondition when = nullptr;
  RuleBuild build = nullptr;
};

/// THE RULE TABLE.
std::span<const RewriteRule> ruleTable();

}  // namespace onepot
