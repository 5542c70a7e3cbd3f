#include "engine/backend/element_emitter.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstring>

#include "engine/ops/element_rules.h"
#include "engine/ops/op.h"

namespace onepot {

size_t ElementEmitter::KeyHash::operator()(const Key& key) const {
  size_t hash = std::hash<const void*>{}(key.instruction) ^ static_cast<size_t>(key.output);
  for (uint32_t id : key.index) hash = hash * 1099511628211u + id;
  return hash;
}

ElementEmitter::ElementEmitter(LaneBuilder& builder, const Module& module)
    : m_builder(builder), m_home(builder.level()), m_module(module) {
  builder.onClose([this](int level) {
    for (size_t i = static_cast<size_t>(level); i < m_keysOfLevel.size(); ++i) {
      for (const Key& key : m_keysOfLevel[i]) m_values.erase(key);
      m_keysOfLevel[i].clear();
    }
  });
}

void ElementEmitter::bind(const Instruction* instruction, int output, ArrayView view) {
  m_views[Key{instruction, output, {}, 0}] = std::move(view);
}

Scalar ElementEmitter::number(int64_t value) {
  return m_builder.constantBits(ElementType::S64, static_cast<uint64_t>(value));
}

namespace {

std::vector<uint32_t> idsOf(std::span<const Scalar> index) {
  std::vector<uint32_t> ids;
  ids.reserve(index.size());
  for (Scalar s : index) ids.push_back(s.id);
  return ids;
}

}  // namespace

const Scalar* ElementEmitter::cached(const Request& request) const {
  Key key{request.instruction, request.output, idsOf(request.index), 0};
  auto found = m_values.find(key);
  if (found == m_values.end() && request.guard.id != 0) {
    key.guard = request.guard.id;
    found = m_values.find(key);
  }
  return found == m_values.end() ? nullptr : &found->second;
}

void ElementEmitter::cache(const Request& request, Scalar value) {
  int level = std::max(m_builder.levelOf(value), levelOf(request.index));
  if (request.guard.id != 0) level = std::max(level, m_builder.levelOf(request.guard));
  if (m_keysOfLevel.size() <= static_cast<size_t>(level)) m_keysOfLevel.resize(static_cast<size_t>(level) + 1);
  Key key{request.instruction, request.output, idsOf(request.index), request.guard.id};
  m_keysOfLevel[static_cast<size_t>(level)].push_back(key);
  m_values.insert_or_assign(std::move(key), value);
}

void ElementEmitter::provide(const Instruction* instruction, int output, std::span<const Scalar> index, Scalar value) {
  cache({instruction, output, {index.begin(), index.end()}, {}}, value);
}

int ElementEmitter::levelOf(std::span<const Scalar> index) const {
  int level = m_home;
  for (Scalar s : index) level = std::max(level, m_builder.levelOf(s));
  return level;
}

bool ElementEmitter::isLeaf(const Instruction* instruction, int output) const {
  return instruction->isConstant() || m_views.contains(Key{instruction, output, {}, 0});
}

Scalar ElementEmitter::position(const ArrayView& view, std::span<const Scalar> index) {
  if (m_flat) return index.empty() ? number(0) : index[0];
  Scalar sum = number(0);
  bool first = true;
  for (size_t d = 0; d < index.size(); ++d) {
    if (view.strides[d] == 0) continue;
    Scalar part =
        view.strides[d] == 1 ? index[d] : m_builder.binary(BinaryOp::Multiply, index[d], number(view.strides[d]));
    sum = first ? part : m_builder.binary(BinaryOp::Add, sum, part);
    first = false;
  }
  return sum;
}

void ElementEmitter::store(const ArrayView& view, std::span<const Scalar> index, Scalar value) {
  m_builder.store(view.access, position(view, index), value);
}

namespace {

/// Strides with 0 for dimensions of one element, whose coordinate is always 0.
std::vector<int64_t> usefulStrides(const Shape& shape) {
  std::vector<int64_t> result = strides(shape);
  for (int d = 0; d < shape.rank(); ++d)
    if (shape.dim(d) == 1) result[static_cast<size_t>(d)] = 0;
  return result;
}

uint64_t bitsOfScalar(const Literal& literal) {
  uint64_t bits = 0;
  std::memcpy(&bits, literal.bytes().data(), literal.bytes().size());
  return bits;
}

}  // namespace

/// Array constants inside a fusion become read-only data of the module.
const ArrayView& ElementEmitter::viewOf(const Instruction* instruction, int output) {
  auto [found, inserted] = m_views.try_emplace(Key{instruction, output, {}, 0});
  if (!inserted) return found->second;
  const Literal& literal = instruction->literal();
  llvm::LLVMContext& context = m_builder.context();
  llvm::StringRef bytes(reinterpret_cast<const char*>(literal.bytes().data()), literal.bytes().size());
  auto* data = llvm::ConstantDataArray::getString(context, bytes, false);
  auto* global = new llvm::GlobalVariable(*m_builder.function()->getParent(), data->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, data, "constant");
  global->setAlignment(llvm::Align(64));
  Shape shape = literal.shape().withDefaultLayout();
  found->second = {{global, shape.type(), shape.elementCount(), true}, usefulStrides(shape)};
  return found->second;
}

Scalar ElementEmitter::loadLeaf(const Request& request) {
  const Instruction* instruction = request.instruction;
  if (instruction->isConstant() && instruction->shape().elementCount() == 1 &&
      !m_views.contains(Key{instruction, request.output, {}, 0}))
    return m_builder.constantBits(instruction->shape().type(), bitsOfScalar(instruction->literal()));
  const ArrayView& view = viewOf(instruction, request.output);
  Scalar at = position(view, request.index);
  return request.guard.id != 0 ? m_builder.loadWhere(view.access, at, request.guard) : m_builder.load(view.access, at);
}

bool ElementEmitter::contractable(const Instruction* instruction) const {
  const ElementType type = instruction->shape().type();
  return instruction->opcode() == Opcode::Multiply && (type == ElementType::F32 || type == ElementType::F64) &&
         instruction->users().size() == 1 && !isLeaf(instruction, 0) && !instruction->isRoot();
}

/// A rule's view. Elements that are not there yet are noted as missing and stand as zero for this attempt.
class ElementEmitter::Context final : public ElementContext {
 public:
  Context(ElementEmitter& emitter, const Request& request)
      : ElementContext(request.instruction, &emitter.m_builder, request.index),
        m_emitter(emitter),
        m_guard(request.guard) {}
  using ElementContext::operand;

