// Derivatives and batches of custom calls: library functions by their table, host functions by what they say.
#include "engine/ir/host_function.h"
#include "engine/ops/batch_rules.h"
#include "engine/ops/jvp_rules.h"
#include "engine/ops/library_calls.h"
#include "engine/ops/rule_arithmetic.h"
#include "engine/ops/transpose_rules.h"

namespace onepot {

namespace {

Shape withBatch(const Shape& shape, int64_t size) {
  if (shape.isTuple()) {
    std::vector<Shape> elements;
    for (const Shape& element : shape.elements()) elements.push_back(withBatch(element, size));
    return Shape::tuple(std::move(elements));
  }
  std::vector<int64_t> dims = shape.dims();
  dims.insert(dims.begin(), size);
  return Shape(shape.type(), std::move(dims));
}

[[noreturn]] void refuseDerivative(TransformContext& c) {
  const std::string& target = c.get<CustomCallAttributes>().target;
  c.refuse({"trace.host_function_derivative", {target.substr(0, target.find(':'))}});
  throw InternalError("a refusal returned");
}

}  // namespace

void jvpCustomCall(TransformContext& c) {
  const auto& [target, function] = c.get<CustomCallAttributes>();
  const LibraryCall* library = function == nullptr ? libraryCall(target) : nullptr;
  const int linear = library != nullptr ? library->linearOperand : -1;
  const bool observed = function != nullptr && function->onlyObserves();
  for (size_t i = 0; i < c.tangents.size(); ++i)
    if (c.tangents[i] != nullptr && static_cast<int>(i) != linear && !observed) refuseDerivative(c);
  c.results = c.bindAll(c.opcode, c.operands, c.attributes, c.written);
  if (linear < 0 || c.tangents[static_cast<size_t>(linear)] == nullptr) return;
  std::vector<Value> operands = c.operands;
  operands[static_cast<size_t>(linear)] = c.tangents[static_cast<size_t>(linear)];
  c.resultTangents = c.bindAll(c.opcode, std::move(operands), c.attributes, c.written);
}

void transposeCustomCall(TransformContext& c) {
  const auto& [target, function] = c.get<CustomCallAttributes>();
  const LibraryCall* library = function == nullptr ? libraryCall(target) : nullptr;
  if (library == nullptr || library->transposed == nullptr) refuseDerivative(c);
  const auto linear = static_cast<size_t>(library->linearOperand);
  std::vector<Value> operands = c.operands;
  operands[linear] = c.cotangent;
  c.operandCotangents.assign(operands.size(), nullptr);
  c.operandCotangents[linear] =
      c.bind(c.opcode, std::move(operands), CustomCallAttributes{library->transposed(target)}, c.operandShapes[linear]);
}

namespace {

/// all_gather over another axis than the one that is batched: [axis, batch, …]; and back from there.
void batchOtherAxis(TransformContext& c, bool gathers) {
  Shape written = *c.written;
  std::vector<Value> operands = c.operands;
  std::vector<int64_t> dims = written.dims();
  dims.insert(dims.begin() + (gathers ? 1 : 0), c.batchSize);
  operands[0] = movedDimension(c, batchInFront(c, 0), 0, gathers ? 0 : 1);
  c.results = {c.bind(c.opcode, std::move(operands), c.attributes, Shape(written.type(), std::move(dims)))};
  c.resultBatchDims = {gathers ? 1 : 0};
}

}  // namespace

void batchCustomCall(TransformContext& c) {
  const auto& [target, function] = c.get<CustomCallAttributes>();
  const bool atOnce =
      function != nullptr ? function->batching() == HostBatching::AllAtOnce : libraryCall(target) != nullptr;
  if (!atOnce) return c.loopOverBatch();
  if (target.starts_with("axis_")) return batchOtherAxis(c, target.starts_with("axis_gather"));
  std::vector<Value> operands;
  for (size_t i = 0; i < c.operands.size(); ++i) operands.push_back(batchInFront(c, i));
  c.results = c.bindAll(c.opcode, std::move(operands), c.attributes, withBatch(*c.written, c.batchSize));
  c.resultBatchDims.assign(c.results.size(), 0);
}

}  // namespace onepot
