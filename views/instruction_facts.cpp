#include "views/instruction_facts.h"

#include <QCoreApplication>
#include <algorithm>

#include "engine/ir/hlo_printer.h"
#include "engine/ops/op.h"
#include "views/instruction_kind.h"
#include "views/message_text.h"
#include "views/number_format.h"

namespace onepot {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Facts", text); }
QString name(const Instruction& instruction) { return QString::fromStdString(instruction.name()); }
QString passName(const Stage& stage) { return QString::fromStdString(stage.pass); }

/// The fusion of `module` that calls the instruction's computation; null where it stands alone.
const Instruction* fusionAround(const Module& module, const Instruction& instruction) {
  const ComputationId body = instruction.parent()->id();
  for (const auto& computation : module.computations()) {
    for (const auto& candidate : computation->instructions()) {
      if (candidate->opcode() == Opcode::Fusion &&
          std::ranges::find(candidate->called(), body) != candidate->called().end()) {
        return candidate.get();
      }
    }
  }
  return nullptr;
}

const Kernel* kernelOf(const Compilation& compilation, const Partners& partners) {
  for (const Kernel& kernel : compilation.kernels) {
    if (partners.kernels.contains(kernel.instruction)) return &kernel;
  }
  return nullptr;
}

/// First and last stage in which the id lives.
std::pair<int, int> lifeOf(const Compilation& compilation, InstructionId id) {
  std::pair<int, int> life(-1, -1);
  const Module* last = nullptr;
  bool lives = false;
  for (size_t i = 0; i < compilation.stages.size(); ++i) {
    const Module* module = compilation.stages[i].module.get();
    if (module && module != last) lives = findIn(*module, id) != nullptr;
    last = module ? module : last;
    if (!lives) continue;
    if (life.first < 0) life.first = static_cast<int>(i);
    life.second = static_cast<int>(i);
  }
  return life;
}

ThreadRow sourceRow(const Session& session, const SourceRange& range) {
  ThreadRow row;
  row.level = tr("Source");
  row.name = sourceText(session.text(), range);
  if (row.name.isEmpty()) row.name = tr("line %1").arg(range.line);
  row.figure = formatPosition(range.line, range.column, range.endLine, range.endColumn);
  row.note = QString::fromStdString(range.file).section('/', -1);
  row.ref = Ref::source(range);
  return row;
}

/// What has no place in the program says who made it.
ThreadRow noSourceRow(const Compilation& compilation, const Instruction& instruction) {
  ThreadRow row;
  row.level = tr("Source");
  row.name = QStringLiteral("–");
  const int first = lifeOf(compilation, instruction.id()).first;
  if (first > 0) {
    const Stage& stage = compilation.stages[static_cast<size_t>(first)];
    row.figure = tr("pass %1").arg(stage.number);
    row.note = tr("made by %1, not written in the program").arg(passName(stage));
  } else {
    row.note = instruction.opcode() == Opcode::Parameter ? tr("an argument of the function")
                                                         : tr("this program's text holds no source positions");
  }
  return row;
}

void addTrace(const Compilation& compilation, const Partners& partners, std::vector<ThreadRow>& rows) {
  const QStringList lines = QString::fromStdString(compilation.jaxpr).split('\n');
  for (size_t i = 0; i < compilation.trace.size(); ++i) {
    const TraceStep& step = compilation.trace[i];
    if (!partners.jaxprLines.contains(step.jaxprLine) || step.jaxprLine >= lines.size()) continue;
    ThreadRow row;
    row.level = tr("Trace");
    row.name =
        lines[step.jaxprLine].trimmed().section(':', 0, 0) + " = " + lines[step.jaxprLine].section('=', 1).trimmed();
    row.figure = tr("step %1").arg(i + 1);
    row.note = tr("traced while %1 ran").arg(QString::fromStdString(compilation.function));
    row.ref = Ref::instruction(compilation.id, step.instruction, 0);
    rows.push_back(row);
    return;
  }
}

void addFusion(const Session& session, const Instruction& instruction, std::vector<ThreadRow>& rows) {
  const Compilation& compilation = *session.compilation();
  for (size_t i = 0; i < compilation.stages.size(); ++i) {
    const Stage& stage = compilation.stages[i];
    if (!stage.module || stage.pass != "fusion") continue;
    const Instruction* here = findIn(*stage.module, instruction.id());
    const Instruction* fusion = here ? fusionAround(*stage.module, *here) : nullptr;
    if (!fusion) continue;
    ThreadRow row;
    row.level = tr("Fusion");
    row.name = name(*fusion);
    row.figure = tr("pass %1").arg(stage.number);
    for (const FusionDecision& decision : compilation.decisions) {
      if (decision.fused && (decision.producer == instruction.id() || decision.consumer == instruction.id())) {
        row.note = messageText(decision.reason);
        break;
      }
    }
    row.ref = Ref::instruction(compilation.id, fusion->id(), static_cast<int>(i));
    rows.push_back(row);
    return;
  }
}

void addKernelAndTime(const Session& session, std::vector<ThreadRow>& rows) {
  const Compilation& compilation = *session.compilation();
  const Kernel* kernel = kernelOf(compilation, session.partners());
  if (!kernel) return;
  ThreadRow row;
  row.level = tr("Kernel");
  row.name = QString::fromStdString(kernel->name);
  row.figure = QString::fromStdString(kernel->implementation);
  row.note = kernel->vectorWidth > 0 ? tr("%1 lanes, %2 threads").arg(kernel->vectorWidth).arg(kernel->threads)
                                     : tr("%1 threads").arg(kernel->threads);
  row.ref = Ref::kernel(compilation.id, kernel->instruction);
  rows.push_back(row);
  if (compilation.runs.empty()) return;
  const Run& run = compilation.runs.back();
  for (const Launch& launch : run.jit.launches) {
    if (launch.instruction != kernel->instruction) continue;
    ThreadRow time;
    time.level = tr("Time");
    time.name = formatMilliseconds(launch.end - launch.start);
    time.note = kernel->members.size() > 1 ? tr("whole kernel, %1 operations").arg(kernel->members.size())
                                           : tr("this kernel alone");
    time.ref = Ref::launch(compilation.id, kernel->instruction);
    rows.push_back(time);
    return;
  }
}

Property links(const QString& title, const std::vector<Instruction*>& instructions, const Compilation& compilation,
               int stage, Token token) {
  Property property{title, {}, {}, token};
  for (const Instruction* other : instructions) {
    property.links.emplace_back(name(*other), Ref::instruction(compilation.id, other->id(), stage));
  }
  return property;
}

}  // namespace

