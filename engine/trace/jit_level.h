// The level that records: every operation becomes an instruction of a traced module.
#pragma once

#include <string>

#include "engine/trace/trace_level.h"

namespace onepot {

class JitLevel final : public TraceLevel {
 public:
  JitLevel(TraceState& state, const std::string& name);
  ~JitLevel() override;

  Value argument(const Aval& aval, const std::string& name);
  std::vector<Value> process(const Operation& operation) override;
  /// Ends the recording; the level is of no further use.
  std::shared_ptr<TracedFunction> finish(std::span<const Value> results);

 private:
  Instruction* instructionOf(const Value& value);
  Instruction* captureConst(const Value& value);
  Instruction* literalConstant(const Value& value);
  ComputationId placed(const TracedFunctionPtr& function);
  struct Recorded {
    const std::vector<SourceRange>& source;
    const std::string& name;  // "layer/exp"
  };
  Instruction* add(NewInstruction instruction, bool weak, const Recorded& recorded);
  void orderParameters();

  std::unique_ptr<Module> m_module;
  Computation* m_entry;
  std::vector<Instruction*> m_arguments;
  std::vector<Instruction*> m_constParameters;
  std::vector<Value> m_consts;
  std::unordered_map<const ValueNode*, Instruction*> m_captured;
  std::unordered_map<std::string, Instruction*> m_literals;  // by type, weakness and bits
  std::unordered_map<const TracedFunction*, ComputationId> m_placed;
  std::shared_ptr<TracedFunction> m_function;
  std::unordered_map<const CustomRule*, bool> m_hasRule;
};

}  // namespace onepot
