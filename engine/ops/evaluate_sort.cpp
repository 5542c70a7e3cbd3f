#include <algorithm>
#include <numeric>

#include "engine/ops/element_mapper.h"
#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/strided_copy.h"

namespace onepot::eval {

namespace {

/// Batcher's merge exchange sorts all rows at once, so that each comparison is one call on whole arrays. Positions
/// break ties, which makes the network stable.
class RowSorter {
 public:
  RowSorter(EvaluationContext& context, std::vector<Literal> rows, int64_t length)
      : m_context(context), m_mapper(context.called(0), context.cancel()), m_rows(std::move(rows)), m_length(length) {
    m_order.resize(static_cast<size_t>(m_rows[0].shape().elementCount()));
    for (size_t i = 0; i < m_order.size(); ++i) m_order[i] = static_cast<int64_t>(i);
  }

  /// The order of all elements, row by row.
  Result<std::vector<int64_t>> sort() {
    int64_t top = 1;
    while (top < m_length) top *= 2;
    for (int64_t p = top / 2; p > 0; p /= 2) {
      int64_t q = top / 2, r = 0, d = p;
      while (true) {
        if (auto done = exchange(p, r, d); !done) return failureOf(std::move(done));
        if (q == p || m_context.cancelled()) break;
        d = q - p;
        q /= 2;
        r = p;
      }
    }
    return std::move(m_order);
  }

 private:
  /// Compares positions i and i + distance wherever i & p is r, and swaps what stands the wrong way.
  Result<bool> exchange(int64_t p, int64_t r, int64_t distance) {
    std::vector<size_t> firsts;
    for (size_t row = 0; row < m_order.size(); row += static_cast<size_t>(m_length))
      for (int64_t i = 0; i + distance < m_length; ++i)
        if ((i & p) == r) firsts.push_back(row + static_cast<size_t>(i));
    if (firsts.empty()) return true;
    auto less = compared(firsts, 0, static_cast<size_t>(distance)),
         greater = compared(firsts, static_cast<size_t>(distance), 0);
    if (!less) return failureOf(std::move(less));
    if (!greater) return failureOf(std::move(greater));
    auto before = less->as<uint8_t>(), after = greater->as<uint8_t>();
    for (size_t i = 0; i < firsts.size(); ++i) {
      int64_t& a = m_order[firsts[i]];
      int64_t& b = m_order[firsts[i] + static_cast<size_t>(distance)];
      if (after[i] ? !before[i] : (!before[i] && a > b)) std::swap(a, b);
    }
    return true;
  }

  Result<Literal> compared(const std::vector<size_t>& firsts, size_t left, size_t right) {
    std::vector<Literal> arguments;
    for (const Literal& row : m_rows)
      for (size_t shift : {left, right}) arguments.push_back(taken(row, firsts, shift));
    auto results = m_mapper.map(std::move(arguments), static_cast<int64_t>(firsts.size()));
    if (!results) return failureOf(std::move(results));
    return std::move((*results)[0]);
  }

  Literal taken(const Literal& row, const std::vector<size_t>& firsts, size_t shift) const {
    Literal out(Shape(row.shape().type(), {static_cast<int64_t>(firsts.size())}));
    auto width = static_cast<size_t>(byteWidth(row.shape().type()));
    std::byte* to = out.mutableBytes().data();
    const std::byte* from = row.bytes().data();
    for (size_t i = 0; i < firsts.size(); ++i)
      std::copy_n(from + static_cast<size_t>(m_order[firsts[i] + shift]) * width, width, to + i * width);
    return out;
  }

  EvaluationContext& m_context;
  ElementMapper m_mapper;
  std::vector<Literal> m_rows;
  int64_t m_length;
  std::vector<int64_t> m_order;
};

/// The comparator is compare(parameter 0, parameter 1), LT or GT, of plain numbers: which it is, if so.
const CompareAttributes* plainComparator(const Computation& comparator) {
  const Instruction& root = *comparator.root();
  bool plain = root.opcode() == Opcode::Compare && root.operand(0)->opcode() == Opcode::Parameter &&
               root.operand(1)->opcode() == Opcode::Parameter;
  if (!plain || root.operand(0)->get<ParameterAttributes>().number != 0 ||
      root.operand(1)->get<ParameterAttributes>().number != 1)
    return nullptr;
  const auto& attributes = root.get<CompareAttributes>();
  bool strict = attributes.direction == CompareDirection::LT || attributes.direction == CompareDirection::GT;
  return strict && attributes.order != CompareOrder::TotalOrder ? &attributes : nullptr;
}

template <typename T>
bool sortPlainly(std::span<const T> x, std::vector<int64_t>& order, int64_t length, bool ascending) {
  // Without NaN the comparison is a strict weak order, which std::stable_sort asks for.
  if (std::ranges::any_of(x, [](T value) { return value != value; })) return false;
  for (auto row = order.begin(); row != order.end(); row += length)
    std::stable_sort(row, row + length, [x, ascending](int64_t a, int64_t b) {
      T left = x[static_cast<size_t>(a)], right = x[static_cast<size_t>(b)];
      return ascending ? left < right : right < left;
    });
  return true;
}

Result<std::vector<int64_t>> sortedOrder(EvaluationContext& context, const std::vector<Literal>& rows, int64_t length) {
  if (const CompareAttributes* comparator = plainComparator(context.called(0)); comparator && length > 0) {
    std::vector<int64_t> order(static_cast<size_t>(rows[0].shape().elementCount()));
    std::iota(order.begin(), order.end(), 0);
    bool sorted = false;
    visitReal(rows[0].shape().type(), [&]<typename T>(TypeTag<T>) {
      sorted = sortPlainly<T>(rows[0].as<T>(), order, length, comparator->direction == CompareDirection::LT);
    });
    if (sorted) return order;
  }
  if (!ElementMapper(context.called(0), context.cancel()).possible())
    return fail(Message{"eval.comparator", {context.called(0).name()}});
  return RowSorter(context, rows, length).sort();
}

}  // namespace

Result<Literal> sort(EvaluationContext& context) {
  int64_t along = context.attributes<DimensionsAttributes>().dimensions[0];
  std::vector<int64_t> lastIsAlong, back(static_cast<size_t>(context.operand(0).shape().rank()));
  for (int64_t d = 0; d < context.operand(0).shape().rank(); ++d)
    if (d != along) lastIsAlong.push_back(d);
  lastIsAlong.push_back(along);
  for (size_t d = 0; d < lastIsAlong.size(); ++d) back[static_cast<size_t>(lastIsAlong[d])] = static_cast<int64_t>(d);
  std::vector<Literal> rows, results;
  for (int i = 0; i < context.operandCount(); ++i) rows.push_back(transposed(context.operand(i), lastIsAlong));
  int64_t length = context.operand(0).shape().dim(static_cast<int>(along));
  auto order = sortedOrder(context, rows, length);
  if (!order) return failureOf(std::move(order));
  for (const Literal& row : rows) {
    Literal sorted(row.shape());
    auto width = static_cast<size_t>(byteWidth(row.shape().type()));
    std::byte* to = sorted.mutableBytes().data();
    for (size_t i = 0; i < order->size(); ++i)
      std::copy_n(row.bytes().data() + static_cast<size_t>((*order)[i]) * width, width, to + i * width);
    results.push_back(transposed(sorted, back));
  }
  return results.size() == 1 ? std::move(results[0]) : Literal::tuple(std::move(results));
}

}  // namespace onepot::eval
