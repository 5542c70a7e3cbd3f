#include "engine/ir/hlo_printer.h"

#include <algorithm>
#include <utility>

#include "engine/ir/attribute_family.h"
#include "engine/ir/hlo_attribute_printer.h"

namespace onepot {

namespace {

/// XLA's order of attributes: a collective's groups, the operation's own, called computations, what any operation may
/// carry, metadata, backend_config.
enum class ExtraPlace : uint8_t { First, Own, Common, Last };

ExtraPlace placeOf(std::string_view key) {
  static constexpr std::string_view kFirst[] = {"channel_id", "replica_groups", "constrain_layout"};
  static constexpr std::string_view kCommon[] = {"sharding", "frontend_attributes", "parameter_replication", "origin",
                                                 "statistics"};
  if (key == "backend_config") return ExtraPlace::Last;
  if (std::ranges::find(kFirst, key) != std::end(kFirst)) return ExtraPlace::First;
  return std::ranges::find(kCommon, key) != std::end(kCommon) ? ExtraPlace::Common : ExtraPlace::Own;
}

class Printer {
 public:
  Printer(const PrintOptions& options, const Module* module) : m_options(options), m_module(module) {}

  std::string& text() { return m_text; }
  std::vector<PrintedLine>& lines() { return m_lines; }

  void module(const Module& module) {
    if (m_options.header) header(module);
    for (const auto& computation : module.computations()) {
      if (!m_text.empty()) endLine({});
      this->computation(*computation, computation.get() == module.entry());
    }
  }

  void computation(const Computation& computation, bool entry) {
    if (entry) m_text += "ENTRY ";
    name(computation.name());
    if (m_options.programShape) signature(computation);
    m_text += " {";
    endLine({computation.id(), 0});
    for (const auto& instruction : computation.instructions()) {
      m_text += instruction.get() == computation.root() ? "  ROOT " : "  ";
      this->instruction(*instruction);
      endLine({computation.id(), instruction->id()});
    }
    m_text += "}";
    if (!computation.executionThread().empty()) {
      m_text += ", execution_thread=";
      appendQuoted(m_text, computation.executionThread());
    }
    endLine({computation.id(), 0});
  }

  void instruction(const Instruction& instruction) {
    name(instruction.name());
    m_text.append(" = ").append(instruction.shape().text(m_options.layouts)).append(" ");
    m_text.append(onepot::name(instruction.opcode())).append("(");
    operands(instruction);
    m_text += ')';
    attributes(instruction);
    predecessors(instruction);
    if (m_options.metadata) appendMetadata(m_text, instruction);
    extra(instruction, ExtraPlace::Last);
  }

  void attributes(const Instruction& instruction) {
    extra(instruction, ExtraPlace::First);
    appendStructAttributes(m_text, instruction);
    extra(instruction, ExtraPlace::Own);
    called(instruction);
    if (instruction.weakType()) m_text += ", weak_type=true";
    extra(instruction, ExtraPlace::Common);
  }

 private:
  void endLine(PrintedLine line) {
    m_text += '\n';
    m_lines.push_back(line);
  }

  void name(const std::string& name) { m_text.append(m_options.percent ? "%" : "").append(name); }

  void header(const Module& module) {
    m_text.append("HloModule ").append(module.name());
    if (module.scheduled()) m_text += ", is_scheduled=true";
    if (module.traced()) m_text += ", traced=true";
    bool saysLayout =
        std::ranges::any_of(module.header(), [](const auto& one) { return one.first == "entry_computation_layout"; });
    if (m_options.programShape && !saysLayout && module.entry() != nullptr) entryLayout(*module.entry());
    bool counted = false;
    auto counts = [&] {  // XLA writes them before the front end's attributes
      if (std::exchange(counted, true)) return;
      if (module.replicaCount() != 1) m_text.append(", replica_count=").append(std::to_string(module.replicaCount()));
      if (module.partitionCount() != 1)
        m_text.append(", num_partitions=").append(std::to_string(module.partitionCount()));
    };
    for (const auto& [key, value] : module.header()) {
      if (key == "frontend_attributes") counts();
      m_text.append(", ").append(key).append("=").append(value);
    }
    counts();
    endLine({});
    if (module.stackTables.empty()) return;
    m_text.append("\n").append(module.stackTables);
    auto added = static_cast<size_t>(std::ranges::count(module.stackTables, '\n')) + 1;
    m_lines.resize(m_lines.size() + added);
    endLine({});
    endLine({});
  }

  void entryLayout(const Computation& entry) {
    m_text += ", entry_computation_layout={(";
    int64_t index = 0;
    for (const Instruction* parameter : entry.parameters()) {
      separator(index++, ", ");
      if (parameter != nullptr) m_text += parameter->shape().text(true);
    }
    m_text.append(")->").append(entry.root()->shape().text(true)).append("}");
  }

