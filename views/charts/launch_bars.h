// The launches of a run as charts draw them: name, times, bytes, kind, and the part of the program they belong to.
#pragma once

#include <QString>
#include <unordered_map>
#include <vector>

#include "engine/runtime/compilation.h"
#include "views/ref.h"
#include "views/theme.h"

namespace onepot {

struct LaunchBar {
  QString name;
  double start = 0, end = 0;  // milliseconds from the call's begin
  int64_t read = 0, written = 0;
  InstructionId instruction = 0;
  Ref ref;
  Kind kind = Kind::Free;
  SourceRange source;
  QString expression;  // the piece of the program there; filled in by who has the text
  QString inJit;       // of an eager launch: the kernel that does its work in jit; empty: none
  std::vector<ThreadWork> work;

  double milliseconds() const { return end - start; }
  int64_t bytes() const { return read + written; }
  /// Bytes a second; 0 where nothing moved or no time passed.
  double rate() const { return milliseconds() > 0 ? static_cast<double>(bytes()) / milliseconds() * 1e3 : 0; }
};

/// Linear in the launches and in the instructions of the stage they belong to.
std::vector<LaunchBar> eagerBars(const Compilation& compilation, const Run& run);
std::vector<LaunchBar> jitBars(const Compilation& compilation, const Run& run);

/// Without the mark of the traced dialect, which says nothing here: "reduce-max.2".
QString barName(const std::string& name);
/// Of one stage's module, by id.
std::unordered_map<InstructionId, const Instruction*> instructionsOf(const Stage& stage);
/// The kernel, by its launched instruction, in which the work of each instruction of any stage ends up.
std::unordered_map<InstructionId, const Kernel*> kernelsOf(const Compilation& compilation);

}  // namespace onepot
