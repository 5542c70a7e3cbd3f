#include "views/graph/graph_side.h"

#include <unordered_set>

#include "views/graph/graph_labels.h"

namespace onepot {
namespace {

constexpr int kResolutionLimit = 256;  // fusions in fusions in calls: more than this is a broken module

/// Does this operation's body get a box of its own, and of which make.
std::optional<ClusterRole> clusterRole(const Instruction& instruction) {
  if (instruction.called().empty()) return std::nullopt;
  switch (instruction.opcode()) {  // a question of drawing: how a called body is framed
    case Opcode::Fusion: return ClusterRole::Fusion;
    case Opcode::While:
    case Opcode::WhileLoop:
    case Opcode::Scan: return ClusterRole::Loop;
    case Opcode::Conditional:
    case Opcode::Cond: return ClusterRole::Branch;
    case Opcode::Call:
    case Opcode::Jit:
    case Opcode::CustomJvpCall:
    case Opcode::CustomVjpCall:
    case Opcode::Remat: return ClusterRole::Call;
    default: return std::nullopt;
  }
}

bool passesParametersBy(const Instruction& caller) {
  const auto role = clusterRole(caller);
  return role == ClusterRole::Fusion || role == ClusterRole::Call;
}

/// Which operand of the caller arrives as parameter `number` of its body.
int callerOperand(const Instruction& caller, int bodyIndex, int number) {
  switch (caller.opcode()) {  // each has its own calling convention
    case Opcode::While: return 0;
    case Opcode::Conditional: return bodyIndex + 1;
    case Opcode::Cond: return number + 1;
    case Opcode::WhileLoop: {
      const auto* attributes = caller.getIf<WhileAttributes>();
      return attributes ? static_cast<int>(attributes->condConsts) + number : number;
    }
    default: return number;
  }
}

class Flattener {
 public:
  Flattener(const Module& module, const GraphOptions& options) : m_options(options) { m_graph.module = &module; }

  SideGraph run() {
    indexAll();
    const Computation* entry = m_graph.module->entry();
    if (!entry) return std::move(m_graph);
    m_work.push_back({entry, -1});
    while (!m_work.empty()) {
      const auto [computation, cluster] = m_work.back();
      m_work.pop_back();
      addComputation(*computation, cluster);
    }
    addOutput(*entry);
    connect();
    return std::move(m_graph);
  }

 private:
  struct Work {
    const Computation* computation;
    int cluster;
  };

  void indexAll() {
    std::unordered_map<const Computation*, int> callerCount;
    for (const auto& computation : m_graph.module->computations()) {
      for (const auto& instruction : computation->instructions()) {
        m_graph.byId.emplace(instruction->id(), instruction.get());
        for (ComputationId id : instruction->called()) {
          const Computation* body = m_graph.module->computation(id);
          if (!body) continue;
          ++callerCount[body];
          if (passesParametersBy(*instruction)) m_graph.callers[body] = instruction.get();
        }
      }
    }
    for (const auto& [body, count] : callerCount) {
      if (count > 1) {
        m_graph.callers.erase(body);
        m_shared.insert(body);
      }
    }
  }

  bool opens(const Instruction& instruction) const {
    if (!clusterRole(instruction)) return false;
    for (ComputationId id : instruction.called()) {
      const Computation* body = m_graph.module->computation(id);
      if (!body || m_shared.contains(body)) return false;  // one body can stand in one place only
    }
    return m_options.closeAll == m_options.toggled.contains(instruction.id());
  }

  void addComputation(const Computation& computation, int cluster) {
    const SideCluster* frame = cluster < 0 ? nullptr : &m_graph.clusters[static_cast<size_t>(cluster)];
    const bool loop = frame && frame->role == ClusterRole::Loop;
    const Instruction* caller = frame ? frame->caller : nullptr;
    const int bodyIndex = frame ? frame->bodyIndex : 0;
    for (const auto& owned : computation.instructions()) {
      const Instruction& instruction = *owned;
      if (isFoldedConstant(instruction)) continue;
      if (instruction.opcode() == Opcode::Parameter && caller && !loop) {
        const auto* attributes = instruction.getIf<ParameterAttributes>();
        const int number = attributes ? static_cast<int>(attributes->number) : 0;
        addNode({NodeRole::Port, caller, bodyIndex * kBodyStride + number, cluster, false}, &instruction);
      } else if (opens(instruction)) {
        openClusters(instruction, cluster);
      } else {
        addOperation(instruction, cluster);
      }
    }
  }

  void openClusters(const Instruction& caller, int parent) {
    const ClusterRole role = *clusterRole(caller);
    const auto& called = caller.called();
    for (size_t i = 0; i < called.size(); ++i) {
      // A loop's condition is a word in its title, not a second picture.
      const bool condition = role == ClusterRole::Loop && called.size() == 2 && i == conditionIndex(caller);
      if (condition) continue;
      const Computation* body = m_graph.module->computation(called[i]);
      const int index = static_cast<int>(m_graph.clusters.size());
      m_graph.clusters.push_back({role, &caller, body, static_cast<int>(i), parent});
      m_bodies[&caller].push_back(index);
      m_work.push_back({body, index});
    }
  }

  /// HLO text's "condition=…, body=…" is kept as {condition, body}, and so is the traced dialect's {cond, body}.
  static size_t conditionIndex(const Instruction&) { return 0; }

