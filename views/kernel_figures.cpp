#include "views/kernel_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "engine/ops/op.h"
#include "views/instruction_kind.h"
#include "views/partners.h"

namespace onepot {
namespace {

QString opcodeWord(const Compilation& compilation, InstructionId id, int stage) {
  const FoundInstruction found = findInstruction(compilation, id, stage);
  if (!found.instruction || has(found.instruction->opcode(), kFree) || found.instruction->opcode() == Opcode::Fusion)
    return {};
  const auto word = name(found.instruction->opcode());
  return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

/// "multiply, reduce", or first and last of many.
QString workWords(const Compilation& compilation, const Kernel& kernel, int stage) {
  if (kernel.assembly.empty() && kernel.llvmAfter.empty()) return QString::fromStdString(kernel.implementation);
  QStringList words;
  for (InstructionId id : kernel.members) {
    const QString word = opcodeWord(compilation, id, stage);
    if (!word.isEmpty() && !words.contains(word)) words << word;
  }
  if (words.isEmpty()) return QString::fromStdString(kernel.implementation);
  return words.size() <= 2 ? words.join(", ") : words.first() + QStringLiteral(" … ") + words.last();
}

}  // namespace

double KernelFigure::error() const {
  return measuredMs > 0 ? (predictedMs - measuredMs) / measuredMs : std::numeric_limits<double>::quiet_NaN();
}

std::vector<KernelFigure> kernelFigures(const Compilation& compilation) {
  std::map<InstructionId, double> measured;
  if (!compilation.runs.empty() && compilation.runs.back().measured) {
    for (const Launch& launch : compilation.runs.back().jit.launches)
      measured[launch.instruction] += launch.end - launch.start;
  }
  const int stage = static_cast<int>(compilation.stages.size()) - 1;
  std::vector<KernelFigure> figures;
  for (const Kernel& kernel : compilation.kernels) {
    KernelFigure figure;
    figure.name = QString::fromStdString(kernel.name);
    figure.work = workWords(compilation, kernel, stage);
    figure.instruction = kernel.instruction;
    figure.predictedMs = kernel.predictedSeconds * 1e3;
    figure.bytes = kernel.bytesRead + kernel.bytesWritten;
    if (const auto found = measured.find(kernel.instruction); found != measured.end())
      figure.measuredMs = found->second;
    const FoundInstruction launched = findInstruction(compilation, kernel.instruction, stage);
    if (launched.instruction) {
      figure.kind =
          dominantKind(*launched.instruction, *compilation.stages[static_cast<size_t>(launched.stage)].module);
    }
    figures.push_back(figure);
  }
  return figures;
}

KernelFigure sumOf(const std::vector<KernelFigure>& kernels) {
  KernelFigure sum;
  const bool all = !kernels.empty() && std::ranges::all_of(kernels, &KernelFigure::measured);
  sum.measuredMs = all ? 0 : -1;
  for (const KernelFigure& kernel : kernels) {
    sum.predictedMs += kernel.predictedMs;
    sum.bytes += kernel.bytes;
    if (all) sum.measuredMs += kernel.measuredMs;
  }
  return sum;
}

}  // namespace onepot
