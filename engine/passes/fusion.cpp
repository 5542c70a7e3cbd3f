#include <algorithm>
#include <unordered_map>

#include "engine/analysis/running_computations.h"
#include "engine/passes/copy_instruction.h"
#include "engine/passes/fusion_plan.h"
#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

/// Turns a computation's plan into fusion instructions with bodies.
class FusionWriter {
 public:
  FusionWriter(Computation& computation, FusionPlan& plan, PassContext& context)
      : m_computation(computation), m_module(*computation.module()), m_plan(plan), m_context(context) {}

  bool write() {
    std::vector<Instruction*> order = m_computation.snapshot();
    for (size_t i = 0; i < order.size(); ++i) m_place[order[i]] = i;
    std::vector<FusionGroup*> groups;
    for (const auto& group : m_plan.groups())
      if (group->members().size() > 1) groups.push_back(group.get());
    auto place = [&](const FusionGroup* group) { return m_place.at(group->results().front()); };
    std::ranges::sort(groups, {}, place);
    findOwners(groups);
    for (FusionGroup* group : groups) writeGroup(*group);
    for (auto [result, fused] : m_replaced) m_computation.replaceAllUsesWith(result, fused);
    removeMoved();
    if (!groups.empty()) m_computation.sortTopologically();
    return !groups.empty();
  }

  /// The fusion that an instruction ended up in: its result's, or the first that took it in.
  InstructionId fusionOf(InstructionId instruction) const {
    auto found = m_fusionOf.find(instruction);
    return found == m_fusionOf.end() ? 0 : found->second;
  }

 private:
  // A value keeps its identity where it is a result; what is only inside, in the first kernel that has it.
  void findOwners(const std::vector<FusionGroup*>& groups) {
    for (const auto& group : m_plan.groups())
      for (Instruction* result : group->results()) m_owner[result] = group.get();
    for (FusionGroup* group : groups)
      for (Instruction* member : group->members()) {
        m_owner.try_emplace(member, group);
        for (Instruction* operand : member->operands())
          if (isScalarConstant(*operand) && m_place.contains(operand)) m_owner.try_emplace(operand, group);
      }
    for (auto& [instruction, owner] : m_owner)
      if (isScalarConstant(*instruction) && isUsedOutside(*instruction)) owner = nullptr;
  }

  bool isUsedOutside(const Instruction& constant) const {
    if (constant.isRoot()) return true;
    return std::ranges::any_of(constant.users(), [&](const Instruction* user) {
      auto owner = m_owner.find(user);
      return owner == m_owner.end() || owner->second->members().size() < 2;
    });
  }

  void writeGroup(FusionGroup& group) {
    Computation* body = m_module.addComputation("fused_computation");
    std::vector<Instruction*> members = group.members();
    std::ranges::sort(members, {}, [&](const Instruction* member) { return m_place.at(member); });
    Instruction* root = group.results().front();
    InstructionId fusionId = m_module.nextInstructionId();
    std::vector<Instruction*> inputs = addParameters(*body, group, members);
    std::unordered_map<const Instruction*, Instruction*> placed;
    for (size_t i = 0; i < inputs.size(); ++i) placed[inputs[i]] = m_parameters[i];
    for (Instruction* member : members) addMember(*body, group, member, placed, fusionId);
    finishBody(*body, group, placed);
    bool reduces = !group.reductions().empty();
    NewInstruction made{Opcode::Fusion, body->root()->shape(),
                        inputs,         FusionAttributes{reduces ? FusionKind::Input : FusionKind::Loop},
                        {body->id()},   "fusion.1",
                        fusionId};
    Instruction* fusion = m_computation.add(std::move(made));
    fusion->setSource(root->source());
    fusion->setMetadata(root->metadata());
    replaceResults(group, fusion);
  }

  std::vector<Instruction*> addParameters(Computation& body, const FusionGroup& group,
                                          const std::vector<Instruction*>& members) {
    std::vector<Instruction*> inputs;
    m_parameters.clear();
    std::unordered_set<const Instruction*> seen;
    for (Instruction* member : members)
      for (Instruction* operand : member->operands()) {
        if (group.has(operand) || isScalarConstant(*operand) || !seen.insert(operand).second) continue;
        auto number = static_cast<int64_t>(inputs.size());
        Instruction* parameter = body.add({Opcode::Parameter,
                                           operand->shape(),
                                           {},
                                           ParameterAttributes{number},
                                           {},
                                           "param_" + std::to_string(number),
                                           0});
        parameter->setSource(operand->source());
        InstructionId id = operand->id();
        parameter->addOrigins({&id, 1});
        inputs.push_back(operand);
        m_parameters.push_back(parameter);
      }
    return inputs;
  }

