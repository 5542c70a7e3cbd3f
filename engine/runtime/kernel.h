// A kernel of an executable, as people look at it: code, its links to instructions, what it must move and compute.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ir/module.h"

namespace onepot {

struct Kernel {
  std::string name;                       // "fusion.1", the launched instruction's name
  InstructionId instruction = 0;          // the launched instruction (in the entry or a loop body)
  std::vector<InstructionId> members;     // instructions whose work is inside
  std::string implementation;             // "loop", "reduction", "oneDNN", "transpose", "library"
  int64_t bytesRead = 0, bytesWritten = 0, flops = 0, transcendentals = 0;
  double predictedSeconds = 0;
  int vectorWidth = 0;                    // lanes; 0 = not known
  int threads = 1;
  std::string loopOrder;                  // "rows, then 8 columns at a time"
  std::string llvmBefore, llvmAfter, assembly;        // empty for library calls
  std::vector<InstructionId> llvmBeforeLines, llvmAfterLines, assemblyLines;  // one a line of text; 0 = none
};

}  // namespace onepot
