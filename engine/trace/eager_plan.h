// How one operation on concrete arrays runs: the HLO instructions it comes to, each alone, or one compiled function.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "engine/runtime/compiler.h"
#include "engine/trace/trace_level.h"

namespace onepot {

/// What operations must have in common to share a plan.
struct EagerKey {
  Opcode opcode = Opcode::Parameter;
  Attributes attributes;
  std::vector<Aval> operands;
  std::optional<Shape> written;
  Device* device = nullptr;
  std::vector<TracedFunctionPtr> functions;  // combiners and comparators, held so that their addresses stay theirs

  static size_t hash(const Operation& operation, Device* device);
  bool matches(const Operation& operation, Device* otherDevice) const;
};

class EagerPlan {
 public:
  /// Throws TraceException when the operands do not fit the operation.
  EagerPlan(const Operation& operation, TraceState& state);
  const EagerKey& key() const { return m_key; }
  std::vector<Value> run(const Operation& operation, TraceState& state, const RunOptions& options) const;

 private:
  /// One HLO instruction in a module of its own. Slots hold the operands first.
  struct Step {
    std::unique_ptr<Module> module;
    const Instruction* instruction = nullptr;
    std::vector<int> operands;
    std::vector<int> results;
  };
  void addStep(const Module& module, const Instruction& instruction,
               std::unordered_map<const Instruction*, int>& slots);
  using Clock = std::chrono::steady_clock;
  static Result<std::vector<Array>> dispatchStep(const Step& step, Device& device, std::span<const Array> arguments,
                                                 const RunOptions& options, Clock::time_point begin);
  Result<std::vector<Array>> runSteps(std::span<const Array> operands, Device& device, const RunOptions& options) const;

  EagerKey m_key;
  std::vector<Aval> m_results;
  std::vector<std::pair<int, Literal>> m_constants;
  std::vector<Step> m_steps;
  std::vector<int> m_resultSlots;
  int m_slotCount = 0;
  std::shared_ptr<Executable> m_executable;  // instead of the steps, where there would be many
};

}  // namespace onepot
