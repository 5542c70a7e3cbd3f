#include "engine/passes/rewrite_pattern.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "engine/ops/op.h"

namespace onepot {

namespace {

class PatternReader {
 public:
  explicit PatternReader(std::string_view text) : m_text(text) {}

  PatternNode read() {
    PatternNode node = expression();
    ensure(m_at == m_text.size(), "a rule's pattern ends where its expression does");
    return node;
  }

 private:
  void skipSpace() {
    while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
  }
  bool take(char wanted) {
    skipSpace();
    if (m_at >= m_text.size() || m_text[m_at] != wanted) return false;
    ++m_at;
    return true;
  }

  PatternNode expression() {
    skipSpace();
    size_t end = m_text.find_first_of("(), ", m_at);
    std::string_view word = m_text.substr(m_at, end == std::string_view::npos ? end : end - m_at);
    m_at += word.size();
    ensure(!word.empty(), "a rule's pattern has a word in every place");
    if (take('(')) return operation(word);
    return leaf(word);
  }

  PatternNode leaf(std::string_view word) {
    PatternNode node;
    if (word == "ones")
      node.kind = PatternNode::Kind::Ones;
    else if (word == "lowest")
      node.kind = PatternNode::Kind::Lowest;
    else if (word == "highest")
      node.kind = PatternNode::Kind::Highest;
    else if (word.size() == 1 && word[0] >= 'a' && word[0] <= 'z')
      node.letter = word[0];
    else
      node = number(word);
    return node;
  }

  static PatternNode number(std::string_view word) {
    PatternNode node;
    node.kind = PatternNode::Kind::Number;
    auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), node.number);
    ensure(error == std::errc() && rest == word.data() + word.size(), "a rule's pattern has a number that reads");
    return node;
  }

  PatternNode operation(std::string_view word) {
    PatternNode node;
    node.kind = PatternNode::Kind::Operation;
    if (size_t dot = word.find('.'); dot != std::string_view::npos) {
      for (int i = 0; i <= static_cast<int>(CompareDirection::LT); ++i)
        if (name(static_cast<CompareDirection>(i)) == word.substr(dot + 1))
          node.direction = static_cast<CompareDirection>(i);
      ensure(node.direction.has_value(), "a rule's pattern names a direction that is there");
      word = word.substr(0, dot);
    }
    std::optional<Opcode> opcode = opcodeByName(word);
    ensure(opcode.has_value(), "a rule's pattern names an operation that is there");
    node.opcode = *opcode;
    if (take(')')) return node;
    do node.operands.push_back(expression());
    while (take(','));
    ensure(take(')'), "a rule's pattern closes its brackets");
    return node;
  }

  std::string_view m_text;
  size_t m_at = 0;
};

bool isExtreme(const Literal& value, bool highest) {
  ElementType type = value.shape().type();
  if (isFloat(type)) return value.doubleAt(0) == (highest ? 1 : -1) * std::numeric_limits<double>::infinity();
  int bits = elementTypeInfo(type).bits;
  if (!isInteger(type) || bits > 64) return false;
  if (isUnsigned(type))
    return highest ? value.intAt(0) == static_cast<int64_t>(~0ull >> (64 - bits)) : value.intAt(0) == 0;
  int64_t high = static_cast<int64_t>(~0ull >> (65 - bits));
  return value.intAt(0) == (highest ? high : -high - 1);
}

bool hasAllBits(const Literal& value) {
  ElementType type = value.shape().type();
  if (type == ElementType::Pred) return value.intAt(0) != 0;
  if (!isInteger(type)) return false;
  return isUnsigned(type) ? isExtreme(value, true) : value.intAt(0) == -1;
}

bool equals(const Literal& value, double number) {
  ElementType type = value.shape().type();
  if (isComplex(type)) return false;
  if (!isFloat(type))
    return !std::signbit(number) || number != 0 ? value.intAt(0) == static_cast<int64_t>(number) : false;
  double held = value.doubleAt(0);
  return held == number && std::signbit(held) == std::signbit(number);
}

bool matchesOperands(const PatternNode& pattern, const Instruction& instruction, Match& match, bool swapped) {
  for (size_t i = 0; i < pattern.operands.size(); ++i) {
    size_t k = swapped ? 1 - i : i;
    if (!matches(pattern.operands[i], instruction.operand(static_cast<int>(k)), match)) return false;
  }
  return true;
}

bool matchesOperation(const PatternNode& pattern, Instruction* instruction, Match& match) {
  if (instruction->opcode() != pattern.opcode) return false;
  if (static_cast<size_t>(instruction->operandCount()) != pattern.operands.size()) return false;
  if (pattern.direction && instruction->get<CompareAttributes>().direction != *pattern.direction) return false;
  Match straight = match;
  if (matchesOperands(pattern, *instruction, straight, false)) {
    match = straight;
    return true;
  }
  if (pattern.operands.size() != 2 || !has(pattern.opcode, kCommutative)) return false;
  return matchesOperands(pattern, *instruction, match, true);
}

}  // namespace

bool Match::bind(char letter, Instruction* instruction) {
  Instruction*& slot = m_bound[static_cast<size_t>(letter - 'a')];
  if (slot != nullptr) return slot == instruction;
  slot = instruction;
  return true;
}

PatternNode readPattern(std::string_view text) { return PatternReader(text).read(); }

const Literal* uniformConstant(const Instruction& instruction) {
  const Instruction* constant = &instruction;
  if (constant->opcode() == Opcode::Broadcast) constant = constant->operand(0);
  if (!constant->isConstant() || !constant->shape().isArray() || constant->shape().elementCount() != 1) return nullptr;
  return constant->get<ConstantAttributes>().elided ? nullptr : &constant->literal();
}

bool matches(const PatternNode& pattern, Instruction* instruction, Match& match) {
  if (pattern.kind == PatternNode::Kind::Operation) return matchesOperation(pattern, instruction, match);
  bool wantsConstant = pattern.kind != PatternNode::Kind::Letter || pattern.letter == 'c' || pattern.letter == 'd';
  const Literal* constant = wantsConstant ? uniformConstant(*instruction) : nullptr;
  if (wantsConstant && constant == nullptr) return false;
  switch (pattern.kind) {
    case PatternNode::Kind::Number: return equals(*constant, pattern.number);
    case PatternNode::Kind::Ones: return hasAllBits(*constant);
    case PatternNode::Kind::Lowest: return isExtreme(*constant, false);
    case PatternNode::Kind::Highest: return isExtreme(*constant, true);
    default: return match.bind(pattern.letter, instruction);
  }
}

Instruction* writePattern(const PatternNode& pattern, const Match& match, Builder& builder) {
  if (pattern.kind == PatternNode::Kind::Letter) return match.at(pattern.letter);
  if (pattern.kind == PatternNode::Kind::Number)
    return builder.constantLike(match.root()->shape().withoutLayout(), pattern.number);
  ensure(pattern.kind == PatternNode::Kind::Operation, "a rule's replacement has letters, numbers and operations");
  std::vector<Instruction*> operands;
  for (const PatternNode& operand : pattern.operands) operands.push_back(writePattern(operand, match, builder));
  Attributes attributes;
  if (pattern.direction) {
    const auto* compared = match.root()->getIf<CompareAttributes>();
    attributes = CompareAttributes{*pattern.direction, compared == nullptr ? CompareOrder::Default : compared->order};
  }
  return builder.add(pattern.opcode, std::move(operands), std::move(attributes));
}

}  // namespace onepot
