// The module that a jitted function is compiled from: small consts inside, large ones as parameters.
#include "engine/trace/api.h"

namespace onepot {

namespace {
/// Consts of up to this many bytes go into the module, where folding can see them.
constexpr int64_t kSmallConst = 1024;
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
  return module;
}

}  // namespace onepot
