// What one kernel computes, before it is code: arrays in, arrays out, and the instructions between.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/module.h"

namespace onepot {

/// One array of the program: output `output` of an instruction (0 unless its shape is a tuple).
struct ArrayValue {
  const Instruction* instruction = nullptr;
  int output = 0;
  bool operator==(const ArrayValue&) const = default;
  const Shape& shape() const {
    const Shape& whole = instruction->shape();
    return whole.isTuple() ? whole.elements()[static_cast<size_t>(output)] : whole;
  }
};

enum class KernelStrategy : uint8_t {
  Loop,              // output elements, lanes along one of their dimensions
  RowReduction,      // an output element at a time, lanes along the reduced minor dimension
  ColumnReduction,   // blocks of columns, accumulated in cache row by row
  PartialReduction,  // phase one of a reduction with few results: partial values of `chunks` parts
  CombineReduction,  // phase two: partial values to results, with the epilogue
  UpdateInPlace,     // dynamic-update-slice that writes only the updated part
  Scatter,           // into an output that holds the operand already, one update after another
};

/// Arguments of the kernel are the inputs, then the outputs, then (for the two phases) the partial arrays.
struct KernelBody {
  const Module* module = nullptr;
  KernelStrategy strategy = KernelStrategy::Loop;
  std::vector<ArrayValue> inputs, outputs;
  std::vector<const Instruction*> members;              // whose work is inside; inputs are not
  std::vector<const Instruction*> reduces;              // that the strategy is about
  std::vector<std::vector<const Instruction*>> groups;  // reductions that share a loop when nested
  std::vector<ElementType> partialTypes;                // of the partial arrays
  int64_t chunks = 1;
  bool overlays = false;  // an output may share memory with an input that is read at the same index
  bool rowWise =
      false;  // reductions nested in a loop over more dimensions: the lanes' dimension is not cut into blocks
};

/// What the caller of a compiled kernel must know: it takes the range [0, outerCount) in pieces.
struct KernelRange {
  int64_t outerCount = 1;
  int vectorWidth = 1;
  bool sequential = false;  // the pieces must run in order
};

}  // namespace onepot
