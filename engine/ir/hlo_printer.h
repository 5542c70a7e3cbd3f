// Module → HLO text, with a map from lines to instructions.
#pragma once

#include <string>
#include <vector>

#include "engine/ir/module.h"

namespace onepot {

struct PrintOptions {
  bool percent = false;          // "%add.1"
  bool metadata = false;         // metadata={op_name=… source_file=… source_line=…}
  bool layouts = true;
  bool operandShapes = false;    // the form before March 2025: add(f32[2] %x, …)
  bool extra = true;             // sharding, backend_config and other attributes that were kept as written
  bool header = true;            // the HloModule line
  bool programShape = false;     // "(p: f32[2]) -> f32[2]" after a computation's name
  int64_t constantLimit = 10;    // larger array constants print as {...}; < 0: none is elided

  /// As XLA's own to_string() prints: percent, program shapes, metadata.
  static PrintOptions canonical();
  /// Everything that is needed to read the module back as it is.
  static PrintOptions roundTrip();
};

struct PrintedLine {
  ComputationId computation = 0;  // 0 on lines between computations
  InstructionId instruction = 0;  // 0 on lines without one
};

struct PrintedModule {
  std::string text;
  std::vector<PrintedLine> lines;  // one a line of `text`
};

PrintedModule printWithLines(const Module& module, const PrintOptions& options = {});
std::string print(const Module& module, const PrintOptions& options = {});
/// The second form is for a computation of a frozen module, which does not know its module.
std::string print(const Computation& computation, const PrintOptions& options = {});
std::string print(const Computation& computation, const Module& module, const PrintOptions& options = {});
/// One line without indent: "add.3 = f32[2]{0} add(x, y)". `module` resolves called computations' names.
std::string print(const Instruction& instruction, const Module& module, const PrintOptions& options = {});
/// The attributes alone, "dimensions={0}, to_apply=add": what a node's third line and a diff show.
std::string printAttributes(const Instruction& instruction, const Module& module, const PrintOptions& options = {});

}  // namespace onepot
