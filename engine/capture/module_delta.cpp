#include "engine/capture/module_delta.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/capture/json_fields.h"
#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"

namespace onepot {

namespace {

constexpr int64_t kLargestConstant = 64;

struct PrintedComputation {
  std::string text;
  std::vector<InstructionId> ids;
};

/// Each computation's own lines of the module's text.
std::unordered_map<ComputationId, PrintedComputation> printEach(const Module& module) {
  PrintOptions options = PrintOptions::roundTrip();
  options.constantLimit = kLargestConstant;
  PrintedModule printed = printWithLines(module, options);
  std::unordered_map<ComputationId, PrintedComputation> parts;
  size_t begin = 0;
  for (const PrintedLine& line : printed.lines) {
    size_t end = printed.text.find('\n', begin);
    if (end == std::string::npos) end = printed.text.size();
    if (line.computation != 0) {
      PrintedComputation& part = parts[line.computation];
      part.text.append(printed.text, begin, end - begin).push_back('\n');
      if (line.instruction != 0) part.ids.push_back(line.instruction);
    }
    begin = end + 1;
  }
  return parts;
}

/// A renamed computation changes the text of its callers although they did not change themselves.
bool sameNames(const Module& module, const Module& previous) {
  for (const auto& computation : module.computations()) {
    const Computation* before = previous.computation(computation->id());
    if (before != nullptr && before->name() != computation->name()) return false;
  }
  return true;
}

Json encodeComputation(const Computation& computation, const PrintedComputation& printed) {
  Json origins = Json::object();
  for (const auto& instruction : computation.instructions())
    if (!instruction->origins().empty()) origins[std::to_string(instruction->id())] = instruction->origins();
  return {{"id", computation.id()},
          {"name", toJson(computation.name())},
          {"text", toJson(printed.text)},
          {"ids", printed.ids},
          {"origins", std::move(origins)}};
}

/// Instructions take the ids that the capture gives them: positive, no two alike.
bool usableIds(const Json& ids) {
  std::unordered_set<InstructionId> seen;
  return ids.is_array() && std::ranges::all_of(ids, [&](const Json& id) {
    return id.is_number_integer() && id.get<InstructionId>() > 0 && seen.insert(id.get<InstructionId>()).second;
  });
}

void copyInstructions(const Computation& from, Computation& to, const Json& ids, const Module& parsed,
                      const std::unordered_map<std::string, ComputationId>& idByName) {
  std::unordered_map<const Instruction*, Instruction*> copies;
  size_t next = 0;
  for (const auto& old : from.instructions()) {
    NewInstruction made{old->opcode(), old->shape(), {}, old->attributes(), {}, old->name()};
    if (next < ids.size()) made.id = ids[next].get<InstructionId>();
    ++next;
    for (const Instruction* operand : old->operands()) made.operands.push_back(copies.at(operand));
    for (ComputationId callee : old->called()) made.called.push_back(idByName.at(parsed.computation(callee)->name()));
    Instruction* copy = to.add(std::move(made));
    copy->setExtra(old->extra());
    copy->setMetadata(old->metadata());
    copy->setSource(old->source());
    copy->setWeakType(old->weakType());
    for (Instruction* before : old->controlPredecessors()) copy->addControlPredecessor(copies.at(before));
    copies.emplace(old.get(), copy);
  }
  to.setRoot(copies.at(from.root()));
  to.setExecutionThread(from.executionThread());
}

void restoreOrigins(Computation& computation, const Json& origins) {
  if (!origins.is_object()) return;
  for (const auto& [id, list] : origins.items()) {
    Instruction* instruction = computation.find(std::strtoll(id.c_str(), nullptr, 10));
    std::vector<InstructionId> ids;
    fromJson(list, ids);
    if (instruction != nullptr) instruction->addOrigins(ids);
  }
}

/// What the delta and the previous module together say of each computation, in order.
struct Assembled {
  std::string text;
  std::map<ComputationId, Json> parts;                       // ids and origins
  std::unordered_map<std::string, ComputationId> idByName;
  std::unordered_set<ComputationId> same;
};

Result<Assembled> assemble(const Json& delta, const Module* previous) {
  Assembled all;
  std::unordered_map<ComputationId, PrintedComputation> before;
  if (previous != nullptr) before = printEach(*previous);
  for (const Json& part : delta.value("changed", Json::array()))
    if (part.is_object() && part.contains("id") && part["id"].is_number_integer())
      all.parts.emplace(part["id"].get<ComputationId>(), part);
  for (const Json& element : delta.value("order", Json::array())) {
    ComputationId id = element.is_number_integer() ? element.get<ComputationId>() : 0;
    auto part = all.parts.find(id);
    std::string name, text;
    if (part != all.parts.end()) {
      fromJson(part->second.value("name", Json()), name);
      fromJson(part->second.value("text", Json()), text);
    } else if (before.contains(id)) {
      name = previous->computation(id)->name();
      text = before.at(id).text;
      all.parts.emplace(id, Json{{"ids", before.at(id).ids}});
      all.same.insert(id);
    } else {
      return fail(Message{"capture.computation_missing", {std::to_string(id)}});
    }
    all.idByName.emplace(name, id);
    all.text += text + "\n";
  }
  return all;
}

void setHeader(Module& module, const Json& delta) {
  module.setScheduled(delta.value("scheduled", false));
  module.setTraced(delta.value("traced", false));
  module.setReplicaCount(delta.value("replicas", int64_t{1}));
  module.setPartitionCount(delta.value("partitions", int64_t{1}));
  fromJson(delta.value("header", Json::array()), module.header());
  fromJson(delta.value("stack_tables", Json()), module.stackTables);
}

}  // namespace

Json encodeModule(const std::shared_ptr<const Module>& module, const std::shared_ptr<const Module>& previous) {
  if (module == nullptr || module == previous) return nullptr;
  auto printed = printEach(*module);
  bool mayShare = previous != nullptr && sameNames(*module, *previous);
  Json order = Json::array(), changed = Json::array();
  for (const auto& computation : module->computations()) {
    order.push_back(computation->id());
    bool same = mayShare && previous->computation(computation->id()) == computation.get();
    if (!same) changed.push_back(encodeComputation(*computation, printed[computation->id()]));
  }
  return {{"name", toJson(module->name())},
          {"scheduled", module->scheduled()},
          {"traced", module->traced()},
          {"replicas", module->replicaCount()},
          {"partitions", module->partitionCount()},
          {"header", toJson(module->header())},
          {"stack_tables", toJson(module->stackTables)},
          {"entry", module->entry() == nullptr ? 0 : module->entry()->id()},
          {"order", std::move(order)},
          {"changed", std::move(changed)}};
}

Result<std::shared_ptr<const Module>> decodeModule(const Json& delta, const std::shared_ptr<const Module>& previous) {
  if (delta.is_null()) return previous;
  if (!delta.is_object()) return fail(Message{"capture.bad_module", {}});
  auto all = assemble(delta, previous.get());
  if (!all) return failureOf(std::move(all));
  std::string name = "module";
  fromJson(delta.value("name", Json()), name);
  ParseOptions options;
  options.checkShapes = false;  // they were checked where they were made
  auto parsed = parseHlo("HloModule m\n\n" + all->text, options);
  if (!parsed) return failureOf(std::move(parsed));

  Module restored(name);
  for (const auto& computation : (*parsed)->computations()) {
    auto id = all->idByName.find(computation->name());
    if (id == all->idByName.end()) return fail(Message{"capture.bad_module", {}});
    const Json& part = all->parts.at(id->second);
    const Json ids = part.value("ids", Json::array());
    if (!usableIds(ids)) return fail(Message{"capture.bad_module", {}});
    Computation* made = restored.addComputation(computation->name(), id->second);
    copyInstructions(*computation, *made, ids, **parsed, all->idByName);
    restoreOrigins(*made, part.value("origins", Json()));
  }
  Computation* entry = restored.computation(delta.value("entry", ComputationId{0}));
  if (entry == nullptr) return fail(Message{"capture.bad_module", {}});
  restored.setEntry(entry);
  setHeader(restored, delta);
  return previous == nullptr ? restored.freeze() : restored.freezeSharing(*previous, all->same);
}

}  // namespace onepot