  void addMember(Computation& body, const FusionGroup& group, Instruction* member,
                 std::unordered_map<const Instruction*, Instruction*>& placed, InstructionId fusionId) {
    std::vector<Instruction*> operands;
    for (Instruction* operand : member->operands()) {
      if (isScalarConstant(*operand) && !placed.contains(operand))
        placed[operand] = copyInstruction(body, nullptr, *operand, {}, identityIn(group, operand));
      operands.push_back(placed.at(operand));
    }
    Identity identity = identityIn(group, member);
    Instruction* copy = copyInstruction(body, nullptr, *member, std::move(operands), identity);
    placed[member] = copy;
    if (identity == Identity::Moves)
      m_fusionOf[member->id()] = fusionId;
    else
      m_fusionOf.try_emplace(member->id(), fusionId);
    for (Instruction* user : member->users())
      if (group.has(user)) logMove(*member, *user, *copy);
  }

  Identity identityIn(const FusionGroup& group, Instruction* instruction) {
    auto owner = m_owner.find(instruction);
    bool moves = owner != m_owner.end() && owner->second == &group;
    if (moves) m_moved.insert(instruction);
    return moves ? Identity::Moves : Identity::Copied;
  }

  void logMove(const Instruction& member, const Instruction& user, const Instruction& copy) {
    m_context.rewrites.push_back(
        {"fusion", Assumption::Exact, {member.id()}, {copy.id()}, member.name() + " → " + user.name(), 0});
  }

  void finishBody(Computation& body, const FusionGroup& group,
                  const std::unordered_map<const Instruction*, Instruction*>& placed) {
    if (group.results().size() == 1) return body.setRoot(placed.at(group.results().front()));
    std::vector<Instruction*> results;
    std::vector<Shape> shapes;
    for (Instruction* result : group.results()) {
      results.push_back(placed.at(result));
      shapes.push_back(result->shape());
    }
    body.setRoot(body.add({Opcode::Tuple, Shape::tuple(std::move(shapes)), std::move(results), {}, {}, {}, 0}));
  }

  void replaceResults(const FusionGroup& group, Instruction* fusion) {
    for (size_t i = 0; i < group.results().size(); ++i) {
      Instruction* result = group.results()[i];
      Instruction* stands = fusion;
      if (group.results().size() > 1) {
        stands = m_computation.add({Opcode::GetTupleElement,
                                    result->shape(),
                                    {fusion},
                                    TupleIndexAttributes{static_cast<int64_t>(i)},
                                    {},
                                    {},
                                    0});
        stands->setSource(result->source());
      }
      m_replaced.emplace_back(result, stands);
    }
  }

  // Members whose every copy is inside, and constants that moved.
  void removeMoved() {
    std::vector<Instruction*> gone(m_moved.begin(), m_moved.end());
    m_computation.removeAll(gone);
  }

  Computation& m_computation;
  Module& m_module;
  FusionPlan& m_plan;
  PassContext& m_context;
  std::unordered_map<const Instruction*, size_t> m_place;
  std::unordered_map<const Instruction*, FusionGroup*> m_owner;
  std::unordered_set<Instruction*> m_moved;
  std::vector<Instruction*> m_parameters;
  std::vector<std::pair<Instruction*, Instruction*>> m_replaced;
  std::unordered_map<InstructionId, InstructionId> m_fusionOf;
};

void keepDecisions(FusionPlan& plan, const FusionWriter& writer, std::vector<FusionDecision>& kept) {
  std::unordered_map<int64_t, int64_t> number;
  size_t first = kept.size();
  for (FusionDecision& decision : plan.decisions()) {
    number[decision.id] = static_cast<int64_t>(kept.size()) + 1;
    decision.id = static_cast<int64_t>(kept.size()) + 1;
    if (decision.fused) decision.fusion = writer.fusionOf(decision.consumer);
    kept.push_back(std::move(decision));
  }
  for (size_t i = first; i < kept.size(); ++i)
    if (kept[i].dependsOn != 0) kept[i].dependsOn = number.at(kept[i].dependsOn);
}

}  // namespace

bool runFusion(Module& module, PassContext& context) {
  bool changed = false;
  for (Computation* computation : runningComputations(module)) {
    FusionPlan plan(*computation, context);
    plan.decide();
    FusionWriter writer(*computation, plan, context);
    changed |= writer.write();
    keepDecisions(plan, writer, context.decisions);
  }
  if (changed) module.sortComputations();
  auto fused = std::ranges::count_if(context.decisions, &FusionDecision::fused);
  context.note = {"pass.edges_fused", {std::to_string(fused), std::to_string(context.decisions.size())}};
  return changed;
}

}  // namespace onepot
