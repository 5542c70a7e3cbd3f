#include "engine/backend/eager_kernels.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstring>

#include "engine/backend/kernel_emitter.h"
#include "engine/backend/kernel_planner.h"
#include "engine/ir/builder.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ops/op.h"

namespace onepot {

namespace {

/// One elementwise operation over any number of elements.
class EagerSource final : public KernelSource {
 public:
  EagerSource(const Instruction& instruction, const Module& module, std::string key, bool vectors)
      : m_key("eager " + std::move(key) + (vectors ? " vectors" : " elements")), m_vectors(vectors) {
    m_body.module = &module;
    for (const Instruction* operand : instruction.operands()) {
      const bool known =
          std::ranges::any_of(m_body.inputs, [&](const ArrayValue& v) { return v.instruction == operand; });
      if (!known) m_body.inputs.push_back({operand, 0});
    }
    m_body.members.push_back(&instruction);
    m_body.outputs.push_back({&instruction, 0});
  }
  std::string key() const override { return m_key; }
  KernelRange emit(llvm::Module& target, const std::string& name, bool withLines) const override {
    return KernelEmitter(m_body, target, name, withLines).emitEager(m_vectors);
  }

 private:
  std::string m_key;
  bool m_vectors;
  KernelBody m_body;
};

std::string keyOf(const Instruction& instruction, const Module& module) {
  std::string key(name(instruction.opcode()));
  key += ' ';
  key += name(instruction.shape().type());
  for (size_t k = 0; k < instruction.operands().size(); ++k) {
    const Instruction* operand = instruction.operands()[k];
    const auto first = std::ranges::find(instruction.operands(), operand) - instruction.operands().begin();
    key += ' ';
    key += name(operand->shape().type());
    // A scalar is read at one place: its kernel serves no array, not even where the result is a scalar too.
    if (operand->shape().rank() == 0) key += '.';
    if (static_cast<size_t>(first) != k) key += "=" + std::to_string(first);
  }
  if (!std::holds_alternative<std::monostate>(instruction.attributes()))
    key += ' ' + printAttributes(instruction, module, {.extra = false});
  return key;
}

}  // namespace

bool EagerKernels::takesElementwise(const Instruction& instruction) {
  if (!has(instruction.opcode(), kElementwise) || instruction.opcode() == Opcode::Map) return false;
  if (op(instruction.opcode()).element == nullptr || instruction.operandCount() == 0) return false;
  const Shape& shape = instruction.shape();
  if (!shape.isArray() || !isSupportedShape(shape)) return false;
  return std::ranges::all_of(instruction.operands(), [&](const Instruction* operand) {
    if (!isSupportedShape(operand->shape())) return false;
    if (instruction.opcode() == Opcode::BitcastConvert && byteWidth(operand->shape().type()) != byteWidth(shape.type()))
      return false;
    return operand->shape().rank() == 0 || operand->shape().sameDims(shape);
  });
}

Result<const EagerKernels::Pair*> EagerKernels::kernelsFor(const Instruction& instruction, const Module& module,
                                                           const std::string& key) {
  std::lock_guard lock(m_mutex);
  auto found = m_pairs.find(key);
  if (found != m_pairs.end()) return &found->second;
  EagerSource vectors(instruction, module, key, true), elements(instruction, module, key, false);
  const std::string label(name(instruction.opcode()));
  CodeTimes times;
  double emitMs = 0;
  const KernelRequest requests[] = {{&vectors, label}, {&elements, label + "_elements"}};
  auto kernels = m_cache.get(requests, false, false, times, emitMs);
  if (!kernels) return failureOf(std::move(kernels));
  Pair pair{(*kernels)[0], (*kernels)[1], (*kernels)[0]->range.vectorWidth};
  return &m_pairs.emplace(key, std::move(pair)).first->second;
}

bool EagerKernels::runPair(const Pair& pair, void** buffers, int64_t count, double secondsEach,
                           const CancellationToken& cancel, PieceLog* log) {
  const int64_t whole = count / pair.lanes * pair.lanes;
  if (whole > 0) {
    Split split = splitFor(whole / pair.lanes, static_cast<double>(count) * secondsEach);
    const bool done = forPieces(
        whole / pair.lanes, split, cancel,
        [&](int64_t begin, int64_t end) { pair.vectors->function(buffers, begin * pair.lanes, end * pair.lanes); },
        log);
    if (!done) return false;
  }
  if (whole < count) pair.elements->function(buffers, whole, count);
  return true;
}

Result<Array> EagerKernels::elementwise(const Instruction& instruction, const Module& module,
                                        std::span<const Literal> operands, const RunOptions& options) {
  const Shape shape = instruction.shape().withoutLayout();
  Literal result(shape, allocateBytes(byteSize(shape)));
  if (shape.elementCount() > 0) {
    auto pair = kernelsFor(instruction, module, keyOf(instruction, module));
    if (!pair) return failureOf(std::move(pair));
    std::vector<void*> buffers;
    for (size_t k = 0; k < operands.size(); ++k) {
      const auto first =
          std::ranges::find(instruction.operands(), instruction.operands()[k]) - instruction.operands().begin();
      if (static_cast<size_t>(first) == k) buffers.push_back(operands[k].storage().get());
    }
    buffers.push_back(result.storage().get());
    const double each = has(instruction.opcode(), kTranscendental) ? 1.2e-9 : 4e-10;
    if (!runPair(**pair, buffers.data(), shape.elementCount(), each, options.cancel, options.pieces))
      return fail(Message{"run.cancelled", {}});
  }
  return Array(&m_device, std::move(result));
}

bool EagerKernels::takesReduction(const Instruction& instruction, const Module& module) {
  if (instruction.opcode() != Opcode::Reduce || instruction.operandCount() != 2) return false;
  if (!combinerOf(*module.computation(instruction.called()[0])).isSimple()) return false;
  const ElementType type = instruction.shape().type();
  if (!isSupportedShape(instruction.shape())) return false;
  // Narrow floats would be rounded at every step.
  if (isFloat(type) && byteWidth(type) < 4) return false;
  // One run of neighbouring dimensions: [outer, reduced, inner].
  std::vector<int64_t> dims = instruction.get<DimensionsAttributes>().dimensions;
  std::ranges::sort(dims);
  for (size_t k = 1; k < dims.size(); ++k)
    if (dims[k] != dims[k - 1] + 1) return false;
  return !dims.empty() && instruction.operand(0)->shape().elementCount() > 0;
}

namespace {

struct Extents {
  int64_t outer = 1, reduced = 1, inner = 1;
};

Extents extentsOf(const Instruction& reduce) {
  std::vector<int64_t> dims = reduce.get<DimensionsAttributes>().dimensions;
  std::ranges::sort(dims);
  Extents extents;
  const Shape& in = reduce.operand(0)->shape();
  for (int d = 0; d < in.rank(); ++d) {
    if (d < dims.front())
      extents.outer *= in.dim(d);
    else if (d > dims.back())
      extents.inner *= in.dim(d);
    else
      extents.reduced *= in.dim(d);
  }
  return extents;
}

}  // namespace

/// Halves are added pairwise, which keeps float sums as exact as a tree does; each level runs over contiguous memory.
Result<Array> EagerKernels::reduction(const Instruction& instruction, const Module& module,
                                      std::span<const Literal> operands, const RunOptions& options) {
  // The combiner over arrays instead of scalars, its operands in the order that it takes them.
  const Instruction& scalarCombine = *module.computation(instruction.called()[0])->root();
  Module arrays("combine");
  Builder builder(arrays.addComputation("combine"));
  const Shape any(instruction.shape().type(), std::vector<int64_t>{2});
  Instruction* left = builder.parameter(0, any);
  const Instruction& combine = *builder.binary(scalarCombine.opcode(), left, builder.parameter(1, any));
  auto found = kernelsFor(combine, arrays, keyOf(combine, arrays));
  if (!found) return failureOf(std::move(found));
  const Pair& pair = **found;
  const Extents extents = extentsOf(instruction);
  const Shape shape = instruction.shape().withoutLayout();
  const int64_t width = byteWidth(shape.type());
  Literal result(shape, allocateBytes(byteSize(shape)));
  const int64_t half = (extents.reduced + 1) / 2;
  const auto apply = [&](const std::byte* a, const std::byte* b, std::byte* to, int64_t count) {
    void* buffers[] = {const_cast<std::byte*>(a), const_cast<std::byte*>(b), to};
    return runPair(pair, buffers, count, 0, options.cancel);
  };
  // Rows of the outer dimension are independent: they are what threads take.
  const double seconds = static_cast<double>(extents.outer * extents.reduced * extents.inner * width) / 1e10;
  const bool done = forPieces(
      extents.outer, splitFor(extents.outer, seconds), options.cancel,
      [&](int64_t begin, int64_t end) {
        std::shared_ptr<std::byte> scratch = allocateBytes(half * extents.inner * width);
        for (int64_t row = begin; row < end; ++row) {
          const std::byte* source = operands[0].storage().get() + row * extents.reduced * extents.inner * width;
          int64_t left = extents.reduced;
          while (left > 1) {
            const int64_t upper = (left + 1) / 2, pairs = left / 2;
            apply(source, source + upper * extents.inner * width, scratch.get(), pairs * extents.inner);
            if (pairs < upper && source != scratch.get())
              std::memcpy(scratch.get() + pairs * extents.inner * width, source + pairs * extents.inner * width,
                          static_cast<size_t>(extents.inner * width));
            source = scratch.get();
            left = upper;
          }
          std::byte* to = result.storage().get() + row * extents.inner * width;
          std::vector<std::byte> init(static_cast<size_t>(extents.inner * width));
          for (int64_t k = 0; k < extents.inner; ++k)
            std::memcpy(init.data() + k * width, operands[1].storage().get(), static_cast<size_t>(width));
          apply(init.data(), source, to, extents.inner);
        }
      },
      options.pieces);
  if (!done) return fail(Message{"run.cancelled", {}});
  return Array(&m_device, std::move(result));
}

}  // namespace onepot
