#include "views/editor_inlays.h"

#include <algorithm>

namespace onepot {

namespace {

const Module* tracedModule(const Compilation& compilation) {
  return compilation.stages.empty() ? nullptr : compilation.stages.front().module.get();
}

template <typename Function>
void forEachTraced(const Compilation& compilation, Function function) {
  const Module* module = tracedModule(compilation);
  if (!module) return;
  for (const auto& computation : module->computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (instruction->source().known() && instruction->opcode() != Opcode::Parameter) function(*instruction);
    }
  }
}

QString shapeText(const Shape& shape) { return QString::fromStdString(shape.jaxText()); }

/// "q, k, v: f32[2048,64]": arguments of the same shape share it.
QString argumentsText(const Compilation& compilation) {
  QStringList parts;
  for (size_t i = 0; i < compilation.arguments.size();) {
    QStringList names;
    const QString shape = shapeText(compilation.arguments[i].shape);
    for (; i < compilation.arguments.size() && shapeText(compilation.arguments[i].shape) == shape; ++i) {
      names << QString::fromStdString(compilation.arguments[i].name);
    }
    parts << names.join(", ") + ": " + shape;
  }
  return parts.join(" · ");
}

int length(const SourceRange& range) { return (range.endLine - range.line) * 10000 + range.endColumn - range.column; }

}  // namespace

std::map<int, QString> lineInlays(const Capture& capture, const Compilation* compilation) {
  std::map<int, QString> inlays;
  for (const auto& each : capture.compilations) {
    if (each->definition.known()) inlays[each->definition.line] = argumentsText(*each);
  }
  if (!compilation) return inlays;
  // The widest expression that a line holds is the value the line makes.
  std::map<int, const Instruction*> widest;
  forEachTraced(*compilation, [&](const Instruction& instruction) {
    const SourceRange& range = instruction.source();
    const Instruction*& best = widest[range.line];
    if (!best || length(range) >= length(best->source())) best = &instruction;
  });
  for (const auto& [line, instruction] : widest) {
    if (!inlays.contains(line)) inlays[line] = shapeText(instruction->shape());
  }
  return inlays;
}

std::vector<ShapeMark> shapeMarks(const Compilation& compilation, const Partners& partners, int line) {
  std::map<int, const Instruction*> byColumn;
  forEachTraced(compilation, [&](const Instruction& instruction) {
    if (instruction.source().line != line) return;
    const Instruction*& best = byColumn[instruction.source().column];
    if (!best || partners.lit(instruction.id()) || length(instruction.source()) >= length(best->source()))
      best = &instruction;
  });
  std::vector<ShapeMark> marks;
  for (const auto& [column, instruction] : byColumn) {
    marks.push_back({column, shapeText(instruction->shape()), partners.lit(instruction->id())});
  }
  return marks;
}

SourceRange expressionAt(const Compilation& compilation, int line, int column) {
  SourceRange best;
  forEachTraced(compilation, [&](const Instruction& instruction) {
    const SourceRange& range = instruction.source();
    const std::pair place(line, column);
    // The caret just behind an expression still means it.
    if (place < std::pair(range.line, range.column) || std::pair(range.endLine, range.endColumn + 1) < place) return;
    if (!best.known() || length(range) < length(best)) best = range;
  });
  return best;
}

}  // namespace onepot