  void addOperation(const Instruction& instruction, int cluster) {
    const bool closed = clusterRole(instruction).has_value();
    const bool root = instruction.isRoot() && cluster < 0;
    const int index =
        addNode({closed ? NodeRole::Closed : NodeRole::Operation, &instruction, 0, cluster, root}, &instruction);
    if (closed) hideMembers(instruction, index);
  }

  void hideMembers(const Instruction& caller, int node) {
    std::vector<const Instruction*> callers{&caller};
    while (!callers.empty()) {
      const Instruction* at = callers.back();
      callers.pop_back();
      for (ComputationId id : at->called()) {
        const Computation* body = m_graph.module->computation(id);
        if (!body || !m_hidden.insert(body).second) continue;
        for (const auto& inner : body->instructions()) {
          m_graph.hiddenIn.emplace(inner->id(), node);
          if (!inner->called().empty()) callers.push_back(inner.get());
        }
      }
    }
  }

  int addNode(SideNode node, const Instruction* key) {
    const int index = static_cast<int>(m_graph.nodes.size());
    m_graph.nodes.push_back(node);
    if (key) m_graph.nodeOf[key] = index;
    return index;
  }

  void addOutput(const Computation& entry) {
    if (!entry.root()) return;
    m_output = addNode({NodeRole::Output, entry.root(), 0, -1, false}, nullptr);
  }

  /// The nodes that make an operand's value: one, or one a branch of an open conditional, or none (a folded constant).
  std::vector<int> sources(const Instruction* value) const {
    std::vector<int> result;
    std::vector<const Instruction*> pending{value};
    for (int guard = 0; !pending.empty() && guard < kResolutionLimit; ++guard) {
      const Instruction* at = pending.back();
      pending.pop_back();
      if (const auto found = m_graph.nodeOf.find(at); found != m_graph.nodeOf.end()) {
        result.push_back(found->second);
        continue;
      }
      const auto bodies = m_bodies.find(at);
      if (bodies == m_bodies.end()) continue;
      for (int cluster : bodies->second) {
        const Computation* body = m_graph.clusters[static_cast<size_t>(cluster)].body;
        if (body->root()) pending.push_back(body->root());
      }
    }
    return result;
  }

  void connectValue(const Instruction* value, int to, int operand) {
    for (int from : sources(value)) m_graph.edges.push_back({from, to, operand, false, false});
  }

  void connect() {
    for (int index = 0; index < static_cast<int>(m_graph.nodes.size()); ++index) {
      const SideNode node = m_graph.nodes[static_cast<size_t>(index)];
      switch (node.role) {
        case NodeRole::Output: connectValue(node.instruction, index, 0); break;
        case NodeRole::Port: connectPort(node, index); break;
        default: connectOperation(*node.instruction, node, index); break;
      }
    }
    for (const SideCluster& cluster : m_graph.clusters) {
      if (cluster.role == ClusterRole::Loop) connectBack(cluster);
    }
  }

  void connectPort(const SideNode& port, int index) {
    const int operand = callerOperand(*port.instruction, port.number / kBodyStride, port.number % kBodyStride);
    if (operand < port.instruction->operandCount()) connectValue(port.instruction->operand(operand), index, -1);
  }

  void connectOperation(const Instruction& instruction, const SideNode& node, int index) {
    for (int i = 0; i < instruction.operandCount(); ++i) connectValue(instruction.operand(i), index, i);
    for (const Instruction* predecessor : instruction.controlPredecessors()) {
      for (int from : sources(predecessor)) m_graph.edges.push_back({from, index, -1, true, false});
    }
    if (instruction.opcode() != Opcode::Parameter || node.cluster < 0) return;
    const SideCluster& frame = m_graph.clusters[static_cast<size_t>(node.cluster)];
    const auto* attributes = instruction.getIf<ParameterAttributes>();
    const int number = attributes ? static_cast<int>(attributes->number) : 0;
    const int operand = callerOperand(*frame.caller, frame.bodyIndex, number);
    if (operand < frame.caller->operandCount()) connectValue(frame.caller->operand(operand), index, -1);
  }

  void connectBack(const SideCluster& loop) {
    if (!loop.body->root()) return;
    const auto parameters = loop.body->parameters();
    if (parameters.empty()) return;
    const auto to = m_graph.nodeOf.find(parameters.front());
    if (to == m_graph.nodeOf.end()) return;
    for (int from : sources(loop.body->root())) {
      if (from != to->second) m_graph.edges.push_back({from, to->second, -1, false, true});
    }
  }

  const GraphOptions& m_options;
  SideGraph m_graph;
  std::vector<Work> m_work;
  std::unordered_map<const Instruction*, std::vector<int>> m_bodies;
  std::unordered_set<const Computation*> m_shared, m_hidden;
  int m_output = -1;
};

}  // namespace

const Instruction* SideGraph::valueOf(const Instruction* instruction) const {
  for (int guard = 0; guard < kResolutionLimit; ++guard) {
    if (instruction->opcode() == Opcode::Parameter) {
      const auto caller = callers.find(instruction->parent());
      const auto* attributes = instruction->getIf<ParameterAttributes>();
      if (caller == callers.end() || !attributes || attributes->number >= caller->second->operandCount()) break;
      instruction = caller->second->operand(static_cast<int>(attributes->number));
    } else if (passesParametersBy(*instruction)) {
      const Computation* body = module->computation(instruction->called().front());
      if (!body || !body->root() || !callers.contains(body)) break;
      instruction = body->root();
    } else {
      break;
    }
  }
  return instruction;
}

SideGraph flatten(const Module& module, const GraphOptions& options) { return Flattener(module, options).run(); }

}  // namespace onepot