  void signature(const Computation& computation) {
    m_text += " (";
    bool first = true;
    for (const Instruction* parameter : computation.parameters()) {
      if (!std::exchange(first, false)) m_text += ", ";
      if (parameter != nullptr) m_text.append(parameter->name()).append(": ").append(parameter->shape().text(false));
    }
    m_text.append(") -> ").append(computation.root()->shape().text(false));
  }

  void separator(int64_t index, const char* comma) {
    if (index > 0) m_text += comma;
    if (m_options.percent && index > 0 && index % 5 == 0)
      m_text.append("/*index=").append(std::to_string(index)).append("*/");
  }

  void operands(const Instruction& instruction) {
    if (const auto* parameter = instruction.getIf<ParameterAttributes>()) {
      m_text += std::to_string(parameter->number);
    } else if (const auto* constant = instruction.getIf<ConstantAttributes>()) {
      m_text += constant->elided ? "{...}" : constant->value.text(m_options.constantLimit);
    }
    int64_t index = 0;
    for (const Instruction* operand : instruction.operands()) {
      separator(index++, ", ");
      if (m_options.operandShapes) m_text.append(operand->shape().text(m_options.layouts)).append(" ");
      name(operand->name());
    }
  }

  void callee(ComputationId id) {
    const Computation* found = m_module == nullptr ? nullptr : m_module->computation(id);
    name(found != nullptr ? found->name() : "computation." + std::to_string(id));
  }

  void calleeList(const std::vector<ComputationId>& ids) {
    m_text += '{';
    for (size_t i = 0; i < ids.size(); ++i) {
      if (i > 0) m_text += ", ";
      callee(ids[i]);
    }
    m_text += '}';
  }

  void called(const Instruction& instruction) {
    const std::vector<ComputationId>& ids = instruction.called();
    if (ids.empty()) return;
    std::span<const std::string_view> names = calledNames(instruction.opcode());
    static constexpr std::string_view kTruth[] = {"true_computation", "false_computation"};
    bool onPredicate = instruction.opcode() == Opcode::Conditional && ids.size() == 2 &&
                       instruction.operandCount() > 0 && instruction.operand(0)->shape().type() == ElementType::Pred;
    if (onPredicate) names = kTruth;
    if (names.size() != ids.size() || calledAsList(names.front())) {
      m_text.append(", ").append(calledAsList(names.front()) ? names.front() : "called_computations").append("=");
      return calleeList(ids);
    }
    for (size_t i = 0; i < ids.size(); ++i) {
      m_text.append(", ").append(names[i]).append("=");
      callee(ids[i]);
    }
  }

  void predecessors(const Instruction& instruction) {
    if (instruction.controlPredecessors().empty()) return;
    m_text += ", control-predecessors={";
    int64_t index = 0;
    for (const Instruction* before : instruction.controlPredecessors()) {
      if (index++ > 0) m_text += ", ";
      name(before->name());
    }
    m_text += '}';
  }

  void extra(const Instruction& instruction, ExtraPlace place) {
    if (!m_options.extra) return;
    for (const auto& [key, value] : instruction.extra())
      if (placeOf(key) == place) m_text.append(", ").append(key).append("=").append(value);
  }

  const PrintOptions& m_options;
  const Module* m_module;
  std::string m_text;
  std::vector<PrintedLine> m_lines;
};

}  // namespace

PrintOptions PrintOptions::canonical() {
  PrintOptions options;
  options.percent = options.metadata = options.programShape = true;
  return options;
}

PrintOptions PrintOptions::roundTrip() {
  PrintOptions options;
  options.metadata = true;
  options.constantLimit = -1;
  return options;
}

PrintedModule printWithLines(const Module& module, const PrintOptions& options) {
  Printer printer(options, &module);
  printer.module(module);
  return {std::move(printer.text()), std::move(printer.lines())};
}

std::string print(const Module& module, const PrintOptions& options) { return printWithLines(module, options).text; }

std::string print(const Computation& computation, const PrintOptions& options) {
  Printer printer(options, computation.module());
  printer.computation(computation, computation.isEntry());
  return std::move(printer.text());
}

std::string print(const Computation& computation, const Module& module, const PrintOptions& options) {
  Printer printer(options, &module);
  printer.computation(computation, computation.isEntry());
  return std::move(printer.text());
}

std::string print(const Instruction& instruction, const Module& module, const PrintOptions& options) {
  Printer printer(options, &module);
  printer.instruction(instruction);
  return std::move(printer.text());
}

std::string printAttributes(const Instruction& instruction, const Module& module, const PrintOptions& options) {
  Printer printer(options, &module);
  printer.attributes(instruction);
  return printer.text().substr(std::min<size_t>(2, printer.text().size()));
}

}  // namespace onepot