Fate fateOf(const Compilation& compilation, InstructionId id, int stage) {
  const auto [first, last] = lifeOf(compilation, id);
  if (first < 0 || stage < 0) return {};
  const auto& stages = compilation.stages;
  if (stage < first)
    return {Fate::Kind::NotYet,
            tr("made by %1 in pass %2")
                .arg(passName(stages[static_cast<size_t>(first)]))
                .arg(stages[static_cast<size_t>(first)].number),
            first};
  if (stage > last) {
    const Stage& killer = stages[static_cast<size_t>(last) + 1];
    for (const Rewrite& rewrite : killer.rewrites) {
      if (std::ranges::find(rewrite.before, id) == rewrite.before.end() || rewrite.after.empty() || !killer.module)
        continue;
      if (const Instruction* after = findIn(*killer.module, rewrite.after.front())) {
        return {Fate::Kind::Deleted,
                tr("became %1 by %2 in pass %3").arg(name(*after), passName(killer)).arg(killer.number), last + 1};
      }
    }
    return {Fate::Kind::Deleted, tr("deleted by %1 in pass %2").arg(passName(killer)).arg(killer.number), last + 1};
  }
  const Module* module = stages[static_cast<size_t>(stage)].module.get();
  const Instruction* here = module ? findIn(*module, id) : nullptr;
  const Instruction* fusion = here ? fusionAround(*module, *here) : nullptr;
  if (fusion) return {Fate::Kind::Moved, tr("moved into %1").arg(name(*fusion)), stage};
  if (first == stage && first > 0)
    return {Fate::Kind::Added, tr("added by %1").arg(passName(stages[static_cast<size_t>(stage)])), stage};
  return {};
}

