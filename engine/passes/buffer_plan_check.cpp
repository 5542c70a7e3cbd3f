// Proves a buffer plan: values that are needed at the same time lie apart.
#include <algorithm>
#include <map>
#include <numeric>

#include "engine/analysis/dataflow.h"
#include "engine/analysis/in_place.h"
#include "engine/analysis/running_computations.h"
#include "engine/passes/buffer_assignment.h"

namespace onepot {

namespace {

class PlanCheck {
 public:
  PlanCheck(const Module& module, const BufferPlan& plan) : m_module(module), m_plan(plan), m_flow(module) {}

  std::vector<std::string> run() {
    for (const ValueBuffer& value : m_plan.values) m_buffer[{value.instruction, value.shapeIndex}] = value.buffer;
    std::vector<std::vector<int>> inside(m_plan.buffers.size());
    const std::vector<Value>& values = m_flow.values();
    for (size_t i = 0; i < values.size(); ++i) {
      auto found = m_buffer.find({values[i].instruction->id(), values[i].shapeIndex});
      if (found == m_buffer.end()) {
        complain(values[i], "has no buffer");
        continue;
      }
      const PlannedBuffer& buffer = m_plan.buffers[static_cast<size_t>(found->second)];
      if (buffer.size < byteSize(values[i].shape)) complain(values[i], "does not fit its buffer");
      bool written = !values[i].parameter && !values[i].constant && !isCarried(values[i]);
      bool readOnly = buffer.kind == BufferKind::Parameter || buffer.kind == BufferKind::Constant;
      if (written && readOnly && values[i].instruction->opcode() != Opcode::While)
        complain(values[i], "is written over a parameter or constant");
      inside[static_cast<size_t>(found->second)].push_back(static_cast<int>(i));
    }
    for (auto [a, b] : m_flow.mustShare())
      if (bufferOf(a) != bufferOf(b)) complain(values[static_cast<size_t>(a)], "does not lie where it flows to");
    for (size_t i = 0; i < inside.size(); ++i) {
      BufferKind kind = m_plan.buffers[i].kind;
      if (kind != BufferKind::Parameter && kind != BufferKind::Constant) checkOneBuffer(inside[i]);
    }
    checkArena();
    checkOutputs();
    return std::move(m_faults);
  }

 private:
  static bool isCarried(const Value& value) { return value.instruction->opcode() == Opcode::Parameter; }
  int64_t bufferOf(int value) const {
    const Value& wanted = m_flow.values()[static_cast<size_t>(value)];
    auto found = m_buffer.find({wanted.instruction->id(), wanted.shapeIndex});
    return found == m_buffer.end() ? -1 : found->second;
  }
  void complain(const Value& value, const std::string& what) {
    m_faults.push_back(value.instruction->name() + " " + what);
  }

  // By first position; each must begin after all before it have ended, or take over from one in place.
  void checkOneBuffer(std::vector<int>& together) {
    const std::vector<Value>& values = m_flow.values();
    std::ranges::sort(together, {}, [&](int id) { return values[static_cast<size_t>(id)].from; });
    std::vector<int> latest;  // those that end last so far
    for (int id : together) {
      const Value& value = values[static_cast<size_t>(id)];
      for (int other : latest) {
        const Value& before = values[static_cast<size_t>(other)];
        if (before.to < value.from || (before.to == value.from && takesOver(id, other))) continue;
        m_faults.push_back(value.instruction->name() + " overwrites " + before.instruction->name());
      }
      if (!latest.empty() && values[static_cast<size_t>(latest.front())].to < value.to) latest.clear();
      if (latest.empty() || values[static_cast<size_t>(latest.front())].to == value.to) latest.push_back(id);
    }
  }

  bool takesOver(int result, int operandValue) const {
    const Instruction& instruction = *m_flow.values()[static_cast<size_t>(result)].instruction;
    std::span<const int> results = m_flow.valuesOf(instruction);
    auto output = static_cast<int>(std::ranges::find(results, result) - results.begin());
    if (!isKernel(instruction) || output == static_cast<int>(results.size())) return false;
    bool reads = false;
    for (int i = 0; i < instruction.operandCount(); ++i) {
      std::span<const int> arrays = m_flow.valuesOf(*instruction.operand(i));
      if (std::ranges::find(arrays, operandValue) == arrays.end()) continue;
      reads = true;
      if (arrays.size() != 1 || !canWriteOver(instruction, output, i, m_module)) return false;
    }
    return reads;
  }

  void checkArena() {
    std::vector<const PlannedBuffer*> byOffset;
    for (const PlannedBuffer& buffer : m_plan.buffers)
      if (buffer.kind == BufferKind::Temporary && buffer.size > 0) byOffset.push_back(&buffer);
    std::ranges::sort(byOffset, {}, &PlannedBuffer::offset);
    for (size_t i = 0; i < byOffset.size(); ++i) {
      const PlannedBuffer& low = *byOffset[i];
      if (low.offset + low.size > m_plan.arenaBytes) m_faults.push_back(low.name + " ends outside of the arena");
      for (size_t k = i + 1; k < byOffset.size() && byOffset[k]->offset < low.offset + low.size; ++k)
        if (low.from <= byOffset[k]->to && byOffset[k]->from <= low.to)
          m_faults.push_back(low.name + " overlaps " + byOffset[k]->name);
    }
  }

  void checkOutputs() {
    std::map<int64_t, int> uses;
    for (int value : m_flow.valuesOf(*m_module.entry()->root())) ++uses[bufferOf(value)];
    for (auto [buffer, count] : uses) {
      bool own = buffer >= 0 && m_plan.buffers[static_cast<size_t>(buffer)].kind == BufferKind::Output;
      if (!own || count > 1) m_faults.push_back("a result shares its buffer or lies outside of the results");
    }
  }

  const Module& m_module;
  const BufferPlan& m_plan;
  Dataflow m_flow;
  std::map<std::pair<InstructionId, std::vector<int64_t>>, int64_t> m_buffer;
  std::vector<std::string> m_faults;
};

}  // namespace

std::vector<std::string> verifyPlan(const Module& module, const BufferPlan& plan) {
  return PlanCheck(module, plan).run();
}

}  // namespace onepot
