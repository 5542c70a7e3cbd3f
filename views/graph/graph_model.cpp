#include "views/graph/graph_model.h"

#include <cmath>
#include <map>
#include <tuple>

#include "views/graph/graph_labels.h"
#include "views/graph/graph_side.h"
#include "views/graph/graph_sizes.h"
#include "views/graph/graph_union.h"
#include "views/instruction_kind.h"
#include "views/number_format.h"

namespace onepot {
namespace {

constexpr int kUserLimit = 16;

QString text(const std::string& word) { return QString::fromStdString(word); }

struct NodeKey {
  NodeRole role;
  InstructionId id;
  int number;
  bool operator==(const NodeKey&) const = default;
};
struct NodeKeyHash {
  size_t operator()(const NodeKey& key) const {
    const auto mixed = static_cast<uint64_t>(key.id) * 0x9E3779B97F4A7C15u;
    return mixed ^ (static_cast<uint64_t>(key.number) << 8) ^ static_cast<uint64_t>(key.role);
  }
};

const char* clusterWord(ClusterRole role) {
  switch (role) {
    case ClusterRole::Loop: return "body";
    case ClusterRole::Branch: return "branch";
    default: return "";
  }
}

class Union {
 public:
  Union(std::shared_ptr<const Module> before, std::shared_ptr<const Module> after, const GraphOptions& options)
      : m_options(options), m_afterSide(flatten(*after, options)) {
    // One module on both sides is one picture, and costs one walk.
    if (before && before != after) m_ownBefore = flatten(*before, options);
    m_beforeSide = !before ? nullptr : before == after ? &m_afterSide : &*m_ownBefore;
    m_identities.emplace(m_beforeSide, m_afterSide);
    m_model.before = std::move(before);
    m_model.after = std::move(after);
  }

  GraphModel run() {
    addSide(m_afterSide, true);
    if (m_beforeSide) addSide(*m_beforeSide, false);
    classify();
    addEdges();
    size();
    return std::move(m_model);
  }

 private:
  InstructionId identity(const Instruction& instruction, bool after) const {
    return after ? m_identities->canonical(instruction) : instruction.id();
  }

  void addSide(const SideGraph& side, bool after) {
    std::vector<int>& clusters = after ? m_afterClusters : m_beforeClusters;
    for (const SideCluster& cluster : side.clusters) clusters.push_back(addCluster(cluster, clusters, after));
    std::vector<int>& nodes = after ? m_afterNodes : m_beforeNodes;
    for (const SideNode& node : side.nodes) nodes.push_back(addNode(node, side, clusters, after));
    for (const auto& [id, node] : side.hiddenIn) {
      m_model.insideOf.emplace(id, nodes[static_cast<size_t>(node)]);
    }
  }

  int addCluster(const SideCluster& from, const std::vector<int>& known, bool after) {
    const InstructionId id = identity(*from.caller, after);
    auto [found, isNew] = m_clusterKeys.try_emplace({id, from.bodyIndex}, static_cast<int>(m_model.clusters.size()));
    if (isNew) {
      GraphCluster cluster;
      cluster.role = from.role;
      cluster.id = id;
      cluster.parent = from.parent < 0 ? -1 : known[static_cast<size_t>(from.parent)];
      cluster.title = text(from.caller->name());
      cluster.detail = clusterDetail(from);
      m_model.clusters.push_back(cluster);
      m_model.clusterOf.emplace(id, found->second);
      m_model.clusterOf.emplace(from.caller->id(), found->second);
    }
    GraphCluster& cluster = m_model.clusters[static_cast<size_t>(found->second)];
    (after ? cluster.inAfter : cluster.inBefore) = true;
    return found->second;
  }

