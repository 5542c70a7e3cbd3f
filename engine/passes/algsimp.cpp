#include <chrono>
#include <deque>
#include <unordered_set>

#include "engine/analysis/side_effects.h"
#include "engine/passes/pass_list.h"
#include "engine/passes/rewrite_pattern.h"
#include "engine/passes/rewrite_rule.h"

namespace onepot {

namespace {

using Clock = std::chrono::steady_clock;

/// A rule with its texts read.
struct ReadRule {
  const RewriteRule* row = nullptr;
  PatternNode pattern;
  PatternNode replacement;
};

/// The rules that are switched on, by the opcode of their pattern's root.
class ActiveRules {
 public:
  explicit ActiveRules(const PassOptions& options) : m_byOpcode(kOpcodeCount) {
    for (const RewriteRule& row : ruleTable()) {
      std::string name(row.name);
      bool on = row.assumption == Assumption::Exact || options.enabledRules.contains(name);
      if (!on || options.disabledRules.contains(name)) continue;
      ReadRule rule{&row, readPattern(row.pattern), {}};
      if (!row.replacement.empty()) rule.replacement = readPattern(row.replacement);
      m_byOpcode[static_cast<size_t>(rule.pattern.opcode)].push_back(std::move(rule));
    }
  }
  const std::vector<ReadRule>& forOpcode(Opcode opcode) const { return m_byOpcode[static_cast<size_t>(opcode)]; }

 private:
  std::vector<std::vector<ReadRule>> m_byOpcode;
};

/// Rewrites one computation until no rule fires.
class Simplifier {
 public:
  Simplifier(Computation& computation, const ActiveRules& rules, const SideEffects& effects, PassContext& context)
      : m_computation(computation), m_rules(rules), m_effects(effects), m_context(context) {}

  bool run() {
    for (Instruction* instruction : m_computation.snapshot()) push(instruction);
    int64_t budget = 1000 + 20 * static_cast<int64_t>(m_computation.size());
    while (!m_queue.empty()) {
      Instruction* instruction = m_queue.front();
      m_queue.pop_front();
      m_waiting.erase(instruction);
      if (instruction->users().empty() && !instruction->isRoot()) continue;
      if (m_effects.has(*instruction) || !instruction->controlPredecessors().empty()) continue;
      if (rewrite(instruction)) ensure(--budget > 0, "rewrite rules come to an end");
    }
    removeReplaced();
    return m_changed;
  }

 private:
  void push(Instruction* instruction) {
    if (m_waiting.insert(instruction).second) m_queue.push_back(instruction);
  }

  bool rewrite(Instruction* instruction) {
    for (const ReadRule& rule : m_rules.forOpcode(instruction->opcode())) {
      Match match(instruction);
      if (!matches(rule.pattern, instruction, match)) continue;
      if (rule.row->when != nullptr && !rule.row->when(match)) continue;
      auto start = Clock::now();
      Builder builder(&m_computation);
      builder.insertBefore(instruction);
      InstructionId newest = m_computation.module()->nextInstructionId();
      Instruction* made =
          rule.row->build != nullptr ? rule.row->build(match, builder) : writePattern(rule.replacement, match, builder);
      if (made == nullptr || made == instruction) continue;
      m_changed = true;
      replace(instruction, made, newest, *rule.row, start);
      return true;
    }
    return false;
  }

  void replace(Instruction* old, Instruction* made, InstructionId newest, const RewriteRule& row,
               Clock::time_point start) {
    ensure(made->shape().compatible(old->shape()), "a rule's replacement has its root's shape");
    m_computation.replaceAllUsesWith(old, made);
    m_replaced.push_back(old);
    double microseconds = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    m_context.rewrites.push_back({std::string(row.name),
                                  row.assumption,
                                  {old->id()},
                                  {made->id()},
                                  old->name() + " → " + made->name(),
                                  microseconds});
    std::vector<Instruction*> fresh{made};
    while (!fresh.empty()) {
      Instruction* current = fresh.back();
      fresh.pop_back();
      push(current);
      if (current->id() > newest)
        for (Instruction* operand : current->operands()) fresh.push_back(operand);
    }
    for (Instruction* user : made->users()) push(user);
  }

  /// What was replaced, and what only it used.
  void removeReplaced() {
    std::unordered_set<const Instruction*> dead;
    std::vector<Instruction*> order, queue = m_replaced;
    while (!queue.empty()) {
      Instruction* current = queue.back();
      queue.pop_back();
      bool kept = current->isRoot() || current->opcode() == Opcode::Parameter || m_effects.has(*current);
      for (const Instruction* user : current->users()) kept |= !dead.contains(user);
      if (kept || !dead.insert(current).second) continue;
      order.push_back(current);
      for (Instruction* operand : current->operands()) queue.push_back(operand);
    }
    m_computation.removeAll(order);
  }

  Computation& m_computation;
  const ActiveRules& m_rules;
  const SideEffects& m_effects;
  PassContext& m_context;
  std::deque<Instruction*> m_queue;
  std::unordered_set<Instruction*> m_waiting;
  std::vector<Instruction*> m_replaced;
  bool m_changed = false;
};

}  // namespace

bool runAlgsimp(Module& module, PassContext& context) {
  ActiveRules rules(context.options);
  SideEffects effects(module);
  bool changed = false;
  for (const auto& computation : module.computations())
    changed |= Simplifier(*computation, rules, effects, context).run();
  std::string fired = std::to_string(context.rewrites.size()), known = std::to_string(ruleTable().size());
  context.note =
      context.rewrites.empty() ? Message{"pass.no_rule_fired", {known}} : Message{"pass.rules_fired", {known, fired}};
  return changed;
}

}  // namespace onepot
