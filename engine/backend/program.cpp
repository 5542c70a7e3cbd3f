#include "engine/backend/program.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/backend/launch.h"
#include "engine/ir/literal.h"
#include "engine/ops/interpreter.h"

namespace onepot {

namespace {

/// Arrays as literals of a shape, without copying: the bytes live longer than the literal.
Literal viewOf(const Shape& shape, std::span<const int> buffers, size_t& next, const Frame& frame) {
  if (shape.isTuple()) {
    std::vector<Literal> elements;
    for (const Shape& element : shape.elements()) elements.push_back(viewOf(element, buffers, next, frame));
    return Literal::tuple(std::move(elements));
  }
  std::byte* bytes = frame.bases[static_cast<size_t>(buffers[next++])];
  return Literal(shape.withoutLayout(), std::shared_ptr<std::byte>(std::shared_ptr<void>(), bytes));
}

void writeBack(const Literal& value, std::span<const int> buffers, size_t& next, Frame& frame) {
  if (value.shape().isTuple()) {
    for (const Literal& element : value.elements()) writeBack(element, buffers, next, frame);
    return;
  }
  const auto bytes = value.bytes();
  std::byte* to = frame.bases[static_cast<size_t>(buffers[next++])];
  if (!bytes.empty() && to != bytes.data()) std::memmove(to, bytes.data(), bytes.size());
}

}  // namespace

bool runSteps(const Steps& steps, Frame& frame) {
  return std::ranges::all_of(steps, [&](const auto& step) { return step->run(frame); });
}

bool KernelStep::run(Frame& frame) const {
  std::array<void*, 32> few;
  std::vector<void*> many;
  void** arguments = few.data();
  if (buffers.size() > few.size()) {
    many.resize(buffers.size());
    arguments = many.data();
  }
  for (size_t i = 0; i < buffers.size(); ++i) arguments[i] = frame.bases[static_cast<size_t>(buffers[i])];
  return launch(frame, label,
                [&](PieceLog* log) { return runRange(function, arguments, count, split, *frame.cancel, log); });
}

bool CopyStep::run(Frame& frame) const {
  return launch(frame, label, [&](PieceLog* log) {
    const std::byte* source = frame.bases[static_cast<size_t>(from)] + offset;
    std::byte* target = frame.bases[static_cast<size_t>(to)];
    constexpr int64_t kPage = 1 << 16;
    Split split = splitFor((bytes + kPage - 1) / kPage, static_cast<double>(bytes) / 8e9);
    return forPieces((bytes + kPage - 1) / kPage, split, *frame.cancel,
                     [&](int64_t begin, int64_t end) {
                       const int64_t first = begin * kPage, last = std::min(end * kPage, bytes);
                       std::memmove(target + first, source + first, static_cast<size_t>(last - first));
                     },
                     log);
  });
}

bool DotStep::run(Frame& frame) const {
  const auto at = [&](int buffer) { return reinterpret_cast<float*>(frame.bases[static_cast<size_t>(buffer)]); };
  return launch(frame, label,
                [&](PieceLog* log) { return product.run(at(lhs), at(rhs), at(result), *frame.cancel, log); });
}

bool EvaluateStep::run(Frame& frame) const {
  return launch(frame, label, [&](PieceLog*) {
    std::vector<Literal> values;
    for (size_t k = 0; k < operands.size(); ++k) {
      size_t next = 0;
      values.push_back(viewOf(instruction->operand(static_cast<int>(k))->shape(), operands[k], next, frame));
    }
    Result<Literal> result = evaluateInstruction(*instruction, *module, std::move(values), *frame.cancel);
    if (!result) {
      if (!frame.cancel->cancelled()) frame.failure = std::move(result).error();
      return false;
    }
    size_t next = 0;
    writeBack(*result, results, next, frame);
    return true;
  });
}

bool WhileStep::run(Frame& frame) const {
  while (true) {
    if (frame.cancel->cancelled() || !runSteps(condition, frame)) return false;
    if (*frame.bases[static_cast<size_t>(predicate)] == std::byte{0}) return true;
    if (!runSteps(body, frame)) return false;
  }
}

bool ConditionalStep::run(Frame& frame) const {
  const std::byte* at = frame.bases[static_cast<size_t>(index)];
  int64_t branch = 0;
  if (byPredicate) {
    branch = *at == std::byte{0} ? 1 : 0;
  } else {
    int32_t wanted = 0;
    std::memcpy(&wanted, at, sizeof(wanted));
    const int64_t last = static_cast<int64_t>(branches.size()) - 1;
    branch = wanted < 0 || wanted > last ? last : wanted;  // out of range: the last
  }
  return runSteps(branches[static_cast<size_t>(branch)], frame);
}

}  // namespace onepot
