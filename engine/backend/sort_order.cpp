#include "engine/backend/sort_order.h"

#include <array>
#include <unordered_map>

namespace onepot {

namespace {

/// All that comparisons of two numbers can find out about them. Without NaN the first three are everything.
enum class Case : uint8_t { Less, Equal, Greater, LeftNan, RightNan, BothNan };
constexpr std::array kCases = {Case::Less, Case::Equal, Case::Greater, Case::LeftNan, Case::RightNan, Case::BothNan};
constexpr int kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8;

/// How a number (0: left, 1: right) stands to another in this case.
int relation(Case which, int64_t a, int64_t b) {
  const bool leftNan = which == Case::LeftNan || which == Case::BothNan;
  const bool rightNan = which == Case::RightNan || which == Case::BothNan;
  if ((a == 0 || b == 0) && leftNan) return kUnordered;
  if ((a == 1 || b == 1) && rightNan) return kUnordered;
  if (a == b || which == Case::Equal) return kEqual;
  return (which == Case::Less) == (a == 0) ? kLess : kGreater;
}

bool holds(CompareDirection direction, int relation) {
  switch (direction) {
    case CompareDirection::EQ: return relation == kEqual;
    case CompareDirection::NE: return relation != kEqual;
    case CompareDirection::LT: return relation == kLess;
    case CompareDirection::LE: return (relation & (kLess | kEqual)) != 0;
    case CompareDirection::GT: return relation == kGreater;
    case CompareDirection::GE: return (relation & (kGreater | kEqual)) != 0;
  }
  return false;
}

/// The comparator as a table: its answer in each case. Every instruction must be a comparison of the two parameters of
/// one operand, or logic on such.
class ComparatorTable {
 public:
  using Answers = std::array<bool, kCases.size()>;

  bool read(const Computation& comparator) {
    for (const auto& instruction : comparator.instructions())
      if (instruction->opcode() != Opcode::Parameter && !add(*instruction)) m_known.erase(instruction.get());
    return m_operand >= 0 && m_known.contains(comparator.root());
  }
  const Answers& of(const Instruction* instruction) const { return m_known.at(instruction); }
  int operand() const { return m_operand; }

 private:
  bool add(const Instruction& i) {
    if (i.opcode() == Opcode::Compare && i.operand(0)->opcode() == Opcode::Parameter) return addComparison(i);
    if (i.isConstant() && i.shape().type() == ElementType::Pred && i.shape().rank() == 0) {
      m_known[&i].fill(i.literal().intAt(0) != 0);
      return true;
    }
    for (const Instruction* operand : i.operands())
      if (!m_known.contains(operand)) return false;
    Answers answers{};
    for (size_t c = 0; c < answers.size(); ++c) {
      const auto at = [&](int k) { return m_known.at(i.operand(k))[c]; };
      switch (i.opcode()) {
        case Opcode::And: answers[c] = at(0) && at(1); break;
        case Opcode::Or: answers[c] = at(0) || at(1); break;
        case Opcode::Xor: answers[c] = at(0) != at(1); break;
        case Opcode::Not: answers[c] = !at(0); break;
        case Opcode::Select: answers[c] = at(0) ? at(1) : at(2); break;
        default: return false;
      }
    }
    m_known[&i] = answers;
    return true;
  }

  bool addComparison(const Instruction& i) {
    const auto& attributes = i.get<CompareAttributes>();
    if (i.operand(1)->opcode() != Opcode::Parameter || attributes.order == CompareOrder::TotalOrder) return false;
    const int64_t a = i.operand(0)->get<ParameterAttributes>().number;
    const int64_t b = i.operand(1)->get<ParameterAttributes>().number;
    if (a / 2 != b / 2 || (m_operand >= 0 && a / 2 != m_operand)) return false;
    m_operand = static_cast<int>(a / 2);
    for (size_t c = 0; c < kCases.size(); ++c)
      m_known[&i][c] = holds(attributes.direction, relation(kCases[c], a % 2, b % 2));
    return true;
  }

  std::unordered_map<const Instruction*, Answers> m_known;
  int m_operand = -1;
};

}  // namespace

std::optional<SortOrder> sortOrderOf(const Computation& comparator) {
  ComparatorTable table;
  if (!table.read(comparator)) return std::nullopt;
  const auto& answers = table.of(comparator.root());
  const auto says = [&](Case which) { return answers[static_cast<size_t>(which)]; };
  if (says(Case::Equal) || says(Case::Less) == says(Case::Greater) || says(Case::BothNan)) return std::nullopt;
  // Where a comparator does not order NaN at all, any place for it will do: the last.
  if (says(Case::LeftNan) && says(Case::RightNan)) return std::nullopt;
  return SortOrder{table.operand(), says(Case::Greater), says(Case::LeftNan)};
}

}  // namespace onepot
