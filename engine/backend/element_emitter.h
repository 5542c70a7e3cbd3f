// Computes elements of a fusion's instructions on demand: runs the op table's element rules over a LaneBuilder, loads
// what is bound to memory, keeps every (instruction, index) once, and nests loops for reductions inside.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/backend/lane_builder.h"
#include "engine/ir/module.h"

namespace onepot {

/// An array in memory: where, and elements between neighbours along each dimension.
struct ArrayView {
  LaneBuilder::Access access;
  std::vector<int64_t> strides;
};

/// How a reduction puts two values together: a computation of 2·n scalar parameters; n = 1 and a plain operation
/// mostly.
struct Combiner {
  const Computation* computation = nullptr;
  Opcode simple = Opcode::Parameter;  // Parameter: not a plain operation
  bool isSimple() const { return simple != Opcode::Parameter; }
};
Combiner combinerOf(const Computation& computation);

class ElementEmitter {
 public:
  ElementEmitter(LaneBuilder& builder, const Module& module);
  ElementEmitter(const ElementEmitter&) = delete;
  ElementEmitter& operator=(const ElementEmitter&) = delete;

  LaneBuilder& builder() { return m_builder; }
  const Module& module() const { return m_module; }
  void bind(const Instruction* instruction, int output, ArrayView view);
  /// Every index is one linear position (all arrays alike or scalar); only for elementwise instructions.
  void setFlat(bool flat) { m_flat = flat; }
  /// Vectors a reduction's own lane loop takes per 32 bytes (several independent accumulators).
  void setInterleave(int vectors) { m_interleave = vectors; }

  /// Element `index` of output `output` (0 unless tuple-shaped) of an instruction.
  Scalar element(const Instruction* instruction, int output, std::span<const Scalar> index) {
    return element(instruction, output, index, {});
  }
  /// A value known from elsewhere, at this index.
  void provide(const Instruction* instruction, int output, std::span<const Scalar> index, Scalar value);
  void store(const ArrayView& view, std::span<const Scalar> index, Scalar value);
  Scalar position(const ArrayView& view, std::span<const Scalar> index);
  Scalar number(int64_t value);

  /// The reductions of a group (all over the same elements) at a kept index, over part of the range: `ranges` are
  /// [begin, end) by reduced dimension. Values follow each other; they come without the init value where `partial`.
  struct Range {
    Scalar begin, end;
    int64_t size = 0;  // end − begin where constant, else a lower bound; 0 < size
    bool constant = true;
  };
  std::vector<Scalar> reduceValues(std::span<const Instruction* const> group, std::span<const Scalar> kept,
                                   std::span<const Range> ranges, bool partial, Scalar guard = {});
  /// Reductions over the same elements that run in one loop where one of them is asked for.
  void setGroups(std::vector<std::vector<const Instruction*>> groups) { m_groups = std::move(groups); }
  /// What partial values become: the init value put in, narrowed to the result's type.
  std::vector<Scalar> finish(const Instruction* reduce, std::span<const Scalar> partial);
  std::vector<Scalar> combine(const Combiner& combiner, std::span<const Scalar> a, std::span<const Scalar> b);
  /// The values of a computation's root (a combiner's, a comparator's) for scalar arguments.
  std::vector<Scalar> scalarComputation(const Computation& computation, std::span<const Scalar> arguments);
  /// What each value of the reduction starts from: the identity of a plain combiner, else the init value.
  std::vector<Scalar> startValues(const Instruction* reduce, const Combiner& combiner);
  std::vector<Scalar> initValues(const Instruction* reduce);
  /// One step of a reduction: accumulators with the operands' elements at `index` put in.
  std::vector<Scalar> accumulate(const Instruction* reduce, const Combiner& combiner,
                                 std::span<const Scalar> accumulators, std::span<const Scalar> index,
                                 Scalar guard = {});

 private:
  struct Key {
    const Instruction* instruction = nullptr;
    int output = 0;
    std::vector<uint32_t> index;
    uint32_t guard = 0;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };
  struct Request {
    const Instruction* instruction;
    int output;
    std::vector<Scalar> index;
    Scalar guard;  // pred: false where nobody looks at the value and loads must not happen; id 0: always wanted
  };
  class Context;
  /// Loops over `sizes`, accumulating; the heart of reduce, dot and reduce-window.
  struct Nest {
    std::vector<Range> ranges;
    std::vector<ElementType> types;
    std::vector<Scalar> start;
    std::function<std::vector<Scalar>(std::span<const Scalar> accumulators, std::span<const Scalar> position)> step;
    std::function<std::vector<Scalar>(std::span<const Scalar> a, std::span<const Scalar> b)> combine;
    bool blocked = false;  // float sums: a partial sum for each pass of the innermost loop
  };

  Scalar element(const Instruction* instruction, int output, std::span<const Scalar> index, Scalar guard);
  const Scalar* cached(const Request& request) const;
  void cache(const Request& request, Scalar value);
  bool isLeaf(const Instruction* instruction, int output) const;
  Scalar loadLeaf(const Request& request);
  const ArrayView& viewOf(const Instruction* instruction, int output);
  bool contractable(const Instruction* instruction) const;
  /// One step for the request on top of the stack: false when operands had to be pushed first.
  bool answer(std::vector<Request>& stack);
  void pushOperands(const Request& request, std::vector<Request>& stack);
  void emitReduce(const Request& request);
  void emitDot(const Request& request);
  void emitReduceWindow(const Request& request);
  void emitConvolution(const Request& request);
  Scalar windowPosition(const WindowDimension& window, int64_t size, Scalar place, Scalar offset, Scalar& present);
  void emitMap(const Request& request);
  int levelOf(std::span<const Scalar> index) const;
  std::vector<const Instruction*> groupOf(const Instruction* reduce) const;
  std::vector<Scalar> emitNest(const Nest& nest);
  std::vector<Scalar> emitLaneNest(const Nest& nest);
  int reductionLanes(const Nest& nest) const;
  std::vector<Scalar> foldLanes(const Nest& nest, std::vector<Scalar> values, int lanes);

  LaneBuilder& m_builder;
  const int m_home;  // the level it was made on: a value without an index belongs there, inside the loop around it
  const Module& m_module;
  bool m_flat = false;
  int m_interleave = 4;
  std::vector<std::vector<const Instruction*>> m_groups;
  std::unordered_map<Key, ArrayView, KeyHash> m_views;  // index empty
  std::unordered_map<Key, Scalar, KeyHash> m_values;
  std::vector<std::vector<Key>> m_keysOfLevel;
};

}  // namespace onepot
