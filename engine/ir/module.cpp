#include "engine/ir/module.h"

#include "engine/base/result.h"

namespace onepot {

namespace {

/// "add.3" → "add"; a name that is all digits after its last dot is numbered.
std::string stemOf(const std::string& name) {
  size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == name.size()) return name;
  bool digits = name.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  return digits ? name.substr(0, dot) : name;
}

std::string makeUnique(std::string wanted, std::unordered_set<std::string>& taken,
                       std::unordered_map<std::string, int64_t>& counters) {
  if (taken.insert(wanted).second) return wanted;
  std::string stem = stemOf(wanted);
  int64_t& counter = counters[stem];
  do wanted = stem + "." + std::to_string(++counter);
  while (!taken.insert(wanted).second);
  return wanted;
}

}  // namespace

void Module::setEntry(Computation* entry) {
  if (m_entry != nullptr) m_entry->m_entry = false;
  m_entry = entry;
  entry->m_entry = true;
  entry->touch();
}

Computation* Module::computation(ComputationId id) const {
  auto found = m_byId.find(id);
  return found == m_byId.end() ? nullptr : found->second;
}

Computation* Module::addComputation(std::string name, ComputationId id) {
  std::shared_ptr<Computation> made(new Computation(this));
  made->m_id = id != 0 ? id : m_lastComputationId + 1;
  m_lastComputationId = std::max(m_lastComputationId, made->m_id);
  ensure(!m_byId.contains(made->m_id), "computation ids are unique");
  made->m_name = uniqueComputationName(std::move(name));
  m_byId.emplace(made->m_id, made.get());
  m_computations.push_back(std::move(made));
  return m_computations.back().get();
}

void Module::removeComputation(ComputationId id) {
  Computation* gone = computation(id);
  ensure(gone != nullptr && gone != m_entry, "only a computation that is there and is not the entry can go");
  m_byId.erase(id);
  std::erase_if(m_computations, [&](const auto& computation) { return computation.get() == gone; });
}

void Module::sortComputations() {
  std::vector<std::shared_ptr<Computation>> sorted;
  std::unordered_map<ComputationId, std::shared_ptr<Computation>> owned;
  for (const auto& computation : m_computations) owned.emplace(computation->id(), computation);
  std::unordered_map<ComputationId, int> state;  // 1: entered, 2: placed
  auto visit = [&](ComputationId start) {
    std::vector<ComputationId> stack{start};
    while (!stack.empty()) {
      ComputationId current = stack.back();
      if (state[current] == 2) {
        stack.pop_back();
        continue;
      }
      bool entered = state[current] == 1;
      state[current] = entered ? 2 : 1;
      if (entered) {
        sorted.push_back(owned.at(current));
        stack.pop_back();
        continue;
      }
      for (const auto& instruction : owned.at(current)->instructions())
        for (ComputationId callee : instruction->called()) {
          ensure(state[callee] != 1, "computations call each other in a circle");
          if (state[callee] == 0) stack.push_back(callee);
        }
    }
  };
  for (const auto& computation : m_computations)
    if (computation.get() != m_entry) visit(computation->id());
  if (m_entry != nullptr) visit(m_entry->id());
  m_computations = std::move(sorted);
}

Computation* Module::cloneComputation(const Computation& source, std::string name) {
  Computation* made = addComputation(std::move(name));
  std::unordered_map<const Instruction*, Instruction*> copies;
  for (const auto& from : source.instructions()) {
    NewInstruction to{from->opcode(), from->shape(), {}, from->attributes(), from->called(), from->name()};
    for (const Instruction* operand : from->operands()) to.operands.push_back(copies.at(operand));
    Instruction* copy = made->add(std::move(to));
    copy->m_extra = from->extra();
    copy->m_metadata = from->metadata();
    copy->m_source = from->source();
    copy->m_weakType = from->weakType();
    copy->m_origins = from->origins();
    copy->m_origins.push_back(from->id());
    copies.emplace(from.get(), copy);
  }
  for (const auto& from : source.instructions())
    for (const Instruction* before : from->controlPredecessors())
      copies.at(from.get())->addControlPredecessor(copies.at(before));
  made->setRoot(copies.at(source.root()));
  return made;
}

