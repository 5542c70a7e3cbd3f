#include "engine/passes/buffer_assignment.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/analysis/dataflow.h"
#include "engine/analysis/in_place.h"
#include "engine/analysis/running_computations.h"
#include "engine/base/quantity.h"
#include "engine/passes/arena.h"
#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

/// Sets of values that lie in one place, with the span of all their lives.
class SharedPlaces {
 public:
  explicit SharedPlaces(const Dataflow& flow) : m_values(flow.values()), m_parent(m_values.size()) {
    std::iota(m_parent.begin(), m_parent.end(), 0);
    for (const Value& value : m_values) {
      m_from.push_back(value.from);
      m_to.push_back(value.to);
      m_pinned.push_back(value.parameter || value.constant);
      m_bytes.push_back(byteSize(value.shape));
    }
  }

  int find(int value) {
    while (m_parent[at(value)] != value) value = m_parent[at(value)] = m_parent[at(m_parent[at(value)])];
    return value;
  }
  void join(int a, int b) {
    a = find(a), b = find(b);
    if (a == b) return;
    m_parent[at(b)] = a;
    m_from[at(a)] = std::min(m_from[at(a)], m_from[at(b)]);
    m_to[at(a)] = std::max(m_to[at(a)], m_to[at(b)]);
    m_bytes[at(a)] = std::max(m_bytes[at(a)], m_bytes[at(b)]);
    if (m_pinned[at(b)]) m_pinned[at(a)] = true;
  }
  int from(int set) const { return m_from[at(set)]; }
  int to(int set) const { return m_to[at(set)]; }
  int64_t bytes(int set) const { return m_bytes[at(set)]; }
  /// A parameter or constant lies in it: nothing may be written there.
  bool pinned(int set) const { return m_pinned[at(set)]; }

 private:
  static size_t at(int index) { return static_cast<size_t>(index); }
  const std::vector<Value>& m_values;
  std::vector<int> m_parent, m_from, m_to;
  std::vector<bool> m_pinned;
  std::vector<int64_t> m_bytes;
};

/// A result takes the place of an operand whose life ends there, where the kernel can bear it.
class InPlaceSharing {
 public:
  InPlaceSharing(const Dataflow& flow, const Module& module, SharedPlaces& places)
      : m_flow(flow), m_module(module), m_places(places) {}

  void run() {
    for (const Instruction* instruction : m_flow.order())
      if (isKernel(*instruction) && !namesItsOperands(instruction->opcode())) shareResultsOf(*instruction);
  }

 private:
  void shareResultsOf(const Instruction& instruction) {
    m_taken.clear();
    std::span<const int> results = m_flow.valuesOf(instruction);
    int position = m_flow.positionOf(instruction);
    for (size_t output = 0; output < results.size(); ++output) {
      int result = m_places.find(results[output]);
      if (m_places.from(result) != position || m_places.pinned(result)) continue;
      for (const Instruction* operand : instruction.operands()) {
        std::span<const int> arrays = m_flow.valuesOf(*operand);
        if (arrays.size() != 1 || !mayTake(instruction, static_cast<int>(output), m_places.find(arrays[0]), result))
          continue;
        m_places.join(arrays[0], result);
        m_taken.push_back(m_places.find(result));
        break;
      }
    }
  }

  bool mayTake(const Instruction& instruction, int output, int over, int result) {
    int position = m_flow.positionOf(instruction);
    bool ends = m_places.to(over) == position && m_places.from(over) < position && !m_places.pinned(over);
    if (!ends || m_places.bytes(over) != m_places.bytes(result)) return false;
    if (std::ranges::find(m_taken, over) != m_taken.end()) return false;
    for (int i = 0; i < instruction.operandCount(); ++i) {
      std::span<const int> arrays = m_flow.valuesOf(*instruction.operand(i));
      bool there = std::ranges::any_of(arrays, [&](int value) { return m_places.find(value) == over; });
      if (there && (arrays.size() != 1 || !canWriteOver(instruction, output, i, m_module))) return false;
    }
    return true;
  }

  const Dataflow& m_flow;
  const Module& m_module;
  SharedPlaces& m_places;
  std::vector<int> m_taken;  // places that results of the present instruction lie in
};

class Planner {
 public:
  Planner(const Module& module, int64_t alignment)
      : m_module(module), m_flow(module), m_places(m_flow), m_alignment(alignment) {}

