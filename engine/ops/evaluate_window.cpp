#include <algorithm>
#include <cstring>

#include "engine/ops/accumulate.h"
#include "engine/ops/element_mapper.h"
#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/strided_copy.h"

namespace onepot::eval {

namespace {

/// The elements that window position `offset` meets, one for each place of the window; -1 where it meets padding or a
/// gap.
std::vector<int64_t> met(const std::vector<WindowDimension>& window, const std::vector<int64_t>& dims,
                         const std::vector<int64_t>& places, const std::vector<int64_t>& offset) {
  std::vector<int64_t> strides = rowMajorStrides(dims), found{0};
  for (size_t d = 0; d < dims.size(); ++d) {
    const WindowDimension& w = window[d];
    std::vector<int64_t> grown;
    grown.reserve(found.size() * static_cast<size_t>(places[d]));
    for (int64_t before : found)
      for (int64_t place = 0; place < places[d]; ++place) {
        int64_t at = place * w.stride + offset[d] * w.windowDilation - w.padLow;
        bool inside = before >= 0 && at >= 0 && at % w.baseDilation == 0 && at / w.baseDilation < dims[d];
        grown.push_back(inside ? before + at / w.baseDilation * strides[d] : -1);
      }
    found = std::move(grown);
  }
  return found;
}

/// The elements at `positions`; `fill` where a position is negative.
Literal elementsAt(const Literal& from, const std::vector<int64_t>& positions, const Literal& fill) {
  Literal out(Shape(from.shape().type(), {static_cast<int64_t>(positions.size())}));
  auto width = static_cast<size_t>(byteWidth(from.shape().type()));
  std::byte* to = out.mutableBytes().data();
  for (size_t i = 0; i < positions.size(); ++i) {
    const std::byte* source =
        positions[i] < 0 ? fill.bytes().data() : from.bytes().data() + static_cast<size_t>(positions[i]) * width;
    std::memcpy(to + i * width, source, width);
  }
  return out;
}

/// body(offset) for each position in the window, row-major; stops when it returns false.
template <typename Body>
bool forEachOffset(const std::vector<WindowDimension>& window, Body body) {
  std::vector<int64_t> offset(window.size(), 0);
  while (body(offset)) {
    size_t d = window.size();
    while (d > 0 && ++offset[d - 1] == window[d - 1].size) offset[--d] = 0;
    if (d == 0) return true;
  }
  return false;
}

/// Applies called computation `role` to arrays: at once where it maps, else element by element.
Result<std::vector<Literal>> applied(EvaluationContext& context, size_t role, std::vector<Literal> arguments,
                                     int64_t count) {
  ElementMapper mapper(context.called(role), context.cancel());
  if (mapper.possible()) return mapper.map(std::move(arguments), count);
  std::vector<Literal> results;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<Literal> scalars;
    for (const Literal& argument : arguments)
      scalars.push_back(onepot::run(argument, i, Shape::scalar(argument.shape().type())));
    auto value = context.call(role, std::move(scalars));
    if (!value) return failureOf(std::move(value));
    std::vector<Literal> elements;
    if (value->shape().isTuple())
      elements = std::move(*value).takeElements();
    else
      elements.push_back(std::move(*value));
    for (size_t e = 0; e < elements.size(); ++e) {
      if (i == 0) results.emplace_back(Shape(elements[e].shape().type(), {count}));
      size_t width = elements[e].bytes().size();
      std::memcpy(results[e].mutableBytes().data() + static_cast<size_t>(i) * width, elements[e].bytes().data(), width);
    }
  }
  return results;
}

/// A window that takes in all elements up to each one (or from it on): the way in which cumsum and its like are
/// written.
struct RunningWindow {
  size_t along = 0;
  bool reverse = false;
};

std::optional<RunningWindow> runningWindow(const std::vector<WindowDimension>& window,
                                           const std::vector<int64_t>& dims) {
  std::optional<RunningWindow> found;
  for (size_t d = 0; d < window.size(); ++d) {
    const WindowDimension& w = window[d];
    if (w == WindowDimension{}) continue;
    bool plain = w.stride == 1 && w.baseDilation == 1 && w.windowDilation == 1 && w.size == dims[d] && w.size > 1;
    bool forwards = w.padLow == w.size - 1 && w.padHigh == 0, backwards = w.padLow == 0 && w.padHigh == w.size - 1;
    if (found || !plain || !(forwards || backwards)) return std::nullopt;
    found = {d, backwards};
  }
  return found;
}

/// In linear time, where going through each element's window would take quadratic time.
Literal runningResults(const EvaluationContext& context, Opcode opcode, const RunningWindow& window) {
  ElementType type = context.shape().type(), wide = accumulatingType(type);
  Opcode with = combinerFor(opcode, type);
  Literal value = converted(context.operand(0), wide), init = converted(context.operand(1), wide);
  std::vector<int64_t> dims = value.shape().dims();
  int64_t size = dims[window.along], stride = rowMajorStrides(dims)[window.along];
  visitReal(wide, [&]<typename T>(TypeTag<T>) {
    std::span<T> x = value.mutableAs<T>();
    runAlong(context, x, size, stride, window.reverse, [with](T a, T b) { return combined(with, a, b); });
    T first = init.as<T>()[0];
    for (T& sum : x) sum = combined(with, first, sum);
  });
  return converted(value, type);
}

}  // namespace