  static QString clusterDetail(const SideCluster& cluster) {
    const QString shape = shapeLabel(cluster.caller->shape());
    if (const auto* fusion = cluster.caller->getIf<FusionAttributes>()) {
      return QString::fromLatin1(name(fusion->kind).data()) + QStringLiteral(" · ") + shape;
    }
    if (cluster.role == ClusterRole::Call) return text(cluster.body->name());
    QString word = QString::fromLatin1(clusterWord(cluster.role));
    if (cluster.role == ClusterRole::Branch) word += QStringLiteral(" %1").arg(cluster.bodyIndex);
    return word;
  }

  NodeKey keyOf(const SideNode& node, bool after) const {
    // A program has one output, whatever makes it.
    if (node.role == NodeRole::Output) return {NodeRole::Output, 0, 0};
    const NodeRole role = node.role == NodeRole::Closed ? NodeRole::Operation : node.role;
    return {role, identity(*node.instruction, after), node.number};
  }

  int addNode(const SideNode& from, const SideGraph& side, const std::vector<int>& clusters, bool after) {
    auto [found, isNew] = m_nodeKeys.try_emplace(keyOf(from, after), static_cast<int>(m_model.nodes.size()));
    const int index = found->second;
    if (isNew) m_model.nodes.push_back(describe(from, side, after));
    GraphNode& node = m_model.nodes[static_cast<size_t>(index)];
    NodeSide& half = node.side(after);
    half.instruction = from.instruction;
    half.present = true;
    half.root = from.root;
    half.cluster = from.cluster < 0 ? -1 : clusters[static_cast<size_t>(from.cluster)];
    if (from.role == NodeRole::Operation || from.role == NodeRole::Closed) {
      half.attribute = from.role == NodeRole::Closed ? QString() : attributeLabel(*from.instruction, *side.module);
      m_model.nodeOf.emplace(from.instruction->id(), index);
      m_model.nodeOf.emplace(identity(*from.instruction, after), index);
    }
    return index;
  }

  GraphNode describe(const SideNode& from, const SideGraph& side, bool after) const {
    const Instruction& instruction = *from.instruction;
    GraphNode node;
    node.role = from.role;
    node.id = identity(instruction, after);
    node.bytes = byteSize(instruction.shape());
    node.kind = kindOf(instruction);
    node.name = text(instruction.name());
    node.shapeLine = shapeLabel(instruction.shape());
    if (from.role == NodeRole::Output) {
      node.name = node.shapeLine + QStringLiteral(" · ") + formatBytesShort(node.bytes);
      node.kind = Kind::Free;
    } else if (from.role == NodeRole::Closed) {
      node.shapeLine = closedLine(instruction, *side.module);
    } else if (from.role == NodeRole::Port) {
      node.name.clear();
      describePort(node, from);
    }
    return node;
  }

  static void describePort(GraphNode& node, const SideNode& from) {
    const int number = from.number % kBodyStride;
    if (number >= from.instruction->operandCount()) return;
    const Instruction& value = *from.instruction->operand(number);
    node.kind = kindOf(value);
    node.name = text(value.name());
    node.shapeLine = shapeLabel(value.shape());
    node.bytes = byteSize(value.shape());
  }

  static QString closedLine(const Instruction& caller, const Module& module) {
    int64_t count = 0;
    for (ComputationId id : caller.called()) {
      const Computation* body = module.computation(id);
      if (!body) continue;
      for (const auto& inner : body->instructions()) count += inner->opcode() != Opcode::Parameter ? 1 : 0;
    }
    QString line = formatWhole(count) + (count == 1 ? " op" : " ops");
    if (const auto* fusion = caller.getIf<FusionAttributes>()) {
      line += QStringLiteral(" · ") + QString::fromLatin1(name(fusion->kind).data());
    }
    return line;
  }

  void classify() {
    if (!m_beforeSide) return;
    for (GraphCluster& cluster : m_model.clusters) {
      cluster.change = !cluster.inBefore  ? NodeChange::Added
                       : !cluster.inAfter ? NodeChange::Removed
                                          : NodeChange::Same;
    }
    for (GraphNode& node : m_model.nodes) {
      if (node.role == NodeRole::Operation || node.role == NodeRole::Closed) classifyOperation(node);
    }
    for (const GraphCluster& cluster : m_model.clusters) count(cluster.change);
  }

