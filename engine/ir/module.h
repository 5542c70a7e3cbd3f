// A whole program: computations, one of them the entry. Mutable inside a pass; outside, a frozen snapshot.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/ir/computation.h"

namespace onepot {

class Module {
 public:
  explicit Module(std::string name = "module") : m_name(std::move(name)) {}
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  const std::string& name() const { return m_name; }
  void setName(std::string name) { m_name = std::move(name); }

  /// Callees before callers, as HLO text has them.
  const std::vector<std::shared_ptr<Computation>>& computations() const { return m_computations; }
  Computation* entry() const { return m_entry; }
  void setEntry(Computation* entry);
  Computation* computation(ComputationId id) const;
  /// `id` 0: the module's next one.
  Computation* addComputation(std::string name, ComputationId id = 0);
  void removeComputation(ComputationId id);
  /// Restores "callees before callers"; the entry last.
  void sortComputations();
  /// Copies `source`'s instructions into a new computation of this module with new ids (origins kept); callees must be here.
  Computation* cloneComputation(const Computation& source, std::string name);
  /// Copies `source` of module `from`, and all it calls, to here; returns the copy. Ids are new unless `keepIds`.
  Computation* importComputation(const Module& from, const Computation& source, bool keepIds);

  int64_t instructionCount() const;
  InstructionId nextInstructionId() { return ++m_lastInstructionId; }
  /// Makes `wanted` unique in this module: "add" → "add.1".
  std::string uniqueName(std::string wanted);
  std::string uniqueComputationName(std::string wanted);

  /// True once the schedule is the order of each computation's instructions (header is_scheduled=true).
  bool scheduled() const { return m_scheduled; }
  void setScheduled(bool scheduled) { m_scheduled = scheduled; }
  /// The module is in the traced dialect: scalar operands may stand for arrays, traced rows are allowed.
  bool traced() const { return m_traced; }
  void setTraced(bool traced) { m_traced = traced; }
  /// Header attributes, kept as written, in order.
  ExtraAttributes& header() { return m_header; }
  const ExtraAttributes& header() const { return m_header; }
  int64_t replicaCount() const { return m_replicaCount; }
  int64_t partitionCount() const { return m_partitionCount; }
  void setReplicaCount(int64_t count) { m_replicaCount = count; }
  void setPartitionCount(int64_t count) { m_partitionCount = count; }
  /// Blocks FileNames, FunctionNames, FileLocations, StackFrames of recent dumps, kept as written.
  std::string stackTables;

  /// A frozen copy with the same ids and names. Computations whose version `previous` already holds are shared with it.
  std::shared_ptr<const Module> freeze(const Module* previous = nullptr) const;
  /// The same, but it is `same` that says which computations to take from `previous` (a module that was read back).
  std::shared_ptr<const Module> freezeSharing(const Module& previous,
                                              const std::unordered_set<ComputationId>& same) const;
  /// A mutable copy with the same ids.
  std::unique_ptr<Module> clone() const;

 private:
  friend class Computation;
  friend class Instruction;
  std::shared_ptr<Computation> copyComputation(const Computation& source, Module* owner) const;
  void copyHeader(const Module& source);
  std::shared_ptr<const Module> freezeWith(
      const std::unordered_map<ComputationId, std::shared_ptr<Computation>>& shared) const;
  void noteInstructionId(InstructionId id) { m_lastInstructionId = std::max(m_lastInstructionId, id); }

  std::string m_name;
  std::vector<std::shared_ptr<Computation>> m_computations;
  std::unordered_map<ComputationId, Computation*> m_byId;
  Computation* m_entry = nullptr;
  InstructionId m_lastInstructionId = 0;
  ComputationId m_lastComputationId = 0;
  std::unordered_set<std::string> m_names;
  std::unordered_set<std::string> m_computationNames;
  std::unordered_map<std::string, int64_t> m_nameCounters;
  bool m_scheduled = false;
  bool m_traced = false;
  ExtraAttributes m_header;
  int64_t m_replicaCount = 1;
  int64_t m_partitionCount = 1;
};

}  // namespace onepot
