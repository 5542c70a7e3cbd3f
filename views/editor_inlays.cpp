#include "views/editor_inlays.h"

#include <QCoreApplication>
#include <QStringList>
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

/// A decorated function is said to begin at its decorator: the line of its `def`.
int defLine(const QStringList& program, int line) {
  for (int at = line; at > 0 && at <= program.size(); ++at) {
    const QString text = program[at - 1].trimmed();
    if (text.startsWith("def ") || text.startsWith("async def ")) return at;
    if (at > line && text.isEmpty()) break;
  }
  return line;
}

/// "2 compiles, 1 cache miss": how often the function was compiled, and how often it had to be anew.
QString compilesText(const Capture& capture, const std::string& function) {
  const auto compiles =
      std::ranges::count_if(capture.compilations, [&](const auto& each) { return each->function == function; });
  const auto misses = std::ranges::count(capture.cacheMisses, function, &CacheMiss::function);
  const auto tr = [](const char* text) { return QCoreApplication::translate("Inlays", text); };
  return (compiles == 1 ? tr("1 compile") : tr("%1 compiles").arg(compiles)) + ", " +
         (misses == 1 ? tr("1 cache miss") : tr("%1 cache misses").arg(misses));
}

int length(const SourceRange& range) { return (range.endLine - range.line) * 10000 + range.endColumn - range.column; }

}  // namespace

std::map<int, QString> lineInlays(const Capture& capture, const Compilation* compilation) {
  std::map<int, QString> inlays;
  const QStringList program = QString::fromStdString(capture.programText).split('\n');
  for (const auto& each : capture.compilations) {
    if (!each->definition.known()) continue;
    const int line = defLine(program, each->definition.line);
    inlays[line] = argumentsText(*each);
    const bool decorated = line > 1 && line <= program.size() && program[line - 2].trimmed().startsWith('@');
    if (decorated) inlays[line - 1] = compilesText(capture, each->function);
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
