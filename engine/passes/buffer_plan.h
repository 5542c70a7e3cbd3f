// Where every value of a scheduled module lives in memory, and for how long.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ir/module.h"

namespace onepot {

enum class BufferKind : uint8_t { Parameter, Constant, Output, Temporary };

struct PlannedBuffer {
  int64_t id = 0;
  InstructionId instruction = 0;       // the value it was made for
  std::string name;                    // that instruction's name
  std::vector<int64_t> shapeIndex;     // inside a tuple
  BufferKind kind = BufferKind::Temporary;
  int64_t offset = 0;                  // in the temporary arena; in its own allocation 0
  int64_t size = 0;                    // bytes
  int from = 0, to = 0;                // program order of the flattened schedule, both included
  std::vector<InstructionId> partners; // further values that share it (aliases: loop carries, in-place updates)
};

struct BufferPlan {
  std::vector<PlannedBuffer> buffers;
  int64_t arenaBytes = 0;              // temporaries together
  int64_t peakBytes = 0;               // everything live at once, at its highest
  int peakAt = 0;
  std::vector<std::string> order;      // the flattened schedule's instruction names, by position
};

}  // namespace onepot