  Scalar operand(int k, std::span<const Scalar> index) override {
    return value(instruction().operand(k), index, m_guard);
  }

  Scalar operandWhere(Scalar present, int k, std::span<const Scalar> index) override {
    Scalar guard = m_guard.id == 0 ? present : builder().binary(BinaryOp::And, m_guard, present);
    return value(instruction().operand(k), index, guard);
  }

  std::optional<std::pair<Scalar, Scalar>> contractedProduct(int k) override {
    const Instruction* product = instruction().operand(k);
    if (!m_emitter.contractable(product)) return std::nullopt;
    return std::pair{factor(product, 0), factor(product, 1)};
  }

  std::vector<Request> missing;

 private:
  Scalar factor(const Instruction* product, int k) {
    const Instruction* source = product->operand(k);
    return value(source, source->shape().rank() == 0 ? std::span<const Scalar>{} : index(), m_guard);
  }

  Scalar value(const Instruction* source, std::span<const Scalar> at, Scalar guard) {
    // An element of a tuple is an output of what made the tuple.
    int output = 0;
    while (source->opcode() == Opcode::GetTupleElement && !m_emitter.isLeaf(source, 0)) {
      output = static_cast<int>(source->get<TupleIndexAttributes>().index);
      source = source->operand(0);
      if (source->opcode() == Opcode::Tuple) {
        source = source->operand(output);
        output = 0;
      }
    }
    Request request{source, output, {at.begin(), at.end()}, guard};
    if (const Scalar* known = m_emitter.cached(request)) return *known;
    missing.push_back(std::move(request));
    const Shape& shape =
        source->shape().isTuple() ? source->shape().elements()[static_cast<size_t>(output)] : source->shape();
    return builder().constantBits(shape.type(), 0);
  }