  void count(NodeChange change) {
    if (change == NodeChange::Removed) ++m_model.counts.removed;
    if (change == NodeChange::Added) ++m_model.counts.added;
    if (change == NodeChange::Changed) ++m_model.counts.changed;
    if (change == NodeChange::Moved) ++m_model.counts.moved;
  }

  InstructionId callerOf(const NodeSide& half) const {
    return half.cluster < 0 ? 0 : m_model.clusters[static_cast<size_t>(half.cluster)].id;
  }

  void classifyOperation(GraphNode& node) {
    if (!node.after.present) {
      // Hidden in a closed cluster or drawn open: it is still there.
      const bool kept = m_afterSide.byId.contains(node.id) || m_model.insideOf.contains(node.id) ||
                        m_model.clusterOf.contains(node.id);
      node.change = kept ? NodeChange::Moved : NodeChange::Removed;
    } else if (!node.before.present) {
      const bool copy = m_identities->original(*node.after.instruction) != node.after.instruction->id();
      const bool wasHidden = m_beforeSide->byId.contains(node.id);
      node.change = (copy && node.after.cluster >= 0) || wasHidden ? NodeChange::Moved : NodeChange::Added;
    } else {
      classifyKept(node);
    }
    if (node.after.present) {
      node.duplicates = m_identities->copies(m_identities->original(*node.after.instruction));
    }
    count(node.change);
  }

  void classifyKept(GraphNode& node) {
    const InstructionDifference found =
        difference(*node.before.instruction, *m_beforeSide, *node.after.instruction, m_afterSide, *m_identities);
    if (found.any()) {
      node.change = NodeChange::Changed;
      if (found.beforeOperand) node.before.attribute = "of " + text(found.beforeOperand->name());
      if (found.afterOperand) node.after.attribute = "of " + text(found.afterOperand->name());
    } else if (callerOf(node.before) != callerOf(node.after)) {
      node.change = NodeChange::Moved;
    }
  }

  void addEdges() {
    addSideEdges(m_afterSide, m_afterNodes, true);
    if (m_beforeSide) addSideEdges(*m_beforeSide, m_beforeNodes, false);
    markEdges();
  }

  void addSideEdges(const SideGraph& side, const std::vector<int>& nodes, bool after) {
    std::unordered_map<int, std::set<int>> targets;
    for (const SideEdge& edge : side.edges) {
      if (!edge.control && !edge.back) targets[edge.from].insert(edge.to);
    }
    std::unordered_map<int, int> drawn;
    for (const SideEdge& edge : side.edges) {
      const int from = nodes[static_cast<size_t>(edge.from)], to = nodes[static_cast<size_t>(edge.to)];
      const auto known = m_edgeKeys.find({from, to, edge.control, edge.back});
      const bool repeated = known != m_edgeKeys.end() && edgeAt(known->second).side(after).present;
      const auto users = targets.find(edge.from);
      const bool crowded =
          users != targets.end() && users->second.size() > kUserLimit && !m_options.allUsers.contains(nodeAt(from).id);
      if (crowded && !repeated && !edge.control && !edge.back && drawn[edge.from]++ >= kUserLimit) {
        addMore(from, static_cast<int>(users->second.size()) - kUserLimit, after);
        continue;
      }
      addEdge(edge, from, to, after);
    }
  }

  GraphNode& nodeAt(int index) { return m_model.nodes[static_cast<size_t>(index)]; }
  GraphEdge& edgeAt(int index) { return m_model.edges[static_cast<size_t>(index)]; }

