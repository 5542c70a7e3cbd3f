// Reductions inside an element's computation: reduce, dot and reduce-window as loops over accumulators, along lanes of
// their own where the element is a single one, across the lanes of the elements otherwise.
#include <algorithm>
#include <bit>
#include <limits>

#include "engine/backend/element_emitter.h"
#include "engine/ops/element_rules.h"
#include "engine/ops/scalar_expression.h"

namespace onepot {

using enum ElementType;

Combiner combinerOf(const Computation& computation) {
  Combiner combiner{&computation, Opcode::Parameter};
  const Instruction* root = computation.root();
  const bool plain = computation.size() == 3 && root->operandCount() == 2 &&
                     root->operand(0)->opcode() == Opcode::Parameter &&
                     root->operand(1)->opcode() == Opcode::Parameter && root->operand(0) != root->operand(1);
  if (!plain) return combiner;
  switch (root->opcode()) {
    case Opcode::Add:
    case Opcode::Multiply:
    case Opcode::Maximum:
    case Opcode::Minimum:
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor: combiner.simple = root->opcode(); break;
    default: break;
  }
  return combiner;
}

namespace {

/// The value that changes nothing under a plain combiner; −0 for float sums, so that a sum of −0 stays −0.
Scalar identityOf(ScalarBuilder& builder, Opcode opcode, ElementType type) {
  const int bits = elementTypeInfo(type).bits;
  const uint64_t top = uint64_t{1} << (bits - 1), all = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const double infinity = std::numeric_limits<double>::infinity();
  switch (opcode) {
    case Opcode::Add: return isFloat(type) ? builder.constant(type, -0.0) : builder.constantBits(type, 0);
    case Opcode::Multiply: return isFloat(type) ? builder.constant(type, 1.0) : builder.constantBits(type, 1);
    case Opcode::And: return builder.constantBits(type, type == Pred ? 1 : all);
    case Opcode::Maximum:
      if (isFloat(type)) return builder.constant(type, -infinity);
      return builder.constantBits(type, isSigned(type) ? top : 0);
    case Opcode::Minimum:
      if (isFloat(type)) return builder.constant(type, infinity);
      return builder.constantBits(type, type == Pred ? 1 : isSigned(type) ? top - 1 : all);
    default: return builder.constantBits(type, 0);  // or, xor
  }
}

/// Sums of narrow floats are kept in f32 and rounded once at the end.
ElementType accumulatorType(ElementType type) { return isFloat(type) && byteWidth(type) < 4 ? F32 : type; }

}  // namespace

std::vector<Scalar> ElementEmitter::combine(const Combiner& combiner, std::span<const Scalar> a,
                                            std::span<const Scalar> b) {
  if (combiner.isSimple()) return {combineElements(m_builder, combiner.simple, a[0], b[0])};
  std::vector<Scalar> arguments(a.begin(), a.end());
  arguments.insert(arguments.end(), b.begin(), b.end());
  return scalarComputation(*combiner.computation, arguments);
}

std::vector<Scalar> ElementEmitter::initValues(const Instruction* reduce) {
  const int n = reduce->operandCount() / 2;
  std::vector<Scalar> values;
  for (int k = n; k < 2 * n; ++k) values.push_back(element(reduce->operand(k), 0, {}));
  return values;
}

std::vector<Scalar> ElementEmitter::startValues(const Instruction* reduce, const Combiner& combiner) {
  if (!combiner.isSimple()) return initValues(reduce);
  return {identityOf(m_builder, combiner.simple, accumulatorType(reduce->operand(0)->shape().type()))};
}

std::vector<Scalar> ElementEmitter::accumulate(const Instruction* reduce, const Combiner& combiner,
                                               std::span<const Scalar> accumulators, std::span<const Scalar> index,
                                               Scalar guard) {
  const Instruction* source = reduce->operand(0);
  if (combiner.simple == Opcode::Add && contractable(source)) {
    const auto factor = [&](int k) {
      const Instruction* operand = source->operand(k);
      return element(operand, 0, operand->shape().rank() == 0 ? std::span<const Scalar>{} : index, guard);
    };
    return {m_builder.fma(factor(0), factor(1), accumulators[0])};
  }
  std::vector<Scalar> values;
  for (int k = 0; k < reduce->operandCount() / 2; ++k) {
    Scalar value = element(reduce->operand(k), 0, index, guard);
    if (combiner.isSimple()) value = m_builder.convert(value, accumulatorType(value.type));
    values.push_back(value);
  }
  return combine(combiner, accumulators, values);
}

namespace {

/// A reduction of a group: where its values stand among the group's.
struct Member {
  const Instruction* reduce;
  Combiner combiner;
  size_t first, count;
};

std::span<const Scalar> part(std::span<const Scalar> values, const Member& member) {
  return values.subspan(member.first, member.count);
}

void append(std::vector<Scalar>& to, const std::vector<Scalar>& from) { to.insert(to.end(), from.begin(), from.end()); }

std::vector<int64_t> sortedDimensions(const Instruction* reduce) {
  std::vector<int64_t> sorted = reduce->get<DimensionsAttributes>().dimensions;
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

std::vector<Scalar> ElementEmitter::finish(const Instruction* reduce, std::span<const Scalar> partial) {
  const Combiner combiner = combinerOf(*m_module.computation(reduce->called()[0]));
  if (!combiner.isSimple()) return {partial.begin(), partial.end()};
  Scalar init = m_builder.convert(initValues(reduce)[0], partial[0].type);
  return {m_builder.convert(combine(combiner, std::array{init}, partial)[0], reduce->operand(0)->shape().type())};
}

std::vector<Scalar> ElementEmitter::reduceValues(std::span<const Instruction* const> group,
                                                 std::span<const Scalar> kept, std::span<const Range> ranges,
                                                 bool partial, Scalar guard) {
  Nest nest;
  nest.ranges.assign(ranges.begin(), ranges.end());
  nest.blocked = true;
  std::vector<Member> members;
  for (const Instruction* reduce : group) {
    const Combiner combiner = combinerOf(*m_module.computation(reduce->called()[0]));
    std::vector<Scalar> start = startValues(reduce, combiner);
    members.push_back({reduce, combiner, nest.start.size(), start.size()});
    append(nest.start, start);
    nest.blocked = nest.blocked && combiner.simple == Opcode::Add && isFloat(start[0].type);
  }
  for (Scalar s : nest.start) nest.types.push_back(s.type);
  const std::vector<int64_t> sorted = sortedDimensions(group[0]);
  const int rank = group[0]->operand(0)->shape().rank();
  nest.step = [&](std::span<const Scalar> accumulators, std::span<const Scalar> position) {
    std::vector<Scalar> index, next;
    size_t r = 0, k = 0;
    for (int d = 0; d < rank; ++d) index.push_back(r < sorted.size() && sorted[r] == d ? position[r++] : kept[k++]);
    for (const Member& m : members) append(next, accumulate(m.reduce, m.combiner, part(accumulators, m), index, guard));
    return next;
  };
  nest.combine = [&](std::span<const Scalar> a, std::span<const Scalar> b) {
    std::vector<Scalar> both;
    for (const Member& m : members) append(both, combine(m.combiner, part(a, m), part(b, m)));
    return both;
  };
  std::vector<Scalar> values = emitNest(nest);
  if (partial) return values;
  std::vector<Scalar> finished;
  for (const Member& m : members) append(finished, finish(m.reduce, part(values, m)));
  return finished;
}

std::vector<const Instruction*> ElementEmitter::groupOf(const Instruction* reduce) const {
  for (const auto& group : m_groups)
    if (std::ranges::find(group, reduce) != group.end()) return group;
  return {reduce};
}

void ElementEmitter::emitReduce(const Request& request) {
  int level = levelOf(request.index);
  if (request.guard.id != 0) level = std::max(level, m_builder.levelOf(request.guard));
  LaneBuilder::Outside outside(m_builder, level);
  const std::vector<const Instruction*> group = groupOf(request.instruction);
  std::vector<Range> ranges;
  bool empty = false;
  for (int64_t d : sortedDimensions(request.instruction)) {
    const int64_t size = request.instruction->operand(0)->shape().dim(static_cast<int>(d));
    empty = empty || size == 0;
    ranges.push_back({number(0), number(size), size});
  }
  std::vector<Scalar> values;
  if (empty || ranges.empty()) {
    for (const Instruction* reduce : group) append(values, initValues(reduce));
  } else {
    values = reduceValues(group, request.index, ranges, false, request.guard);
  }
  size_t next = 0;
  for (const Instruction* reduce : group)
    for (int k = 0; k < reduce->operandCount() / 2; ++k)
      cache({reduce, k, request.index, request.guard}, values[next++]);
}

namespace {

/// Coordinates of one side of a dot: from the element's (batch first, then this side's free ones from `free` on) and
/// from the contracted position.
std::vector<Scalar> sideIndex(const Shape& shape, const std::vector<int64_t>& batch,
                              const std::vector<int64_t>& contracting, std::span<const Scalar> result, size_t free,
                              std::span<const Scalar> position) {
  std::vector<Scalar> index;
  for (int64_t dim = 0; dim < shape.rank(); ++dim) {
    auto b = std::ranges::find(batch, dim), c = std::ranges::find(contracting, dim);
    if (b != batch.end())
      index.push_back(result[static_cast<size_t>(b - batch.begin())]);
    else if (c != contracting.end())
      index.push_back(position[static_cast<size_t>(c - contracting.begin())]);
    else
      index.push_back(result[free++]);
  }
  return index;
}

}  // namespace

/// Batch coordinates, then free ones of the left and right side, give the element; the contracted ones are looped over.
void ElementEmitter::emitDot(const Request& request) {
  const auto& d = request.instruction->get<DotAttributes>();
  const Instruction *lhs = request.instruction->operand(0), *rhs = request.instruction->operand(1);
  const ElementType type = request.instruction->shape().type();
  int level = levelOf(request.index);
  LaneBuilder::Outside outside(m_builder, level);
  Nest nest;
  for (int64_t c : d.lhsContracting) {
    const int64_t size = lhs->shape().dim(static_cast<int>(c));
    if (size == 0) {
      cache(request, m_builder.constantBits(type, 0));
      return;
    }
    nest.ranges.push_back({number(0), number(size), size});
  }
  const ElementType sumType = accumulatorType(type);
  nest.types = {sumType};
  nest.start = {m_builder.constantBits(sumType, 0)};
  const size_t lhsFree = d.lhsBatch.size();
  const size_t rhsFree =
      lhsFree + static_cast<size_t>(lhs->shape().rank()) - d.lhsBatch.size() - d.lhsContracting.size();
  nest.step = [&](std::span<const Scalar> sum, std::span<const Scalar> position) -> std::vector<Scalar> {
    Scalar a = element(lhs, 0, sideIndex(lhs->shape(), d.lhsBatch, d.lhsContracting, request.index, lhsFree, position),
                       request.guard);
    Scalar b = element(rhs, 0, sideIndex(rhs->shape(), d.rhsBatch, d.rhsContracting, request.index, rhsFree, position),
                       request.guard);
    a = m_builder.convert(a, sumType);
    b = m_builder.convert(b, sumType);
    if (isFloat(sumType)) return {m_builder.fma(a, b, sum[0])};
    if (sumType == Pred) return {m_builder.binary(BinaryOp::Or, sum[0], m_builder.binary(BinaryOp::And, a, b))};
    return {m_builder.binary(BinaryOp::Add, sum[0], m_builder.binary(BinaryOp::Multiply, a, b))};
  };
  const Opcode add = sumType == Pred ? Opcode::Or : Opcode::Add;
  nest.combine = [&, add](std::span<const Scalar> a, std::span<const Scalar> b) -> std::vector<Scalar> {
    return {combineElements(m_builder, add, a[0], b[0])};
  };
  std::vector<Scalar> sum = nest.ranges.empty() ? nest.step(nest.start, {}) : emitNest(nest);
  cache(request, m_builder.convert(sum[0], type));
}

/// The coordinate that a window's place meets with its `offset`; `present` also asks that it is an element, not padding
/// or a hole of the dilation.
Scalar ElementEmitter::windowPosition(const WindowDimension& window, int64_t size, Scalar place, Scalar offset,
                                      Scalar& present) {
  const auto constant = [&](int64_t value) { return Expression(m_builder, number(value)); };
  const auto require = [&](Expression condition) {
    present = present.id == 0 ? condition.scalar() : m_builder.binary(BinaryOp::And, present, condition.scalar());
  };
  Expression at = Expression(m_builder, place) * constant(window.stride) +
                  Expression(m_builder, offset) * constant(window.windowDilation) - constant(window.padLow);
  if (window.padLow > 0) require(at >= constant(0));
  if (window.baseDilation > 1) {
    Expression by = constant(window.baseDilation);
    require(equal(at.apply(BinaryOp::Remainder, by), 0.0));
    at = at / by;
  }
  if (window.padHigh > 0 || window.baseDilation > 1) require(at < constant(size));
  return at.scalar();
}

/// Every window position that falls on an element; the others (padding, holes of the dilation) give the init value.
void ElementEmitter::emitReduceWindow(const Request& request) {
  const Instruction* window = request.instruction;
  const auto& dims = window->get<WindowAttributes>().dims;
  const int n = window->operandCount() / 2;
  const Shape& in = window->operand(0)->shape();
  const Combiner combiner = combinerOf(*m_module.computation(window->called()[0]));
  LaneBuilder::Outside outside(m_builder, levelOf(request.index));
  Nest nest;
  for (const WindowDimension& d : dims) nest.ranges.push_back({number(0), number(d.size), d.size});
  std::vector<Scalar> inits = initValues(window);
  nest.start = inits;
  for (Scalar s : inits) nest.types.push_back(s.type);
  nest.step = [&](std::span<const Scalar> accumulators, std::span<const Scalar> position) {
    std::vector<Scalar> index;
    Scalar present = request.guard;
    for (size_t d = 0; d < dims.size(); ++d)
      index.push_back(windowPosition(dims[d], in.dim(static_cast<int>(d)), request.index[d], position[d], present));
    std::vector<Scalar> values;
    for (int k = 0; k < n; ++k) {
      Scalar value = element(window->operand(k), 0, index, present);
      values.push_back(present.id == 0 ? value : m_builder.select(present, value, inits[static_cast<size_t>(k)]));
    }
    return combine(combiner, accumulators, values);
  };
  nest.combine = [&](std::span<const Scalar> a, std::span<const Scalar> b) { return combine(combiner, a, b); };
  std::vector<Scalar> values = emitNest(nest);
  for (size_t k = 0; k < values.size(); ++k) {
    Request part = request;
    part.output = static_cast<int>(k);
    cache(part, values[k]);
  }
}

namespace {

using Variables = std::vector<llvm::Value*>;

Variables makeVariables(LaneBuilder& builder, const std::vector<Scalar>& start, int lanes) {
  Variables variables;
  for (Scalar s : start) {
    variables.push_back(builder.variable(s.type, lanes));
    builder.storeVariable(variables.back(), s);
  }
  return variables;
}

std::vector<Scalar> loadAll(LaneBuilder& builder, const Variables& variables, const std::vector<ElementType>& types) {
  std::vector<Scalar> values;
  for (size_t k = 0; k < variables.size(); ++k) values.push_back(builder.loadVariable(variables[k], types[k]));
  return values;
}

void storeAll(LaneBuilder& builder, const Variables& variables, const std::vector<Scalar>& values) {
  for (size_t k = 0; k < variables.size(); ++k) builder.storeVariable(variables[k], values[k]);
}

}  // namespace

/// Across the lanes of the elements (or for a single element too short for lanes): plain loops.
std::vector<Scalar> ElementEmitter::emitNest(const Nest& nest) {
  if (m_builder.lanes() == 1 && reductionLanes(nest) > 1) return emitLaneNest(nest);
  Variables variables = makeVariables(m_builder, nest.start, m_builder.lanes());
  std::vector<Scalar> position;
  for (const Range& range : nest.ranges) {
    if (range.constant && range.size == 1) {
      position.push_back(range.begin);
      continue;
    }
    position.push_back(m_builder.openLoop(range.begin, range.end));
  }
  storeAll(m_builder, variables, nest.step(loadAll(m_builder, variables, nest.types), position));
  for (const Range& range : nest.ranges)
    if (!(range.constant && range.size == 1)) m_builder.closeLoop();
  return loadAll(m_builder, variables, nest.types);
}

/// Lanes along the innermost range: several vectors' worth, as many independent accumulators.
int ElementEmitter::reductionLanes(const Nest& nest) const {
  int width = 1;
  for (ElementType type : nest.types) width = std::max(width, byteWidth(type));
  const int wanted = 32 / width * m_interleave;
  const int64_t size = nest.ranges.back().size;
  return std::min(wanted, static_cast<int>(std::bit_floor(static_cast<uint64_t>(size))));
}

std::vector<Scalar> ElementEmitter::foldLanes(const Nest& nest, std::vector<Scalar> values, int lanes) {
  m_builder.setLanes(lanes);
  for (int distance = lanes / 2; distance > 0; distance /= 2) {
    std::vector<Scalar> moved;
    for (Scalar v : values) moved.push_back(m_builder.isUniform(v) ? v : m_builder.lanesFrom(v, distance));
    values = nest.combine(values, moved);
  }
  for (Scalar& v : values) v = m_builder.firstLane(v, lanes);
  m_builder.setLanes(1);
  return values;
}

std::vector<Scalar> ElementEmitter::emitLaneNest(const Nest& nest) {
  const int lanes = reductionLanes(nest);
  const Range& inner = nest.ranges.back();
  const bool whole = inner.constant && inner.size % lanes == 0;
  const bool blocked = nest.blocked && nest.ranges.size() > 1;
  Variables sums = makeVariables(m_builder, nest.start, lanes), tail;
  if (!whole) tail = makeVariables(m_builder, nest.start, 1);
  std::vector<Scalar> position;
  for (size_t d = 0; d + 1 < nest.ranges.size(); ++d)
    position.push_back(m_builder.openLoop(nest.ranges[d].begin, nest.ranges[d].end));
  Variables block = blocked ? makeVariables(m_builder, nest.start, lanes) : sums;
  Expression begin(m_builder, inner.begin), end(m_builder, inner.end);
  Expression middle = end;
  if (!whole) middle = end - (end - begin).apply(BinaryOp::And, Expression(m_builder, number(lanes - 1)));
  // A range of unknown length holds at least `lanes` elements; the caller sees to it.
  position.push_back(m_builder.openLaneLoop(inner.begin, middle.scalar(), lanes));
  storeAll(m_builder, block, nest.step(loadAll(m_builder, block, nest.types), position));
  m_builder.closeLoop();
  position.pop_back();
  if (!whole) {
    position.push_back(m_builder.openLoop(middle.apply(BinaryOp::Minimum, end - 1.0).scalar(), inner.end));
    std::vector<Scalar> before = loadAll(m_builder, tail, nest.types);
    std::vector<Scalar> after = nest.step(before, position);
    if (!inner.constant) {  // nothing may be left over: then the one pass of the loop counts for nothing
      Scalar counts = (Expression(m_builder, position.back()) >= middle).scalar();
      for (size_t k = 0; k < after.size(); ++k) after[k] = m_builder.select(counts, after[k], before[k]);
    }
    storeAll(m_builder, tail, after);
    m_builder.closeLoop();
    position.pop_back();
  }
  if (blocked) {
    m_builder.setLanes(lanes);
    storeAll(m_builder, sums,
             nest.combine(loadAll(m_builder, sums, nest.types), loadAll(m_builder, block, nest.types)));
    m_builder.setLanes(1);
  }
  for (size_t d = 0; d + 1 < nest.ranges.size(); ++d) m_builder.closeLoop();
  std::vector<Scalar> result = foldLanes(nest, loadAll(m_builder, sums, nest.types), lanes);
  if (!whole) result = nest.combine(result, loadAll(m_builder, tail, nest.types));
  return result;
}

}  // namespace onepot
