#include "engine/backend/loop_source.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>
#include <unordered_set>

#include "engine/analysis/dataflow.h"
#include "engine/analysis/running_computations.h"
#include "engine/backend/element_emitter.h"
#include "engine/backend/kernel_emitter.h"
#include "engine/backend/kernel_planner.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ops/op_cost.h"

namespace onepot {

namespace {

constexpr int64_t kMostWork = 4096;         // element operations an iteration
constexpr int64_t kMostInstructions = 400;  // all loops inside counted

/// The loop's computations, and those of loops inside it.
std::vector<const Computation*> computationsOf(const Instruction& loop, const Module& module) {
  std::vector<const Computation*> found;
  std::vector<const Instruction*> queue{&loop};
  for (size_t i = 0; i < queue.size(); ++i)
    for (ComputationId id : queue[i]->called()) {
      found.push_back(module.computation(id));
      for (const auto& instruction : found.back()->instructions())
        if (instruction->opcode() == Opcode::While) queue.push_back(instruction.get());
    }
  return found;
}

const Instruction* updateAtRoot(const Instruction& instruction, const Module& module) {
  const Instruction* root = &instruction;
  if (instruction.opcode() == Opcode::Fusion) root = module.computation(instruction.called()[0])->root();
  return root->opcode() == Opcode::DynamicUpdateSlice ? root : nullptr;
}

int64_t workOf(const Instruction& instruction, const Module& module, bool inPlace) {
  const Instruction* update = updateAtRoot(instruction, module);
  if (update && inPlace) return update->operand(1)->shape().elementCount();
  const OpCost cost = costOf(instruction, module);
  return std::max(instruction.shape().elementCount(), cost.flops + 10 * cost.transcendentals);
}

}  // namespace

std::unique_ptr<LoopSource> LoopSource::of(const Instruction& loop, const Module& module, const Buffers& buffers,
                                           int cancelBuffer) {
  auto source = std::unique_ptr<LoopSource>(new LoopSource(loop, module, buffers));
  std::unordered_map<int, bool> single;
  const auto note = [&](const Instruction& instruction) {
    auto found = buffers.find(instruction.id());
    if (found == buffers.end()) return;
    auto arrays = arraysOf(instruction.shape());
    for (size_t k = 0; k < found->second.size(); ++k) {
      const Shape& shape = *arrays[k].second;
      const int buffer = found->second[k];
      const bool scalar = shape.isArray() && shape.rank() == 0 && !instruction.isConstant();
      auto [place, inserted] = single.try_emplace(buffer, scalar);
      place->second = place->second && scalar;
      auto [known, fresh] = source->m_scalars.try_emplace(buffer, shape);
      if (!fresh && known->second.type() != shape.type()) place->second = false;
      if (inserted) source->m_arguments.push_back(buffer);
    }
  };
  note(loop);
  int64_t work = 0, count = 0;
  for (const Computation* computation : computationsOf(loop, module))
    for (const auto& instruction : computation->instructions()) {
      note(*instruction);
      const Opcode opcode = instruction->opcode();
      if (++count > kMostInstructions) return nullptr;
      if (opcode == Opcode::While || opcode == Opcode::Constant || opcode == Opcode::Parameter ||
          namesItsOperands(opcode))
        continue;
      if (opcode == Opcode::Scatter || runsItsCallees(opcode) || !isKernel(*instruction) ||
          !canEmit(*instruction, module))
        return nullptr;
      const bool inPlace = instruction->shape().isArray() && instruction->operandCount() > 0 &&
                           buffers.at(instruction->id())[0] == buffers.at(instruction->operand(0)->id())[0];
      work += workOf(*instruction, module, inPlace);
      if (work > kMostWork) return nullptr;
    }
  std::erase_if(source->m_scalars, [&](const auto& entry) { return !single.at(entry.first); });
  source->m_arguments.push_back(cancelBuffer);
  return source;
}

std::string LoopSource::key() const {
  std::string text = "loop " + print(m_loop, m_module);
  for (const Computation* computation : computationsOf(m_loop, m_module)) {
    text += print(*computation, PrintOptions::roundTrip());
    for (const auto& instruction : computation->instructions()) {
      for (ComputationId id : instruction->called())
        text += print(*m_module.computation(id), PrintOptions::roundTrip());
      // Which values share a buffer decides what the code loads and stores.
      auto found = m_buffers.find(instruction->id());
      if (found == m_buffers.end()) continue;
      for (int buffer : found->second)
        text += ' ' + std::to_string(std::ranges::find(m_arguments, buffer) - m_arguments.begin());
    }
  }
  return text;
}

/// Emits computations one instruction after another into one function.
class LoopEmitter {
 public:
  LoopEmitter(const LoopSource& source, llvm::Function* function) : m_source(source), m_builder(function) {}