Result<Literal> reduceWindow(EvaluationContext& context) {
  auto count = static_cast<size_t>(context.operandCount() / 2);
  const auto& window = context.attributes<WindowAttributes>().dims;
  Opcode plain = plainCombiner(context.called(0));
  if (count == 1 && accumulates(plain, context.shape().type()))
    if (auto running = runningWindow(window, context.operand(0).shape().dims()))
      return runningResults(context, plain, *running);
  Shape shape = context.shape();
  std::vector<int64_t> places = (count == 1 ? shape : shape.elements()[0]).dims(),
                       dims = context.operand(0).shape().dims();
  std::vector<Literal> sums;
  int64_t elements = (count == 1 ? shape : shape.elements()[0]).elementCount();
  for (size_t i = 0; i < count; ++i) {
    const Literal& init = context.operand(static_cast<int>(count + i));
    sums.push_back(gathered(init, {0, {0}}, Shape(init.shape().type(), {elements})));
  }
  Diagnostics faults;
  bool done = elements == 0 || forEachOffset(window, [&](const std::vector<int64_t>& offset) {
                std::vector<int64_t> positions = met(window, dims, places, offset);
                std::vector<Literal> arguments = std::move(sums);
                for (size_t i = 0; i < count; ++i)
                  arguments.push_back(elementsAt(context.operand(static_cast<int>(i)), positions,
                                                 context.operand(static_cast<int>(count + i))));
                auto next = applied(context, 0, std::move(arguments), elements);
                if (!next) faults = std::move(next).error();
                sums = next ? std::move(*next) : std::vector<Literal>{};
                return faults.empty() && !context.cancelled();
              });
  if (!faults.empty() || !done) return std::unexpected(std::move(faults));
  for (size_t i = 0; i < count; ++i) sums[i].setShape(count == 1 ? shape : shape.elements()[i]);
  return count == 1 ? std::move(sums[0]) : Literal::tuple(std::move(sums));
}

namespace {

/// For each place of the window, the position of the element that it selects: the first stays unless a later one is
/// chosen over it.
Result<std::vector<int64_t>> selectedPositions(EvaluationContext& context, const std::vector<int64_t>& places,
                                               int64_t count) {
  const auto& window = context.attributes<WindowAttributes>().dims;
  const Literal& operand = context.operand(0);
  std::vector<int64_t> dims = operand.shape().dims(), chosen(static_cast<size_t>(count), -1);
  Diagnostics faults;
  forEachOffset(window, [&](const std::vector<int64_t>& offset) {
    std::vector<int64_t> next = met(window, dims, places, offset), candidates, holders;
    for (size_t i = 0; i < next.size(); ++i) {
      if (next[i] < 0) continue;
      candidates.push_back(static_cast<int64_t>(i));
      if (chosen[i] < 0) chosen[i] = next[i];
    }
    std::vector<int64_t> held, offered;
    for (int64_t i : candidates) {
      held.push_back(chosen[static_cast<size_t>(i)]);
      offered.push_back(next[static_cast<size_t>(i)]);
    }
    if (candidates.empty()) return true;
    auto keeps = applied(context, 0, {elementsAt(operand, held, operand), elementsAt(operand, offered, operand)},
                         static_cast<int64_t>(candidates.size()));
    if (!keeps) faults = std::move(keeps).error();
    for (size_t i = 0; faults.empty() && i < candidates.size(); ++i)
      if (!(*keeps)[0].as<uint8_t>()[i]) chosen[static_cast<size_t>(candidates[i])] = offered[i];
    return faults.empty() && !context.cancelled();
  });
  if (!faults.empty()) return std::unexpected(std::move(faults));
  return chosen;
}

}  // namespace

Result<Literal> selectAndScatter(EvaluationContext& context) {
  const Literal& source = context.operand(1);
  Literal out = gathered(context.operand(2), {0, std::vector<int64_t>(static_cast<size_t>(context.shape().rank()), 0)},
                         context.shape());
  int64_t count = source.shape().elementCount();
  if (count == 0) return out;
  auto positions = selectedPositions(context, source.shape().dims(), count);
  if (!positions) return failureOf(std::move(positions));
  // Windows may share an element: round r scatters the r-th source of each.
  std::vector<std::vector<int64_t>> rounds;
  std::vector<uint32_t> seen(static_cast<size_t>(out.shape().elementCount()), 0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t to = (*positions)[static_cast<size_t>(i)];
    if (to < 0) continue;
    uint32_t round = seen[static_cast<size_t>(to)]++;
    if (round == rounds.size()) rounds.emplace_back();
    rounds[round].push_back(i);
  }
  auto width = static_cast<size_t>(byteWidth(out.shape().type()));
  for (const auto& round : rounds) {
    std::vector<int64_t> targets;
    for (int64_t i : round) targets.push_back((*positions)[static_cast<size_t>(i)]);
    auto values = applied(context, 1, {elementsAt(out, targets, out), elementsAt(source, round, source)},
                          static_cast<int64_t>(round.size()));
    if (!values) return failureOf(std::move(values));
    for (size_t i = 0; i < targets.size(); ++i)
      std::memcpy(out.mutableBytes().data() + static_cast<size_t>(targets[i]) * width,
                  (*values)[0].bytes().data() + i * width, width);
  }
  return out;
}

}  // namespace onepot::eval
