#include "engine/backend/comparator_source.h"

#include "engine/backend/element_emitter.h"
#include "engine/backend/kernel_emitter.h"
#include "engine/ir/hlo_printer.h"

namespace onepot {

std::string ComparatorSource::key() const { return "comparator " + print(m_comparator, PrintOptions::roundTrip()); }

KernelRange ComparatorSource::emit(llvm::Module& target, const std::string& name, bool withLines) const {
  llvm::Function* function = KernelEmitter::makeFunction(target, name, withLines);
  LaneBuilder builder(function);
  ElementEmitter elements(builder, m_module);
  llvm::IRBuilderBase& ir = builder.at(0);
  llvm::Type* pointer = llvm::PointerType::get(builder.context(), 0);
  const auto argument = [&](size_t k, ElementType type) {
    llvm::Value* place = ir.CreateConstInBoundsGEP1_64(pointer, function->getArg(0), k);
    return LaneBuilder::Access{ir.CreateLoad(pointer, place), type, 1, false};
  };
  std::vector<Scalar> values;
  for (const Instruction* parameter : m_comparator.parameters())
    values.push_back(builder.load(argument(values.size(), parameter->shape().type()), elements.number(0)));
  const Scalar answer = elements.scalarComputation(m_comparator, values)[0];
  builder.store(argument(values.size(), ElementType::Pred), elements.number(0), answer);
  return {1, 1};
}

}  // namespace onepot