  void emit() {
    placeBuffers();
    const std::vector<int>& carried = m_source.m_buffers.at(m_source.m_loop.id());
    for (int buffer : carried) transfer(buffer, true);
    emitWhile(m_source.m_loop);
    for (int buffer : carried) transfer(buffer, false);
  }

 private:
  void placeBuffers() {
    llvm::IRBuilderBase& ir = m_builder.at(0);
    llvm::Type* pointer = llvm::PointerType::get(m_builder.context(), 0);
    for (size_t k = 0; k < m_source.m_arguments.size(); ++k) {
      m_memory[m_source.m_arguments[k]] =
          ir.CreateLoad(pointer, ir.CreateConstInBoundsGEP1_64(pointer, m_builder.function()->getArg(0), k));
    }
    for (const auto& [buffer, shape] : m_source.m_scalars)
      m_registers[buffer] = ir.CreateAlloca(memoryType(m_builder.context(), shape.type()));
  }

  /// A carried scalar between memory and its register.
  void transfer(int buffer, bool in) {
    auto found = m_registers.find(buffer);
    if (found == m_registers.end()) return;
    llvm::IRBuilderBase& ir = m_builder.at(0);
    llvm::Type* type = memoryType(m_builder.context(), m_source.m_scalars.at(buffer).type());
    if (in)
      ir.CreateStore(ir.CreateLoad(type, m_memory.at(buffer)), found->second);
    else
      ir.CreateStore(ir.CreateLoad(type, found->second), m_memory.at(buffer));
  }

  ArrayView view(const Instruction& instruction, size_t array, const Shape& shape) {
    const int buffer = m_source.m_buffers.at(instruction.id())[array];
    auto found = m_registers.find(buffer);
    ArrayView result;
    result.access = {found != m_registers.end() ? found->second : m_memory.at(buffer), shape.type(),
                     shape.elementCount(), instruction.isConstant()};
    result.strides = strides(shape);
    for (int d = 0; d < shape.rank(); ++d)
      if (shape.dim(d) == 1) result.strides[static_cast<size_t>(d)] = 0;
    return result;
  }

  // Loops inside loops nest as deep as the program's text does: recursion is bounded by it.
  void emitWhile(const Instruction& loop) {
    const Computation& condition = *m_source.m_module.computation(loop.called()[0]);
    m_builder.openWhile();
    emitComputation(condition);
    Scalar wanted = m_builder.load(view(*condition.root(), 0, condition.root()->shape()).access, number(0));
    llvm::IRBuilderBase& ir = m_builder.here();
    llvm::LoadInst* cancelled =
        ir.CreateLoad(ir.getInt8Ty(), m_memory.at(m_source.m_arguments.back()), true, "cancelled");
    Scalar goesOn = m_builder.wrap(ir.CreateICmpEQ(cancelled, ir.getInt8(0)), ElementType::Pred, m_builder.level());
    m_builder.enterBody(m_builder.binary(BinaryOp::And, wanted, goesOn));
    emitComputation(*m_source.m_module.computation(loop.called()[1]));
    m_builder.closeLoop();
  }

  Scalar number(int64_t value) { return m_builder.constantBits(ElementType::S64, static_cast<uint64_t>(value)); }

  void emitComputation(const Computation& computation) {
    for (const auto& instruction : computation.instructions()) {
      if (instruction->opcode() == Opcode::While)
        emitWhile(*instruction);
      else if (isKernel(*instruction) && !namesItsOperands(instruction->opcode()))
        emitInstruction(*instruction);
    }
  }