std::vector<Property> propertiesOf(const Instruction& instruction, const Module& module, const Compilation& compilation,
                                   int stage) {
  std::vector<Property> list;
  const Shape& shape = instruction.shape();
  list.push_back({tr("Shape"), QString::fromStdString(shape.text(false)), {}, Token::Text});
  if (shape.layout() && shape.rank() > 0) {
    QStringList order;
    for (int64_t dim : shape.layout()->minorToMajor) order << QString::number(dim);
    list.push_back({tr("Layout"),
                    "{" + order.join(",") + "}  " + (isRowMajor(shape) ? tr("row-major") : tr("not row-major")),
                    {},
                    Token::Text});
  }
  const bool inRegisters =
      fusionAround(module, instruction) && !instruction.isRoot() && instruction.opcode() != Opcode::Parameter;
  list.push_back({tr("Size"),
                  formatBytes(byteSize(shape)) + (inRegisters ? " → " + tr("registers") : QString()),
                  {},
                  Token::Text});
  const std::string attributes = printAttributes(instruction, module);
  if (!attributes.empty()) list.push_back({tr("Attributes"), QString::fromStdString(attributes), {}, Token::Text});
  if (has(instruction.opcode(), kElementwise) && instruction.opcode() != Opcode::Copy) {
    list.push_back({tr("Work"),
                    formatCount(static_cast<double>(shape.elementCount())) + " " +
                        QString::fromUtf8(onepot::name(instruction.opcode()).data(),
                                          static_cast<qsizetype>(onepot::name(instruction.opcode()).size())),
                    {},
                    Token::Text});
  }
  if (!instruction.operands().empty()) {
    list.push_back(links(instruction.operandCount() == 1 ? tr("Operand") : tr("Operands"), instruction.operands(),
                         compilation, stage, Token::EdgeIn));
  }
  if (!instruction.users().empty()) {
    list.push_back(links(instruction.users().size() == 1 ? tr("User") : tr("Users"), instruction.users(), compilation,
                         stage, Token::EdgeOut));
  }
  return list;
}

std::vector<HistoryRow> historyOf(const Compilation& compilation, InstructionId id) {
  std::vector<HistoryRow> rows;
  const auto [first, last] = lifeOf(compilation, id);
  if (first < 0) return rows;
  const int count = static_cast<int>(compilation.stages.size());
  for (int i = 0; i < count; ++i) {
    const Stage& stage = compilation.stages[static_cast<size_t>(i)];
    QString words;
    for (const Rewrite& rewrite : stage.rewrites) {
      const bool touches = std::ranges::find(rewrite.before, id) != rewrite.before.end() ||
                           std::ranges::find(rewrite.after, id) != rewrite.after.end();
      if (touches && words.isEmpty())
        words = QString::fromStdString(rewrite.text.empty() ? rewrite.rule : rewrite.text);
    }
    if (i == first) {
      rows.push_back({i, words.isEmpty() ? (i == 0 ? tr("traced") : tr("made")) : words});
    } else if (i == last + 1) {
      rows.push_back({i, fateOf(compilation, id, i).words});
    } else if (!words.isEmpty() && i <= last) {
      rows.push_back({i, words});
    }
  }
  if (last == count - 1) rows.push_back({last, tr("in the compiled program")});
  return rows;
}

std::vector<ThreadRow> threadOf(const Session& session, const Instruction& instruction) {
  std::vector<ThreadRow> rows;
  const Compilation& compilation = *session.compilation();
  const Partners& partners = session.partners();
  if (!partners.sources.empty())
    rows.push_back(sourceRow(session, partners.sources.front()));
  else
    rows.push_back(noSourceRow(compilation, instruction));
  addTrace(compilation, partners, rows);
  const auto [first, last] = lifeOf(compilation, instruction.id());
  if (first >= 0) {
    ThreadRow row;
    row.level = "HLO";
    row.name = name(instruction);
    row.figure = first == last ? QString::number(first) : QString("%1–%2").arg(first).arg(last);
    row.note = first == last ? tr("in pass %1 only").arg(first) : tr("lives through passes %1–%2").arg(first).arg(last);
    row.ref = Ref::instruction(compilation.id, instruction.id());
    row.here = true;
    rows.push_back(row);
  }
  addFusion(session, instruction, rows);
  addKernelAndTime(session, rows);
  return rows;
}

QString sourceText(const QString& program, const SourceRange& range) {
  const QStringList lines = program.split('\n');
  if (!range.known() || range.line > lines.size()) return {};
  const QString& line = lines[range.line - 1];
  if (range.endLine != range.line) return line.mid(range.column - 1).trimmed() + " …";
  return line.mid(range.column - 1, range.endColumn - range.column + 1);
}

}  // namespace onepot
