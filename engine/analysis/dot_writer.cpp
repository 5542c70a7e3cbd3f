#include "engine/analysis/dot_writer.h"

#include <array>
#include <unordered_set>

#include "engine/analysis/node_kind.h"
#include "engine/ir/hlo_printer.h"

namespace onepot {

namespace {

struct Colors {
  const char *fill, *border, *font;
};

/// The light theme's, in the order of NodeKind.
constexpr std::array<Colors, 11> kColors = {{
    {"#FFF7CE", "#A88607", "#362C00"},
    {"#FFFFFF", "#818A98", "#161A21"},
    {"#DFF2DE", "#4C9352", "#12341A"},
    {"#1B4F93", "#0D3467", "#FFFFFF"},
    {"#EADFF9", "#8656C4", "#301653"},
    {"#FFE7C9", "#C57A22", "#452500"},
    {"#FFD19B", "#B9690F", "#3B1F00"},
    {"#E7D5C6", "#8B5A34", "#371F0C"},
    {"#1F5F42", "#123C2A", "#FFFFFF"},
    {"#EEF0F4", "#7D8796", "#161A21"},
    {"#FBDADA", "#BF4147", "#4A0C10"},
}};

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result;
}

std::string shortened(std::string text) {
  constexpr size_t kMost = 80;
  if (text.size() <= kMost) return text;
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

class DotWriter {
 public:
  explicit DotWriter(const Module& module) : m_module(module) {}

  std::string write(const std::vector<const Computation*>& computations) {
    m_text = "digraph \"" + escaped(m_module.name()) + "\" {\n  rankdir = TB;\n  compound = true;\n";
    m_text += "  node [shape=rect, style=filled, fontname=\"Roboto, sans-serif\", fontsize=11];\n";
    m_text += "  edge [arrowsize=0.7];\n";
    for (const Computation* computation : computations) {
      if (computations.size() == 1) {
        nodes(*computation);
        continue;
      }
      cluster("computation_" + std::to_string(computation->id()),
              (computation->isEntry() ? "ENTRY " : "") + computation->name(), {"#FFFFFF", "#A3ABB8", "#161A21"},
              *computation);
    }
    return m_text + m_edges + "}\n";
  }

 private:
  const Computation* fusionBody(const Instruction& instruction) const {
    if (instruction.opcode() != Opcode::Fusion || instruction.called().empty()) return nullptr;
    return m_module.computation(instruction.called().front());
  }

  static std::string id(const Instruction& instruction) { return "n" + std::to_string(instruction.id()); }

  void cluster(const std::string& name, const std::string& label, Colors colors, const Computation& computation) {
    m_text += "  subgraph \"cluster_" + name + "\" {\n    label=\"" + escaped(label) +
              "\"; style=\"rounded,filled,bold\"; fillcolor=\"" + colors.fill + "\"; color=\"" + colors.border +
              "\"; fontcolor=\"" + colors.font + "\";\n";
    nodes(computation);
    m_text += "  }\n";
  }

  void nodes(const Computation& computation) {
    for (const auto& instruction : computation.instructions()) {
      if (m_bodies.contains(computation.id()) && instruction->opcode() == Opcode::Parameter) continue;
      const Computation* body = fusionBody(*instruction);
      if (body != nullptr && m_bodies.insert(body->id()).second) {
        m_fusions.emplace(body->id(), instruction.get());
        Colors colors = kColors[static_cast<size_t>(dominantNodeKind(*instruction, m_module))];
        cluster(id(*instruction), instruction->name() + ": " + printAttributes(*instruction, m_module), colors, *body);
      } else {
        node(*instruction, instruction.get() == computation.root());
      }
      edges(*instruction, body);
    }
  }

  void node(const Instruction& instruction, bool root) {
    const Colors& colors = kColors[static_cast<size_t>(kindOfNode(instruction))];
    std::string label = instruction.name() + "\n" + std::string(name(instruction.opcode()));
    if (instruction.opcode() == Opcode::Constant)
      label += " " + shortened(instruction.literal().text(8));
    else if (std::string attributes = printAttributes(instruction, m_module); !attributes.empty())
      label += "\n" + shortened(std::move(attributes));
    label += "\n" + shortened(instruction.shape().text());
    m_text += "    " + id(instruction) + " [label=\"" + escaped(label) + "\", fillcolor=\"" + colors.fill +
              "\", color=\"" + colors.border + "\", fontcolor=\"" + colors.font + "\"" +
              (root ? ", penwidth=2.5" : "") + "];\n";
  }

  /// What stands for a value in the picture: a fusion's own root, a body parameter's operand outside.
  const Instruction* shown(const Instruction* value) const {
    while (true) {
      auto fusion = m_fusions.find(value->parent()->id());
      if (value->opcode() == Opcode::Parameter && fusion != m_fusions.end()) {
        value = fusion->second->operand(static_cast<int>(value->get<ParameterAttributes>().number));
        continue;
      }
      const Computation* body = fusionBody(*value);
      bool drawn = body != nullptr && m_fusions.contains(body->id()) && m_fusions.at(body->id()) == value;
      if (!drawn) return value;
      value = body->root();
    }
  }

  void edges(const Instruction& instruction, const Computation* body) {
    if (body != nullptr && m_fusions.contains(body->id()) && m_fusions.at(body->id()) == &instruction) return;
    int number = 0;
    for (const Instruction* operand : instruction.operands()) {
      const Instruction* from = shown(operand);
      m_edges += "  " + id(*from) + " -> " + id(instruction) + " [tooltip=\"" +
                 escaped(from->name() + " → " + instruction.name()) + "\"";
      if (instruction.operandCount() > 1)
        m_edges += ", headlabel=\"" + std::to_string(number) + "\", labeldistance=1.5, fontsize=9";
      if (from->shape().isArray() && from->shape().rank() == 0) m_edges += ", style=dashed";
      m_edges += "];\n";
      ++number;
    }
    for (const Instruction* before : instruction.controlPredecessors())
      m_edges += "  " + id(*shown(before)) + " -> " + id(instruction) + " [style=dotted, color=\"#818A98\"];\n";
  }

  const Module& m_module;
  std::string m_text, m_edges;
  std::unordered_set<ComputationId> m_bodies;                       // fusion bodies that are drawn
  std::unordered_map<ComputationId, const Instruction*> m_fusions;  // body → its fusion
};

/// A scalar function that a reduce or sort applies: the node's text names it, a picture of it says nothing more.
bool isCombiner(const Computation& computation) {
  return computation.size() <= 4 && computation.root()->shape().isArray() && computation.root()->shape().rank() == 0;
}

}  // namespace

std::string writeDot(const Computation& computation, const Module& module) {
  return DotWriter(module).write({&computation});
}

std::string writeDot(const Module& module) {
  std::unordered_set<ComputationId> bodies;
  for (const auto& computation : module.computations())
    for (const auto& instruction : computation->instructions())
      if (instruction->opcode() == Opcode::Fusion)
        bodies.insert(instruction->called().begin(), instruction->called().end());
  std::vector<const Computation*> shown;
  for (const auto& computation : module.computations()) {
    bool entry = computation.get() == module.entry();
    if (entry || (!bodies.contains(computation->id()) && !isCombiner(*computation))) shown.push_back(computation.get());
  }
  return DotWriter(module).write(shown);
}

}  // namespace onepot
