// The union of a program before and after a pass, as nodes, clusters and edges: what the graph view draws, without a
// widget.
#pragma once

#include <QSizeF>
#include <QString>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "engine/ir/module.h"
#include "views/graph/layout.h"
#include "views/theme.h"

namespace onepot {

enum class NodeChange : uint8_t { Same, Removed, Added, Changed, Moved };
enum class NodeRole : uint8_t { Operation, Closed, Port, Output, More };
enum class ClusterRole : uint8_t { Fusion, Loop, Branch, Call };
enum class Medium : uint8_t { Memory, Registers, Control };

/// One side's half of a union node; `instruction` is null where the node is not on that side.
struct NodeSide {
  const Instruction* instruction = nullptr;
  bool present = false;
  bool root = false;
  int cluster = -1;
  QString attribute;  // what tells it from its kind: "add, dims {0,1}", "of multiply.8"
};

struct GraphNode {
  NodeRole role = NodeRole::Operation;
  InstructionId id = 0;  // the fusion of a port, the value of an output, the crowded value of a "+21"
  Kind kind = Kind::Elementwise;
  NodeChange change = NodeChange::Same;
  QString name, shapeLine;
  NodeSide before, after;
  int duplicates = 1;  // how often this operation stands in the program after the pass
  int64_t bytes = 0;
  QSizeF size;
  const NodeSide& side(bool isAfter) const { return isAfter ? after : before; }
  NodeSide& side(bool isAfter) { return isAfter ? after : before; }
};

struct GraphCluster {
  ClusterRole role = ClusterRole::Fusion;
  InstructionId id = 0;  // the instruction that calls
  NodeChange change = NodeChange::Same;
  QString title, detail;  // "fusion.1", "kLoop · f32[]"
  int parent = -1;
  bool inBefore = false, inAfter = false;
};

struct EdgeSide {
  bool present = false;
  Medium medium = Medium::Memory;
};

struct GraphEdge {
  int from = 0, to = 0;
  EdgeSide before, after;
  NodeChange change = NodeChange::Same;
  int64_t bytes = 0;
  int64_t vanishedBytes = 0;  // went through memory before, and does no longer
  std::vector<int> operands;  // which operands of the user it is
  bool layoutsDiffer = false;
  bool backEdge = false;
  int viaPort = -1;  // of a before side's edge: the port through which the after side has the same way
  const EdgeSide& side(bool isAfter) const { return isAfter ? after : before; }
  EdgeSide& side(bool isAfter) { return isAfter ? after : before; }
};

struct GraphCounts {
  int removed = 0, added = 0, changed = 0, moved = 0;
};

struct GraphOptions {
  enum class NodeSize : uint8_t { Auto, Full, Compact };
  NodeSize nodeSize = NodeSize::Auto;
  bool closeAll = false;             // every cluster is one node, but for `toggled`
  std::set<InstructionId> toggled;   // clusters whose state is the opposite
  std::set<InstructionId> allUsers;  // values whose users are shown past the limit
};

struct GraphModel {
  std::shared_ptr<const Module> before, after;  // keep the instructions alive; the same pointer where nothing changed
  std::vector<GraphNode> nodes;
  std::vector<GraphCluster> clusters;
  std::vector<GraphEdge> edges;
  GraphCounts counts;
  bool compact = false;
  std::unordered_map<InstructionId, int> nodeOf;     // operations and closed clusters
  std::unordered_map<InstructionId, int> clusterOf;  // open clusters (the first, where a call has several bodies)
  std::unordered_map<InstructionId, int> insideOf;   // what a closed cluster hides → its node

  /// The node that stands for an instruction of either side: itself, or the closed cluster that hides it; −1: none.
  int find(InstructionId id) const;
  LayoutInput layoutInput() const;
};

/// `before` may be null (the first stage). Modules are frozen: called computations are looked up by id.
GraphModel buildGraph(std::shared_ptr<const Module> before, std::shared_ptr<const Module> after,
                      const GraphOptions& options = {});
/// What lies within `radius` edges of `node`, in either direction.
GraphModel neighbourhood(const GraphModel& model, int node, int radius);

/// 1 + log₁₆(bytes / 4 KiB), from 1 to 8.
double edgeWidth(int64_t bytes);

}  // namespace onepot