  void addMore(int from, int count, bool after) {
    auto [found, isNew] =
        m_nodeKeys.try_emplace({NodeRole::More, nodeAt(from).id, 0}, static_cast<int>(m_model.nodes.size()));
    if (isNew) {
      GraphNode more;
      more.role = NodeRole::More;
      more.id = nodeAt(from).id;
      more.kind = Kind::Free;
      more.name = QStringLiteral("+%1").arg(count);
      m_model.nodes.push_back(more);
    }
    NodeSide& half = nodeAt(found->second).side(after);
    if (half.present) return;
    half.present = true;
    half.cluster = nodeAt(from).side(after).cluster;
    addEdge({}, from, found->second, after);
  }

  void addEdge(const SideEdge& from, int source, int target, bool after) {
    auto [found, isNew] =
        m_edgeKeys.try_emplace({source, target, from.control, from.back}, static_cast<int>(m_model.edges.size()));
    if (isNew) {
      GraphEdge edge;
      edge.from = source;
      edge.to = target;
      edge.bytes = nodeAt(source).bytes;
      edge.backEdge = from.back;
      m_model.edges.push_back(edge);
    }
    GraphEdge& edge = edgeAt(found->second);
    EdgeSide& half = edge.side(after);
    half.present = true;
    half.medium = from.control ? Medium::Control : mediumOf(source, target, after);
    if (from.operand >= 0 && (isNew || (after == edge.after.present && !edge.before.present))) {
      edge.operands.push_back(from.operand);
    }
    if (from.operand >= 0) edge.layoutsDiffer = edge.layoutsDiffer || layoutsDiffer(source, target, after);
  }

  /// Registers: both ends are in the same fusion.
  Medium mediumOf(int source, int target, bool after) {
    const int from = nodeAt(source).side(after).cluster, to = nodeAt(target).side(after).cluster;
    if (from < 0 || from != to) return Medium::Memory;
    return m_model.clusters[static_cast<size_t>(from)].role == ClusterRole::Fusion ? Medium::Registers : Medium::Memory;
  }

  bool layoutsDiffer(int source, int target, bool after) {
    const Instruction* from = nodeAt(source).side(after).instruction;
    const Instruction* to = nodeAt(target).side(after).instruction;
    if (!from || !to || nodeAt(target).role == NodeRole::Output || !from->shape().isArray()) return false;
    if (!to->shape().isArray() || !from->shape().sameDims(to->shape())) return false;
    return from->shape().layout() && to->shape().layout() && from->shape().layout() != to->shape().layout();
  }

  /// The value and the user an edge stands for, ports looked through.
  std::pair<InstructionId, InstructionId> ends(const GraphEdge& edge, bool after) {
    const SideGraph& side = after ? m_afterSide : *m_beforeSide;
    const auto idOf = [&](int index) -> InstructionId {
      const GraphNode& node = nodeAt(index);
      if (node.role == NodeRole::Output) return -1;
      if (node.role == NodeRole::More) return -2;
      const Instruction* instruction = node.side(after).instruction;
      if (node.role == NodeRole::Port) {
        const auto found = m_portValue.find({index, after});
        if (found != m_portValue.end()) return found->second;
      }
      if (!instruction) return node.id;
      const Instruction* value = side.valueOf(instruction);
      return after ? m_identities->original(*value) : value->id();
    };
    return {idOf(edge.from), idOf(edge.to)};
  }

  void resolvePorts(bool after) {
    // Ports feed ports (a fusion in a loop): as many rounds as there are levels.
    for (size_t round = 0; round <= m_model.clusters.size() && round < 8; ++round) {
      for (const GraphEdge& edge : m_model.edges) {
        if (!edge.side(after).present || nodeAt(edge.to).role != NodeRole::Port) continue;
        m_portValue[{edge.to, after}] = ends(edge, after).first;
      }
    }
  }

  void markEdges() {
    if (!m_beforeSide || m_beforeSide == &m_afterSide) return;
    resolvePorts(false);
    resolvePorts(true);
    std::set<std::pair<InstructionId, InstructionId>> pairs[2];
    std::map<std::pair<InstructionId, InstructionId>, int64_t> memoryBefore;
    for (bool after : {false, true}) {
      for (const GraphEdge& edge : m_model.edges) {
        if (!edge.side(after).present || nodeAt(edge.to).role == NodeRole::Port) continue;
        pairs[after].insert(ends(edge, after));
        if (!after && edge.before.medium == Medium::Memory) memoryBefore[ends(edge, false)] = edge.bytes;
      }
    }
    findWaysThroughPorts();
    for (GraphEdge& edge : m_model.edges) markEdge(edge, pairs, memoryBefore);
  }