int64_t Module::instructionCount() const {
  int64_t count = 0;
  for (const auto& computation : m_computations) count += computation->size();
  return count;
}

std::string Module::uniqueName(std::string wanted) { return makeUnique(std::move(wanted), m_names, m_nameCounters); }

std::string Module::uniqueComputationName(std::string wanted) {
  return makeUnique(std::move(wanted), m_computationNames, m_nameCounters);
}

void Module::copyHeader(const Module& source) {
  m_name = source.m_name;
  m_lastInstructionId = source.m_lastInstructionId;
  m_lastComputationId = source.m_lastComputationId;
  m_names = source.m_names;
  m_computationNames = source.m_computationNames;
  m_nameCounters = source.m_nameCounters;
  m_scheduled = source.m_scheduled;
  m_traced = source.m_traced;
  m_header = source.m_header;
  m_replicaCount = source.m_replicaCount;
  m_partitionCount = source.m_partitionCount;
  stackTables = source.stackTables;
}

std::shared_ptr<Computation> Module::copyComputation(const Computation& source, Module* owner) const {
  std::shared_ptr<Computation> made(new Computation(owner));
  made->m_id = source.m_id;
  made->m_name = source.m_name;
  made->m_executionThread = source.m_executionThread;
  made->m_entry = source.m_entry;
  std::unordered_map<const Instruction*, Instruction*> copies;
  copies.reserve(source.m_byId.size());
  for (const auto& from : source.instructions()) {
    std::unique_ptr<Instruction> copy(new Instruction(*from));
    copy->m_parent = made.get();
    copies.emplace(from.get(), copy.get());
    made->m_byId.emplace(copy->m_id, copy.get());
    made->m_instructions.push_back(std::move(copy));
  }
  auto follow = [&](std::vector<Instruction*>& list) {
    for (Instruction*& one : list) one = copies.at(one);
  };
  for (const auto& copy : made->m_instructions) {
    follow(copy->m_operands);
    follow(copy->m_users);
    follow(copy->m_controlPredecessors);
  }
  made->m_root = source.m_root == nullptr ? nullptr : copies.at(source.m_root);
  made->m_version = source.m_version;
  return made;
}

std::shared_ptr<const Module> Module::freeze(const Module* previous) const {
  std::unordered_map<ComputationId, std::shared_ptr<Computation>> shared;
  if (previous != nullptr)
    for (const auto& earlier : previous->m_computations) {
      const Computation* now = computation(earlier->id());
      if (now != nullptr && now->version() == earlier->version()) shared.emplace(earlier->id(), earlier);
    }
  return freezeWith(shared);
}

std::shared_ptr<const Module> Module::freezeSharing(const Module& previous,
                                                    const std::unordered_set<ComputationId>& same) const {
  std::unordered_map<ComputationId, std::shared_ptr<Computation>> shared;
  for (const auto& earlier : previous.m_computations)
    if (same.contains(earlier->id())) shared.emplace(earlier->id(), earlier);
  return freezeWith(shared);
}

std::shared_ptr<const Module> Module::freezeWith(
    const std::unordered_map<ComputationId, std::shared_ptr<Computation>>& shared) const {
  auto frozen = std::make_shared<Module>(m_name);
  frozen->copyHeader(*this);
  for (const auto& computation : m_computations) {
    auto found = shared.find(computation->id());
    std::shared_ptr<Computation> kept = found != shared.end() ? found->second : copyComputation(*computation, nullptr);
    frozen->m_byId.emplace(kept->id(), kept.get());
    if (computation.get() == m_entry) frozen->m_entry = kept.get();
    frozen->m_computations.push_back(std::move(kept));
  }
  return frozen;
}

std::unique_ptr<Module> Module::clone() const {
  auto copy = std::make_unique<Module>(m_name);
  copy->copyHeader(*this);
  for (const auto& computation : m_computations) {
    auto made = copyComputation(*computation, copy.get());
    copy->m_byId.emplace(made->id(), made.get());
    if (computation.get() == m_entry) copy->m_entry = made.get();
    copy->m_computations.push_back(std::move(made));
  }
  return copy;
}

}  // namespace onepot
