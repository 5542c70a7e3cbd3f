#include "engine/passes/copy_instruction.h"

namespace onepot {

Instruction* copyInstruction(Computation& into, Instruction* position, const Instruction& from,
                             std::vector<Instruction*> operands, Identity identity) {
  bool moves = identity == Identity::Moves;
  NewInstruction to{from.opcode(), from.shape(), std::move(operands),  from.attributes(),
                    from.called(), from.name(),  moves ? from.id() : 0};
  Instruction* made = position == nullptr ? into.add(std::move(to)) : into.addBefore(position, std::move(to));
  if (moves) made->setName(from.name());
  made->setExtra(from.extra());
  made->setMetadata(from.metadata());
  made->setSource(from.source());
  made->setWeakType(from.weakType());
  made->addOrigins(from.origins());
  InstructionId id = from.id();
  if (!moves) made->addOrigins({&id, 1});
  return made;
}

namespace {

/// "sin" of a function that is called as "jit(f)/jit(g)" is "jit(f)/jit(g)/sin"; bodies of loops say all of it already.
void nameUnder(std::string_view scope, Instruction& made) {
  if (scope.empty() || made.metadata().opName.empty() || made.metadata().opName.starts_with(scope)) return;
  Metadata metadata = made.metadata();
  metadata.opName.insert(0, std::string(scope) + "/");
  made.setMetadata(std::move(metadata));
}

}  // namespace

Instruction* inlineBody(Computation& into, Instruction* position, const Computation& body,
                        const std::vector<Instruction*>& arguments, Identity identity, std::string_view scope) {
  std::unordered_map<const Instruction*, Instruction*> placed;
  for (const auto& from : body.instructions()) {
    if (from->opcode() == Opcode::Parameter) {
      placed[from.get()] = arguments[static_cast<size_t>(from->get<ParameterAttributes>().number)];
      continue;
    }
    std::vector<Instruction*> operands;
    for (const Instruction* operand : from->operands()) operands.push_back(placed.at(operand));
    Instruction* made = copyInstruction(into, position, *from, std::move(operands), identity);
    nameUnder(scope, *made);
    for (const Instruction* before : from->controlPredecessors())
      if (placed.at(before)->opcode() != Opcode::Parameter) made->addControlPredecessor(placed.at(before));
    placed[from.get()] = made;
  }
  return placed.at(body.root());
}

}  // namespace onepot
