#include "engine/backend/kernel_emitter.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>

#include "engine/ops/op.h"

namespace onepot {

namespace {

constexpr int64_t kBlock = 4096;        // elements of a long dimension that one outer iteration takes
constexpr int64_t kParallelOuter = 64;  // outer iterations are merged until there are so many

std::vector<int64_t> viewStrides(const Shape& shape) {
  std::vector<int64_t> result = strides(shape);
  for (int d = 0; d < shape.rank(); ++d)
    if (shape.dim(d) == 1) result[static_cast<size_t>(d)] = 0;
  return result;
}

}  // namespace

llvm::Function* KernelEmitter::makeFunction(llvm::Module& target, const std::string& name, bool withLines) {
  llvm::LLVMContext& context = target.getContext();
  llvm::Type* i64 = llvm::Type::getInt64Ty(context);
  auto* type =
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::PointerType::get(context, 0), i64, i64}, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, target);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr("prefer-vector-width", "256");
  function->getArg(0)->setName("buffers");
  function->getArg(1)->setName("begin");
  function->getArg(2)->setName("end");
  if (withLines) {
    llvm::DIBuilder debug(target);
    llvm::DIFile* file = debug.createFile("module.hlo", ".");
    debug.createCompileUnit(llvm::dwarf::DW_LANG_C, file, "onepot", true, "", 0, "",
                            llvm::DICompileUnit::LineTablesOnly);
    auto* signature = debug.createSubroutineType(debug.getOrCreateTypeArray({}));
    function->setSubprogram(debug.createFunction(file, name, name, file, 1, signature, 1, llvm::DINode::FlagZero,
                                                 llvm::DISubprogram::SPFlagDefinition));
    debug.finalize();
    target.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  }
  return function;
}

KernelEmitter::KernelEmitter(const KernelBody& body, llvm::Module& target, const std::string& name, bool withLines)
    : m_body(body),
      m_function(makeFunction(target, name, withLines)),
      m_builder(m_function),
      m_elements(m_builder, *body.module) {
  m_expensive =
      std::ranges::any_of(body.members, [](const Instruction* i) { return has(i->opcode(), kTranscendental); });
  m_elements.setInterleave(m_expensive ? 1 : 4);
  m_elements.setGroups(body.groups);
}

llvm::Value* KernelEmitter::pointer(size_t argument) {
  llvm::IRBuilderBase& ir = m_builder.at(0);
  llvm::Type* type = llvm::PointerType::get(m_builder.context(), 0);
  return ir.CreateLoad(type, ir.CreateConstInBoundsGEP1_64(type, m_function->getArg(0), argument));
}

ArrayView KernelEmitter::view(const ArrayValue& value, size_t argument, bool readOnly) {
  const Shape& shape = value.shape();
  return {{pointer(argument), shape.type(), shape.elementCount(), readOnly}, viewStrides(shape)};
}

/// Partial values: [chunks, results] in the accumulators' type.
ArrayView KernelEmitter::partialView(size_t k, int64_t results) {
  const size_t argument = m_body.inputs.size() + m_body.outputs.size() + k;
  return {{pointer(argument), m_body.partialTypes[k], m_body.chunks * results, false}, {results, 1}};
}

void KernelEmitter::bindInputs() {
  for (size_t i = 0; i < m_body.inputs.size(); ++i)
    m_elements.bind(m_body.inputs[i].instruction, m_body.inputs[i].output, view(m_body.inputs[i], i, !m_body.overlays));
}

std::vector<int64_t> KernelEmitter::outputDims() const { return m_body.outputs[0].shape().dims(); }

KernelRange KernelEmitter::emit() {
  bindInputs();
  if (m_body.strategy != KernelStrategy::PartialReduction)
    for (size_t k = 0; k < m_body.outputs.size(); ++k)
      m_outputs.push_back(view(m_body.outputs[k], m_body.inputs.size() + k, false));
  switch (m_body.strategy) {
    case KernelStrategy::Loop: return isFlat() ? emitFlat() : emitLoop();
    case KernelStrategy::RowReduction: return emitRowReduction();
    case KernelStrategy::ColumnReduction: return emitColumnReduction();
    case KernelStrategy::PartialReduction: return emitPartial();
    case KernelStrategy::CombineReduction: return emitCombine();
    case KernelStrategy::UpdateInPlace: return emitUpdate();
    case KernelStrategy::Scatter: return emitScatter();
  }
  return {};
}

