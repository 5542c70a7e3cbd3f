#include <bit>
#include <cmath>
#include <cstring>

#include "engine/ops/evaluate_elements.h"
#include "engine/ops/evaluate_rules.h"

namespace onepot::eval {

namespace {

template <typename T>
bool holds(CompareDirection direction, T a, T b) {
  switch (direction) {
    case CompareDirection::EQ: return a == b;
    case CompareDirection::NE: return a != b;
    case CompareDirection::GE: return a >= b;
    case CompareDirection::GT: return a > b;
    case CompareDirection::LE: return a <= b;
    case CompareDirection::LT: return a < b;
  }
  return false;
}

/// The place of a float in the order −NaN < −inf < … < −0 < +0 < … < +inf < +NaN, as a signed integer.
int64_t totalOrder(double x) {
  auto bits = std::bit_cast<int64_t>(x);
  return bits < 0 ? static_cast<int64_t>(~static_cast<uint64_t>(bits) | (uint64_t{1} << 63)) : bits;
}
int32_t totalOrder(float x) {
  auto bits = std::bit_cast<int32_t>(x);
  return bits < 0 ? static_cast<int32_t>(~static_cast<uint32_t>(bits) | (uint32_t{1} << 31)) : bits;
}

template <typename T, typename Key>
Literal comparison(EvaluationContext& context, const Literal& lhs, const Literal& rhs, Key key) {
  CompareDirection direction = context.attributes<CompareAttributes>().direction;
  return binaryLoop<T, uint8_t>(context, lhs, rhs, context.shape(),
                                [direction, key](T a, T b) -> uint8_t { return holds(direction, key(a), key(b)); });
}

constexpr auto itself = [](auto x) { return x; };

/// out[i] = cases[which(i)][i], moving whole elements of `width` bytes.
template <typename Which>
Literal choose(const EvaluationContext& context, const std::vector<const Literal*>& cases, Which which) {
  Literal out(context.shape());
  size_t width = static_cast<size_t>(byteWidth(context.shape().type()));
  auto bytes = out.mutableBytes();
  auto count = static_cast<int64_t>(bytes.size() / std::max<size_t>(width, 1));
  std::vector<const std::byte*> sources;
  std::vector<size_t> strides;
  for (const Literal* source : cases) {
    sources.push_back(source->bytes().data());
    strides.push_back(source->bytes().size() == bytes.size() ? width : 0);
  }
  chunked(context, count, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      auto at = static_cast<size_t>(i), chosen = which(i);
      std::memcpy(bytes.data() + at * width, sources[chosen] + at * strides[chosen], width);
    }
  });
  return out;
}

}  // namespace

Result<Literal> compare(EvaluationContext& context) {
  const auto& attributes = context.attributes<CompareAttributes>();
  ElementType type = context.operand(0).shape().type(), wide = commonArithmeticType(context);
  if (type == ElementType::Pred) return comparison<uint8_t>(context, context.operand(0), context.operand(1), itself);
  Literal lhs = converted(context.operand(0), wide), rhs = converted(context.operand(1), wide), out;
  if (attributes.order == CompareOrder::TotalOrder) {
    bool done = visitFloat(wide, [&]<typename T>(TypeTag<T>) {
      out = comparison<T>(context, lhs, rhs, [](T x) { return totalOrder(x); });
    });
    if (done) return out;
  }
  bool done = visitReal(wide, [&]<typename T>(TypeTag<T>) { out = comparison<T>(context, lhs, rhs, itself); });
  bool equality = attributes.direction == CompareDirection::EQ || attributes.direction == CompareDirection::NE;
  if (!done && equality)
    done = visitComplex(wide, [&]<typename T>(TypeTag<T>) {
      bool wanted = attributes.direction == CompareDirection::EQ;
      out = binaryLoop<T, uint8_t>(context, lhs, rhs, context.shape(),
                                   [wanted](T a, T b) -> uint8_t { return (a == b) == wanted; });
    });
  if (!done && type == ElementType::Key && equality) {
    bool wanted = attributes.direction == CompareDirection::EQ;
    return binaryLoop<uint64_t, uint8_t>(context, lhs, rhs, context.shape(),
                                         [wanted](uint64_t a, uint64_t b) -> uint8_t { return (a == b) == wanted; });
  }
  if (!done) return unsupported(context, type);
  return out;
}

Result<Literal> select(EvaluationContext& context) {
  const Literal& predicate = context.operand(0);
  auto chosen = predicate.as<uint8_t>();
  if (context.shape().isTuple()) return context.takeOperand(chosen[0] ? 1 : 2);
  int64_t dp = chosen.size() == 1 ? 0 : 1;
  Literal onTrue = converted(context.operand(1), context.shape().type());
  Literal onFalse = converted(context.operand(2), context.shape().type());
  return choose(context, {&onTrue, &onFalse},
                [=](int64_t i) -> size_t { return chosen[static_cast<size_t>(i * dp)] ? 0 : 1; });
}

Result<Literal> selectN(EvaluationContext& context) {
  const Literal& which = context.operand(0);
  std::vector<const Literal*> cases;
  for (int i = 1; i < context.operandCount(); ++i) cases.push_back(&context.operand(i));
  auto last = static_cast<int64_t>(cases.size()) - 1;
  int64_t dw = which.shape().rank() == 0 ? 0 : 1;
  if (which.shape().type() == ElementType::Pred) {
    auto chosen = which.as<uint8_t>();
    return choose(context, cases, [=](int64_t i) -> size_t { return chosen[static_cast<size_t>(i * dw)] ? 1 : 0; });
  }
  auto chosen = which.as<int32_t>();
  return choose(context, cases, [=](int64_t i) {
    return static_cast<size_t>(std::clamp<int64_t>(chosen[static_cast<size_t>(i * dw)], 0, last));
  });
}

Result<Literal> clamp(EvaluationContext& context) {
  ElementType type = context.shape().type(), wide = arithmeticType(type);
  if (type == ElementType::Pred) wide = ElementType::U8;
  Literal low = converted(context.operand(0), wide), x = converted(context.operand(1), wide),
          high = converted(context.operand(2), wide), out;
  Shape shape = context.shape().withType(wide);
  bool done = visitReal(wide, [&]<typename T>(TypeTag<T>) {
    // A NaN bound or operand comes through: the low bound's first, then the operand's, then the high bound's.
    Literal raised = binaryLoop<T, T>(context, low, x, shape, [](T bound, T value) {
      return bound != bound ? bound : (value != value ? value : (value < bound ? bound : value));
    });
    out = binaryLoop<T, T>(context, raised, high, shape, [](T value, T bound) {
      return value != value ? value : (bound != bound ? bound : (bound < value ? bound : value));
    });
  });
  if (!done) return unsupported(context, type);
  return converted(out, type);
}

}  // namespace onepot::eval
