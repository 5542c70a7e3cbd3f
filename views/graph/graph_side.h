// One module laid flat for drawing: its instructions as nodes, called computations as clusters, values as edges.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/ir/module.h"
#include "views/graph/graph_model.h"

namespace onepot {

struct SideNode {
  NodeRole role = NodeRole::Operation;
  const Instruction* instruction = nullptr;  // the caller for a port, the root for an output
  int number = 0;                            // of a port: which parameter; of its body: × kBodyStride
  int cluster = -1;
  bool root = false;
};

struct SideCluster {
  ClusterRole role = ClusterRole::Fusion;
  const Instruction* caller = nullptr;
  const Computation* body = nullptr;
  int bodyIndex = 0;
  int parent = -1;
};

struct SideEdge {
  int from = 0, to = 0;
  int operand = -1;  // −1: control, a back edge, or a way into a port
  bool control = false, back = false;
};

inline constexpr int kBodyStride = 1 << 16;

struct SideGraph {
  const Module* module = nullptr;
  std::vector<SideNode> nodes;
  std::vector<SideCluster> clusters;
  std::vector<SideEdge> edges;
  std::unordered_map<const Instruction*, int> nodeOf;
  std::unordered_map<InstructionId, int> hiddenIn;                     // inside a closed cluster → its node
  std::unordered_map<InstructionId, const Instruction*> byId;          // every instruction, hidden ones too
  std::unordered_map<const Computation*, const Instruction*> callers;  // of fusions and calls

  /// The instruction whose value this is: through fusions' parameters to the caller's operand, through fusions to
  /// their root. Never null for a non-null argument.
  const Instruction* valueOf(const Instruction* instruction) const;
};

SideGraph flatten(const Module& module, const GraphOptions& options);

}  // namespace onepot