/// Elementwise throughout, with all arrays alike (or scalar): dimensions do not matter then.
bool KernelEmitter::isFlat() const {
  const Shape& shape = m_body.outputs[0].shape();
  const auto alike = [&](const Shape& other) {
    return other.rank() == 0 || (other.sameDims(shape) && strides(other) == strides(shape));
  };
  for (const ArrayValue& value : m_body.inputs)
    if (!alike(value.shape())) return false;
  for (const ArrayValue& value : m_body.outputs)
    if (!alike(value.shape()) || value.shape().rank() != shape.rank()) return false;
  return std::ranges::all_of(m_body.members, [&](const Instruction* i) {
    const Opcode opcode = i->opcode();
    if (opcode == Opcode::Tuple) return true;
    if (opcode == Opcode::Constant) return i->shape().elementCount() == 1;
    if (opcode == Opcode::Broadcast) return i->operand(0)->shape().rank() == 0 && i->shape().sameDims(shape);
    if (opcode == Opcode::BitcastConvert && byteWidth(i->shape().type()) != byteWidth(i->operand(0)->shape().type()))
      return false;
    return has(opcode, kElementwise) && opcode != Opcode::Map && alike(i->shape());
  });
}

/// Two vectors' worth of the widest type in sight, so that one chain's latency hides behind the other's, but no more
/// than there are elements.
int KernelEmitter::lanesFor(int64_t size) const {
  int width = 1;
  for (const ArrayValue& value : m_body.inputs) width = std::max(width, byteWidth(value.shape().type()));
  for (const Instruction* member : m_body.members)
    if (member->shape().isArray()) width = std::max(width, byteWidth(member->shape().type()));
  const int64_t lanes =
      std::min<int64_t>(64 / width, static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(size))));
  if (!m_body.overlays) return static_cast<int>(lanes);
  // Where an output overlays an input, no element may be computed twice: only widths that divide the size.
  return static_cast<int>(std::min<int64_t>(lanes, int64_t{1} << std::countr_zero(static_cast<uint64_t>(size))));
}

/// The minor dimension where it fills a vector, else the longest one.
int KernelEmitter::laneDimension() const {
  const Shape& shape = m_body.outputs[0].shape();
  int best = shape.rank() - 1;
  const std::vector<int64_t> stride = strides(shape);
  for (int d = 0; d < shape.rank(); ++d)
    if (stride[static_cast<size_t>(d)] == 1 && shape.dim(d) > 1) best = d;
  if (shape.dim(best) >= 8) return best;
  for (int d = 0; d < shape.rank(); ++d)
    if (shape.dim(d) > shape.dim(best)) best = d;
  return best;
}

/// The dimension along which a transposed operand is contiguous: tiles over it and the lanes keep cache lines in use.
int KernelEmitter::tiledDimension(int lane) const {
  const Shape& shape = m_body.outputs[0].shape();
  for (const Instruction* instruction : m_body.members) {
    if (instruction->opcode() != Opcode::Transpose || !instruction->shape().sameDims(shape)) continue;
    const auto& permutation = instruction->get<DimensionsAttributes>().dimensions;
    const auto minor = std::ranges::find(permutation, shape.rank() - 1);
    const int tiled = static_cast<int>(minor - permutation.begin());
    if (tiled != lane && shape.dim(tiled) >= 16) return tiled;
  }
  return -1;
}

std::vector<Scalar> KernelEmitter::openOuter(const std::vector<LoopDimension>& dimensions) {
  Scalar begin = m_builder.wrap(m_function->getArg(1), ElementType::S64, 0);
  Scalar end = m_builder.wrap(m_function->getArg(2), ElementType::S64, 0);
  Scalar rest = m_builder.openLoop(begin, end);
  // As few merged dimensions as give work to every thread; the others are loops of their own.
  size_t merged = 0;
  int64_t product = 1;
  while (merged < dimensions.size() && product < kParallelOuter) product *= dimensions[merged++].count;
  std::vector<Scalar> coordinates(dimensions.size());
  for (size_t d = merged; d-- > 0;) {
    if (d == 0) {
      coordinates[d] = rest;
      break;
    }
    Scalar count = number(dimensions[d].count);
    Scalar quotient = m_builder.binary(BinaryOp::Divide, rest, count);
    coordinates[d] = m_builder.binary(BinaryOp::Subtract, rest, m_builder.binary(BinaryOp::Multiply, quotient, count));
    rest = quotient;
  }
  for (size_t d = merged; d < dimensions.size(); ++d)
    coordinates[d] = dimensions[d].count == 1 ? number(0) : m_builder.openLoop(number(0), number(dimensions[d].count));
  return coordinates;
}

int64_t KernelEmitter::outerCountOf(std::span<const int64_t> counts) {
  int64_t product = 1;
  for (size_t merged = 0; merged < counts.size() && product < kParallelOuter; ++merged) product *= counts[merged];
  return product;
}