  BufferPlan plan() {
    for (auto [a, b] : m_flow.mustShare()) m_places.join(a, b);
    InPlaceSharing(m_flow, m_module, m_places).run();
    makeBuffers();
    placeTemporaries();
    findPeak();
    for (const Instruction* instruction : m_flow.order()) m_plan.order.push_back(instruction->name());
    recordValues();
    return std::move(m_plan);
  }

 private:
  void makeBuffers() {
    const std::vector<Value>& values = m_flow.values();
    m_bufferOf.assign(values.size(), -1);
    for (size_t i = 0; i < values.size(); ++i) {
      int set = m_places.find(static_cast<int>(i));
      int& known = m_bufferOf[static_cast<size_t>(set)];
      if (known < 0) {
        known = static_cast<int>(m_plan.buffers.size());
        PlannedBuffer made;
        made.id = known;
        made.size = m_places.bytes(set);
        made.from = m_places.from(set);
        made.to = m_places.to(set);
        made.instruction = values[i].instruction->id();
        made.name = values[i].instruction->name();
        made.shapeIndex = values[i].shapeIndex;
        m_plan.buffers.push_back(std::move(made));
      }
      PlannedBuffer& buffer = m_plan.buffers[static_cast<size_t>(known)];
      addKind(buffer, values[i]);
      InstructionId partner = values[i].instruction->id();
      if (partner != buffer.instruction && (buffer.partners.empty() || buffer.partners.back() != partner))
        buffer.partners.push_back(partner);
      m_bufferOf[i] = known;
    }
  }

  static void addKind(PlannedBuffer& buffer, const Value& value) {
    if (value.parameter)
      buffer.kind = BufferKind::Parameter;
    else if (value.constant && buffer.kind != BufferKind::Parameter)
      buffer.kind = BufferKind::Constant;
    else if (value.output && buffer.kind == BufferKind::Temporary)
      buffer.kind = BufferKind::Output;
  }

  void placeTemporaries() {
    std::vector<ArenaRequest> requests;
    std::vector<PlannedBuffer*> temporaries;
    for (PlannedBuffer& buffer : m_plan.buffers) {
      if (buffer.kind != BufferKind::Temporary) continue;
      temporaries.push_back(&buffer);
      requests.push_back({buffer.size, buffer.from, buffer.to});
    }
    std::vector<int64_t> offsets = placeInArena(requests, m_alignment, m_plan.arenaBytes);
    for (size_t i = 0; i < temporaries.size(); ++i) temporaries[i]->offset = offsets[i];
  }

  // Parameters and constants are there all the time, results from their first write to the end.
  void findPeak() {
    std::vector<int64_t> change(m_flow.order().size() + 2, 0);
    int last = static_cast<int>(m_flow.order().size());
    for (PlannedBuffer& buffer : m_plan.buffers) {
      if (buffer.kind == BufferKind::Parameter || buffer.kind == BufferKind::Constant)
        buffer.from = 0, buffer.to = last;
      change[static_cast<size_t>(buffer.from)] += buffer.size;
      change[static_cast<size_t>(buffer.to) + 1] -= buffer.size;
    }
    int64_t now = 0;
    for (size_t position = 0; position < change.size(); ++position) {
      now += change[position];
      if (now <= m_plan.peakBytes) continue;
      m_plan.peakBytes = now;
      m_plan.peakAt = static_cast<int>(position);
    }
  }

  void recordValues() {
    for (const Computation* computation : runningComputations(m_module))
      for (const auto& instruction : computation->instructions()) {
        std::span<const int> values = m_flow.valuesOf(*instruction);
        auto arrays = arraysOf(instruction->shape());
        for (size_t i = 0; i < values.size(); ++i)
          m_plan.values.push_back(
              {instruction->id(), std::move(arrays[i].first), m_bufferOf[static_cast<size_t>(values[i])]});
      }
  }

  const Module& m_module;
  Dataflow m_flow;
  SharedPlaces m_places;
  int64_t m_alignment;
  std::vector<int> m_bufferOf;  // by value
  BufferPlan m_plan;
};

}  // namespace

BufferPlan planBuffers(const Module& module, int64_t alignment) { return Planner(module, alignment).plan(); }

bool runBufferAssignment(Module& module, PassContext& context) {
  context.buffers = planBuffers(module, context.figures.bufferAlignment);
  context.note = {"pass.peak", {bytesText(context.buffers.peakBytes)}};
  return false;
}

}  // namespace onepot
