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
  InstructionId instruction = 0;    // the value it was made for
  std::string name;                 // that instruction's name
  std::vector<int64_t> shapeIndex;  // inside a tuple
  BufferKind kind = BufferKind::Temporary;
  int64_t offset = 0;                   // in the temporary arena; in its own allocation 0
  int64_t size = 0;                     // bytes
  int from = 0, to = 0;                 // program order of the flattened schedule, both included
  std::vector<InstructionId> partners;  // further values that share it (aliases: loop carries, in-place updates)
};

/// Which buffer holds one array of an instruction's value: the instruction's own, or one inside its tuple.
struct ValueBuffer {
  InstructionId instruction = 0;
  std::vector<int64_t> shapeIndex;
  int64_t buffer = 0;
};

struct BufferPlan {
  std::vector<PlannedBuffer> buffers;  // buffer `id` stands at position id
  std::vector<ValueBuffer> values;     // every array of every instruction of the entry, loops, branches and callees
  int64_t arenaBytes = 0;              // temporaries together
  int64_t peakBytes = 0;               // everything live at once, at its highest
  int peakAt = 0;
  std::vector<std::string> order;  // the flattened schedule's instruction names, by position
};

}  // namespace onepot