void KernelEmitter::closeLoops(int downTo) {
  while (m_builder.level() > downTo) m_builder.closeLoop();
}

/// Lanes over [begin, end) of a dimension of `size` elements.
void KernelEmitter::laneLoop(Scalar begin, Scalar end, int64_t size, const std::function<void(Scalar)>& body) {
  const int lanes = lanesFor(size);
  m_width = std::max(m_width, lanes);
  Scalar last = number(size - lanes);
  const bool whole = size % lanes == 0;
  Scalar position = m_builder.openLaneLoop(begin, end, lanes, whole ? nullptr : &last);
  body(position);
  m_builder.closeLoop();
}

void KernelEmitter::storeOutputs(std::span<const Scalar> index) {
  std::vector<Scalar> values;
  for (const ArrayValue& output : m_body.outputs)
    values.push_back(m_elements.element(output.instruction, output.output, index));
  for (size_t k = 0; k < values.size(); ++k) m_elements.store(m_outputs[k], index, values[k]);
}

KernelRange KernelEmitter::emitFlat() {
  const int64_t count = m_body.outputs[0].shape().elementCount();
  m_elements.setFlat(true);
  const int64_t blocks = (count + kBlock - 1) / kBlock;
  std::vector<Scalar> outer = openOuter({{0, blocks, kBlock}});
  Scalar begin = times(outer[0], kBlock);
  Scalar end = minimum(plus(begin, number(kBlock)), number(count));
  laneLoop(begin, end, count, [&](Scalar position) { storeOutputs(std::array{position}); });
  closeLoops(0);
  return {blocks, m_width};
}

KernelRange KernelEmitter::emitEager(bool vectors) {
  bindInputs();
  for (size_t k = 0; k < m_body.outputs.size(); ++k)
    m_outputs.push_back(view(m_body.outputs[k], m_body.inputs.size() + k, false));
  m_elements.setFlat(true);
  Scalar begin = m_builder.wrap(m_function->getArg(1), ElementType::S64, 0);
  Scalar end = m_builder.wrap(m_function->getArg(2), ElementType::S64, 0);
  const int lanes = vectors ? lanesFor(int64_t{1} << 20) : 1;
  Scalar position = lanes == 1 ? m_builder.openLoop(begin, end) : m_builder.openLaneLoop(begin, end, lanes);
  storeOutputs(std::array{position});
  m_builder.closeLoop();
  return {1, lanes};
}

KernelRange KernelEmitter::emitLoop() {
  const Shape& shape = m_body.outputs[0].shape();
  if (shape.rank() == 0) {
    openOuter({});
    storeOutputs({});
    closeLoops(0);
    return {1, 1};
  }
  const int lane = laneDimension();
  if (const int tiled = tiledDimension(lane); canTile(lane, tiled)) return emitTiled(lane, tiled);
  const int64_t size = shape.dim(lane);
  std::vector<LoopDimension> outer;
  int64_t rows = 1;
  for (int d = 0; d < shape.rank(); ++d) {
    if (d == lane) continue;
    rows *= shape.dim(d);
    outer.push_back({d, shape.dim(d), 1});
  }
  const int64_t block = rows >= kParallelOuter || m_body.rowWise ? size : std::min(size, kBlock);
  outer.push_back({lane, (size + block - 1) / block, block});
  std::vector<Scalar> coordinates = openOuter(outer);
  std::vector<Scalar> index(static_cast<size_t>(shape.rank()));
  for (size_t k = 0; k + 1 < outer.size(); ++k) index[static_cast<size_t>(outer[k].dimension)] = coordinates[k];
  Scalar begin = block == size ? number(0) : times(coordinates.back(), block);
  Scalar end = block == size ? number(size) : minimum(plus(begin, number(block)), number(size));
  laneLoop(begin, end, size, [&](Scalar position) {
    index[static_cast<size_t>(lane)] = position;
    storeOutputs(index);
  });
  closeLoops(0);
  std::vector<int64_t> counts;
  for (const LoopDimension& d : outer) counts.push_back(d.count);
  return {outerCountOf(counts), m_width};
}

/// One result at a time; the nested reduction takes the lanes.
KernelRange KernelEmitter::emitRowReduction() {
  std::vector<LoopDimension> outer;
  std::vector<int64_t> counts = outputDims();
  for (size_t d = 0; d < counts.size(); ++d) outer.push_back({static_cast<int>(d), counts[d], 1});
  std::vector<Scalar> index = openOuter(outer);
  storeOutputs(index);
  closeLoops(0);
  return {outerCountOf(counts), 8};
}

}  // namespace onepot