  void emitInstruction(const Instruction& instruction) {
    if (instruction.shape().elementCount() == 0) return;
    // Every instruction sees memory anew: what an earlier one loaded may have been written since.
    m_elements.push_back(std::make_unique<ElementEmitter>(m_builder, m_source.m_module));
    ElementEmitter& elements = *m_elements.back();
    elements.setInterleave(1);
    std::vector<ArrayValue> outputs;
    const Computation* fused =
        instruction.opcode() == Opcode::Fusion ? m_source.m_module.computation(instruction.called()[0]) : nullptr;
    for (int k = 0; k < instruction.operandCount(); ++k) {
      const Instruction* operand = instruction.operand(k);
      const Instruction* leaf = fused ? fused->parameters()[static_cast<size_t>(k)] : operand;
      if (!fused && operand->isConstant() && operand->shape().elementCount() == 1) continue;
      elements.bind(leaf, 0, view(*operand, 0, operand->shape()));
    }
    const Instruction* root = fused ? fused->root() : &instruction;
    if (root->opcode() == Opcode::Tuple) {
      for (const Instruction* element : root->operands()) outputs.push_back({element, 0});
    } else {
      const int count = root->shape().isTuple() ? static_cast<int>(root->shape().elements().size()) : 1;
      for (int k = 0; k < count; ++k) outputs.push_back({root, k});
    }
    const bool inPlace = root->opcode() == Opcode::DynamicUpdateSlice && liesOver(instruction, fused, *root);
    if (inPlace) return emitUpdate(instruction, *root, elements);
    emitElements(outputs[0].shape(), [&](std::span<const Scalar> index) {
      std::vector<Scalar> values;
      for (const ArrayValue& output : outputs)
        values.push_back(elements.element(output.instruction, output.output, index));
      for (size_t k = 0; k < values.size(); ++k)
        elements.store(view(instruction, k, outputs[k].shape()), index, values[k]);
    });
  }

  bool liesOver(const Instruction& instruction, const Computation* fused, const Instruction& root) const {
    const Instruction* updated = root.operand(0);
    if (fused) {
      if (updated->opcode() != Opcode::Parameter) return false;
      updated = instruction.operand(static_cast<int>(updated->get<ParameterAttributes>().number));
    }
    return m_source.m_buffers.at(updated->id())[0] == m_source.m_buffers.at(instruction.id())[0];
  }

  void emitUpdate(const Instruction& instruction, const Instruction& root, ElementEmitter& elements) {
    const Shape &whole = root.shape(), &part = root.operand(1)->shape();
    std::vector<Scalar> starts;
    for (int d = 0; d < whole.rank(); ++d) {
      Scalar start = m_builder.convert(elements.element(root.operand(d + 2), 0, {}), ElementType::S64);
      start = m_builder.binary(BinaryOp::Maximum, start, number(0));
      starts.push_back(m_builder.binary(BinaryOp::Minimum, start, number(whole.dim(d) - part.dim(d))));
    }
    emitElements(part, [&](std::span<const Scalar> index) {
      std::vector<Scalar> target;
      for (size_t d = 0; d < index.size(); ++d) target.push_back(m_builder.binary(BinaryOp::Add, starts[d], index[d]));
      elements.store(view(instruction, 0, whole), target, elements.element(root.operand(1), 0, index));
    });
  }

  /// Loops over the elements of `shape`, lanes along the minor dimension where they divide it.
  void emitElements(const Shape& shape, const std::function<void(std::span<const Scalar>)>& body) {
    std::vector<Scalar> index;
    const int outside = m_builder.level();
    for (int d = 0; d < shape.rank(); ++d) {
      const int64_t size = shape.dim(d);
      const int lanes =
          d + 1 < shape.rank()
              ? 1
              : static_cast<int>(std::min<int64_t>(8, int64_t{1} << std::countr_zero(static_cast<uint64_t>(size))));
      if (size == 1)
        index.push_back(number(0));
      else if (lanes > 1)
        index.push_back(m_builder.openLaneLoop(number(0), number(size), lanes));
      else
        index.push_back(m_builder.openLoop(number(0), number(size)));
    }
    body(index);
    while (m_builder.level() > outside) m_builder.closeLoop();
  }

  const LoopSource& m_source;
  LaneBuilder m_builder;
  std::unordered_map<int, llvm::Value*> m_memory, m_registers;
  std::vector<std::unique_ptr<ElementEmitter>> m_elements;  // the builder's callbacks know them until the end
};

KernelRange LoopSource::emit(llvm::Module& target, const std::string& name, bool withLines) const {
  LoopEmitter(*this, KernelEmitter::makeFunction(target, name, withLines)).emit();
  return {1, 1};
}

}  // namespace onepot
