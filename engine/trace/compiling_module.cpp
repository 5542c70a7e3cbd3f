// The module that a jitted function is compiled from: small consts inside, large ones as parameters.
#include <ranges>
#include <unordered_map>

#include "engine/trace/api.h"

namespace onepot {

namespace {
/// Consts of up to this many bytes go into the module, where folding can see them.
constexpr int64_t kSmallConst = 1024;

/// What the operations of a body are named under, seen from the operation that runs it.
std::string bodyScope(const Instruction& caller, size_t role) {
  const std::string& name = caller.metadata().opName;
  switch (caller.opcode()) {
    case Opcode::Scan: return name + "/body/closed_call/";
    case Opcode::WhileLoop: return name + (role == 0 ? "/cond/" : "/body/");
    case Opcode::Cond: return name + "/branch_" + std::to_string(role) + "_fun/";
    default: return {};  // a function that is called: its operations are named from there, until it is inlined
  }
}

/// Callers stand after their callees, so that going backwards names a caller's operations before its bodies'.
void nameFromTheFunctionOn(Module& module, const std::string& function) {
  std::unordered_map<ComputationId, std::string> scopes{{module.entry()->id(), "jit(" + function + ")/"}};
  for (const auto& computation : module.computations() | std::views::reverse) {
    const std::string scope = scopes[computation->id()];
    for (const auto& instruction : computation->instructions()) {
      bool named = instruction->opcode() != Opcode::Parameter && !instruction->metadata().opName.empty();
      if (named && !scope.empty()) {
        Metadata metadata = instruction->metadata();
        metadata.opName.insert(0, scope);
        instruction->setMetadata(std::move(metadata));
      }
      for (size_t role = 0; role < instruction->called().size(); ++role)
        scopes.try_emplace(instruction->called()[role], bodyScope(*instruction, role));
    }
  }
}

void unwrapSingleResult(Computation& entry) {
  Instruction* root = entry.root();
  if (root->opcode() != Opcode::Tuple || root->operandCount() != 1) return;
  entry.setRoot(root->operand(0));
  entry.remove(root);
}
}  // namespace

std::unique_ptr<Module> moduleForCompiling(const TracedFunction& function, std::vector<size_t>* kept) {
  std::unique_ptr<Module> module = function.module->clone();
  Computation* entry = module->entry();
  std::vector<Instruction*> parameters = entry->parameters();
  std::vector<Instruction*> inlined;
  int64_t number = 0;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Array* array = i < function.consts.size() ? concreteArray(function.consts[i]) : nullptr;
    bool inside = array != nullptr && array->shape.type() != ElementType::Key && byteSize(array->shape) <= kSmallConst;
    if (inside) {
      NewInstruction constant{
          Opcode::Constant, array->shape.withoutLayout(), {}, ConstantAttributes{array->literal(), false}, {}, {}};
      entry->replaceAllUsesWith(parameters[i], entry->addReplacementFor(parameters[i], std::move(constant)));
      inlined.push_back(parameters[i]);
      continue;
    }
    parameters[i]->setAttributes(ParameterAttributes{number++});
    if (i < function.consts.size() && kept != nullptr) kept->push_back(i);
  }
  entry->removeAll(inlined);
  entry->setName(module->uniqueComputationName("main"));
  unwrapSingleResult(*entry);
  nameFromTheFunctionOn(*module, function.name);
  return module;
}

}  // namespace onepot