  ElementEmitter& m_emitter;
  Scalar m_guard;
};

Scalar ElementEmitter::element(const Instruction* instruction, int output, std::span<const Scalar> index,
                               Scalar guard) {
  while (instruction->opcode() == Opcode::GetTupleElement && !isLeaf(instruction, 0)) {
    output = static_cast<int>(instruction->get<TupleIndexAttributes>().index);
    instruction = instruction->operand(0);
  }
  const Request wanted{instruction, output, {index.begin(), index.end()}, guard};
  std::vector<Request> stack{wanted};
  while (!stack.empty())
    if (answer(stack)) stack.pop_back();
  const Scalar* value = cached(wanted);
  ensure(value != nullptr, "ElementEmitter: an element that was computed is gone");
  return *value;
}

/// Elementwise operands first, so that a rule is run once and finds everything there.
void ElementEmitter::pushOperands(const Request& request, std::vector<Request>& stack) {
  const Instruction* instruction = request.instruction;
  const bool sum = instruction->opcode() == Opcode::Add || instruction->opcode() == Opcode::Subtract;
  const auto push = [&](const Instruction* source) {
    if (source->opcode() == Opcode::GetTupleElement) return;  // found when the rule runs
    Request operand{source, 0, source->shape().rank() == 0 ? std::vector<Scalar>{} : request.index, request.guard};
    if (!cached(operand)) stack.push_back(std::move(operand));
  };
  for (size_t k = instruction->operands().size(); k-- > 0;) {
    const Instruction* source = instruction->operands()[k];
    const bool first = k == 0 || !contractable(instruction->operands()[0]);
    if (sum && contractable(source) && first) {
      push(source->operand(1));
      push(source->operand(0));
    } else {
      push(source);
    }
  }
}

bool ElementEmitter::answer(std::vector<Request>& stack) {
  const Request request = stack.back();
  if (cached(request)) return true;
  if (isLeaf(request.instruction, request.output)) {
    m_builder.standFor(request.instruction->id());
    cache(request, loadLeaf(request));
    return true;
  }
  const Opcode opcode = request.instruction->opcode();
  if (opcode == Opcode::Reduce || opcode == Opcode::Dot || opcode == Opcode::ReduceWindow || opcode == Opcode::Map ||
      opcode == Opcode::Convolution) {
    m_builder.standFor(request.instruction->id());
    if (opcode == Opcode::Reduce) emitReduce(request);
    if (opcode == Opcode::Dot) emitDot(request);
    if (opcode == Opcode::ReduceWindow) emitReduceWindow(request);
    if (opcode == Opcode::Map) emitMap(request);
    if (opcode == Opcode::Convolution) emitConvolution(request);
    return true;
  }
  if (has(opcode, kElementwise)) {
    const size_t before = stack.size();
    pushOperands(request, stack);
    if (stack.size() != before) return false;
  }
  const ElementRule rule = op(opcode).element;
  if (!rule) throw InternalError("no element rule for " + std::string(name(opcode)));
  m_builder.standFor(request.instruction->id());
  Context context(*this, request);
  Scalar value = rule(context);
  if (context.missing.empty()) {
    cache(request, value);
    return true;
  }
  for (Request& missing : context.missing) stack.push_back(std::move(missing));
  return false;
}

namespace {

/// The context of a scalar computation (a combiner): every element is there already.
class ScalarContext final : public ElementContext {
 public:
  using Values = std::unordered_map<const Instruction*, Scalar>;
  ScalarContext(const Instruction* instruction, ScalarBuilder* builder, const Values& values)
      : ElementContext(instruction, builder, {}), m_values(values) {}
  using ElementContext::operand;
  Scalar operand(int k, std::span<const Scalar>) override { return m_values.at(instruction().operand(k)); }
  Scalar operandWhere(Scalar, int k, std::span<const Scalar>) override { return m_values.at(instruction().operand(k)); }
  std::optional<std::pair<Scalar, Scalar>> contractedProduct(int) override { return std::nullopt; }

 private:
  const Values& m_values;
};

}  // namespace

std::vector<Scalar> ElementEmitter::scalarComputation(const Computation& computation,
                                                      std::span<const Scalar> arguments) {
  ScalarContext::Values values;
  for (const auto& owned : computation.instructions()) {
    const Instruction* instruction = owned.get();
    switch (instruction->opcode()) {
      case Opcode::Parameter:
        values[instruction] = arguments[static_cast<size_t>(instruction->get<ParameterAttributes>().number)];
        break;
      case Opcode::Constant:
        values[instruction] = m_builder.constantBits(instruction->shape().type(), bitsOfScalar(instruction->literal()));
        break;
      case Opcode::Tuple: break;
      default: {
        const ElementRule rule = op(instruction->opcode()).element;
        if (!rule) throw InternalError("no element rule in a combiner for " + std::string(name(instruction->opcode())));
        ScalarContext context(instruction, &m_builder, values);
        values[instruction] = rule(context);
      }
    }
  }
  const Instruction* root = computation.root();
  if (root->opcode() != Opcode::Tuple) return {values.at(root)};
  std::vector<Scalar> results;
  for (const Instruction* element : root->operands()) results.push_back(values.at(element));
  return results;
}

void ElementEmitter::emitMap(const Request& request) {
  std::vector<Scalar> arguments;
  for (const Instruction* source : request.instruction->operands())
    arguments.push_back(element(source, 0, request.index, request.guard));
  cache(request, scalarComputation(*m_module.computation(request.instruction->called()[0]), arguments)[0]);
}

}  // namespace onepot