  void findWaysThroughPorts() {
    std::unordered_map<int, int> feeder;
    for (const GraphEdge& edge : m_model.edges) {
      if (edge.after.present && nodeAt(edge.to).role == NodeRole::Port) feeder[edge.to] = edge.from;
    }
    for (const GraphEdge& edge : m_model.edges) {
      const auto found = feeder.find(edge.from);
      if (edge.after.present && found != feeder.end()) m_waysThroughPorts[{found->second, edge.to}] = edge.from;
    }
  }

  void markEdge(GraphEdge& edge, const std::set<std::pair<InstructionId, InstructionId>> (&pairs)[2],
                const std::map<std::pair<InstructionId, InstructionId>, int64_t>& memoryBefore) {
    const bool intoPort = nodeAt(edge.to).role == NodeRole::Port;
    if (edge.after.present && edge.after.medium == Medium::Registers && nodeAt(edge.from).role != NodeRole::Port) {
      const auto found = memoryBefore.find(ends(edge, true));
      if (found != memoryBefore.end()) edge.vanishedBytes = found->second;
    }
    if (edge.before.present == edge.after.present || intoPort) return;
    const bool after = edge.after.present;
    if (!pairs[!after].contains(ends(edge, after))) {
      edge.change = after ? NodeChange::Added : NodeChange::Removed;
    } else if (!after) {
      const auto way = m_waysThroughPorts.find({edge.from, edge.to});
      if (way != m_waysThroughPorts.end()) edge.viaPort = way->second;
    }
  }

  void size() {
    int boxes = 0;
    for (const GraphNode& node : m_model.nodes) boxes += isBox(node.role) ? 1 : 0;
    using Size = GraphOptions::NodeSize;
    m_model.compact =
        m_options.nodeSize == Size::Compact || (m_options.nodeSize == Size::Auto && boxes > kCompactAbove);
    for (GraphNode& node : m_model.nodes) node.size = nodeSize(node, m_model.compact);
  }

  struct EdgeKey {
    int from, to;
    bool control, back;
    auto operator<=>(const EdgeKey&) const = default;
  };

  const GraphOptions& m_options;
  SideGraph m_afterSide;
  std::optional<SideGraph> m_ownBefore;
  const SideGraph* m_beforeSide = nullptr;
  std::optional<Identities> m_identities;
  GraphModel m_model;
  std::vector<int> m_beforeClusters, m_afterClusters, m_beforeNodes, m_afterNodes;
  std::map<std::pair<InstructionId, int>, int> m_clusterKeys;
  std::unordered_map<NodeKey, int, NodeKeyHash> m_nodeKeys;
  std::map<EdgeKey, int> m_edgeKeys;
  std::map<std::pair<int, bool>, InstructionId> m_portValue;
  std::map<std::pair<int, int>, int> m_waysThroughPorts;  // {value, user} → port
};

}  // namespace

int GraphModel::find(InstructionId id) const {
  if (const auto node = nodeOf.find(id); node != nodeOf.end()) return node->second;
  const auto hidden = insideOf.find(id);
  return hidden == insideOf.end() ? -1 : hidden->second;
}

double edgeWidth(int64_t bytes) {
  const double width = 1 + std::log(std::max<double>(static_cast<double>(bytes), 1) / 4096) / std::log(16.0);
  return std::clamp(width, 1.0, 8.0);
}

GraphModel buildGraph(std::shared_ptr<const Module> before, std::shared_ptr<const Module> after,
                      const GraphOptions& options) {
  return Union(std::move(before), std::move(after), options).run();
}

}  // namespace onepot
