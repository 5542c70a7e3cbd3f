#include "views/graph/graph_labels.h"

#include <QStringList>

namespace onepot {
namespace {

constexpr int64_t kFoldedElements = 8;
constexpr size_t kTupleElements = 3;

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

QString set(const std::vector<int64_t>& values) {
  QStringList words;
  for (int64_t value : values) words << QString::number(value);
  return '{' + words.join(',') + '}';
}

QString dims(const std::vector<int64_t>& values) {
  return values.size() == 1 ? QStringLiteral("dim %1").arg(values.front()) : "dims " + set(values);
}

QString sliceText(const SliceAttributes& slice) {
  QStringList words;
  for (size_t i = 0; i < slice.starts.size(); ++i) {
    QString word = QStringLiteral("%1:%2").arg(slice.starts[i]).arg(slice.limits[i]);
    if (i < slice.strides.size() && slice.strides[i] != 1) word += QStringLiteral(":%1").arg(slice.strides[i]);
    words << word;
  }
  return '[' + words.join(", ") + ']';
}

QString padText(const PadAttributes& pad) {
  QStringList words;
  for (size_t i = 0; i < pad.low.size(); ++i) {
    QString word = QStringLiteral("%1_%2").arg(pad.low[i]).arg(pad.high[i]);
    if (i < pad.interior.size() && pad.interior[i] != 0) word += QStringLiteral("_%1").arg(pad.interior[i]);
    words << word;
  }
  return words.join(" × ");
}

QString windowText(const std::vector<WindowDimension>& window) {
  QStringList sizes, strides;
  bool strided = false;
  for (const WindowDimension& dim : window) {
    sizes << QString::number(dim.size);
    strides << QString::number(dim.stride);
    strided = strided || dim.stride != 1;
  }
  return "window " + sizes.join("×") + (strided ? " stride " + strides.join("×") : QString());
}

QString dimensionsText(const DimensionsAttributes& attributes, Opcode opcode) {
  if (attributes.dimensions.empty()) return {};
  if (opcode == Opcode::Transpose) return "perm " + set(attributes.dimensions);
  return dims(attributes.dimensions) + (attributes.reverse ? QStringLiteral(", reversed") : QString());
}

/// One overload a struct whose figures tell an operation from its kind; the others say nothing.
struct AttributeWords {
  Opcode opcode;
  QString operator()(const DimensionsAttributes& a) const { return dimensionsText(a, opcode); }
  QString operator()(const SliceAttributes& a) const { return sliceText(a); }
  QString operator()(const DynamicSliceAttributes& a) const { return "sizes " + set(a.sizes); }
  QString operator()(const PadAttributes& a) const { return padText(a); }
  QString operator()(const CompareAttributes& a) const { return text(name(a.direction)); }
  QString operator()(const DotAttributes& a) const {
    QString words = "lhs " + set(a.lhsContracting) + " · rhs " + set(a.rhsContracting);
    return a.lhsBatch.empty() ? words : words + ", batch " + set(a.lhsBatch);
  }
  QString operator()(const WindowAttributes& a) const { return windowText(a.dims); }
  QString operator()(const ConvolutionAttributes& a) const { return windowText(a.window); }
  QString operator()(const GatherAttributes& a) const { return "sizes " + set(a.sliceSizes); }
  QString operator()(const TupleIndexAttributes& a) const { return QStringLiteral("element %1").arg(a.index); }
  QString operator()(const CustomCallAttributes& a) const { return text(a.target); }
  QString operator()(const FusionAttributes& a) const { return text(name(a.kind)); }
  QString operator()(const RngAttributes& a) const { return text(a.algorithm); }
  QString operator()(const ReducePrecisionAttributes& a) const {
    return QStringLiteral("e%1m%2").arg(a.exponentBits).arg(a.mantissaBits);
  }
  QString operator()(const CallAttributes& a) const { return text(a.name); }
  QString operator()(const ScanAttributes& a) const { return QStringLiteral("length %1").arg(a.length); }
  QString operator()(const IntegerPowAttributes& a) const { return QStringLiteral("exponent %1").arg(a.exponent); }
  QString operator()(const ArgminmaxAttributes& a) const { return QStringLiteral("dim %1").arg(a.dimension); }
  template <typename Other>
  QString operator()(const Other&) const {
    return {};
  }
};

/// "(·, 0.125)": the operands that are folded constants, at their places.
QString foldedOperands(const Instruction& instruction) {
  // A reduction's initial value is its combiner's neutral element nearly always: no news.
  if (callsCombiner(instruction)) return {};
  QStringList words;
  bool any = false;
  for (const Instruction* operand : instruction.operands()) {
    const bool folded = isFoldedConstant(*operand);
    any = any || folded;
    words << (folded ? text(operand->literal().text(kFoldedElements)) : QStringLiteral("·"));
  }
  if (!any) return {};
  return words.size() == 1 ? "of " + words.front() : '(' + words.join(", ") + ')';
}

}  // namespace

QString shapeLabel(const Shape& shape) {
  if (!shape.isTuple()) return text(shape.text(false));
  QStringList words;
  const auto& elements = shape.elements();
  for (size_t i = 0; i < elements.size() && i < kTupleElements; ++i) words << shapeLabel(elements[i]);
  if (elements.size() > kTupleElements) words << QStringLiteral("+%1").arg(elements.size() - kTupleElements);
  return '(' + words.join(", ") + ')';
}

bool isFoldedConstant(const Instruction& instruction) {
  return instruction.isConstant() && !instruction.shape().isTuple() &&
         instruction.shape().elementCount() <= kFoldedElements && !instruction.isRoot() &&
         !instruction.getIf<ConstantAttributes>()->elided;
}

bool callsCombiner(const Instruction& instruction) {
  switch (instruction.opcode()) {  // a question of drawing: which callees are words and which are boxes
    case Opcode::Fusion:
    case Opcode::Call:
    case Opcode::While:
    case Opcode::Conditional:
    case Opcode::AsyncStart:
    case Opcode::Jit:
    case Opcode::CustomJvpCall:
    case Opcode::CustomVjpCall:
    case Opcode::Remat:
    case Opcode::Scan:
    case Opcode::WhileLoop:
    case Opcode::Cond: return false;
    default: return !instruction.called().empty();
  }
}

QString combinerWord(const Computation& computation) {
  const Instruction* root = computation.root();
  if (!root) return text(computation.name());
  for (const Instruction* operand : root->operands()) {
    if (operand->opcode() != Opcode::Parameter) return text(computation.name());
  }
  return text(name(root->opcode()));
}

QString attributeLabel(const Instruction& instruction, const Module& module) {
  QStringList words;
  if (callsCombiner(instruction)) {
    const Computation* combiner = module.computation(instruction.called().front());
    if (combiner) words << combinerWord(*combiner);
  }
  if (const QString figures = std::visit(AttributeWords{instruction.opcode()}, instruction.attributes());
      !figures.isEmpty()) {
    words << figures;
  }
  if (const QString constants = foldedOperands(instruction); !constants.isEmpty()) words << constants;
  return words.join(", ");
}

}  // namespace onepot
