// Which of the union one picture shows, and how its parts are lit.
#pragma once

#include <memory>
#include <vector>

#include "views/graph/badge_painter.h"
#include "views/graph/graph_model.h"
#include "views/graph/node_painter.h"
#include "views/graph/placed_graph.h"

namespace onepot {

enum class Picture : uint8_t { Before, After, Overlay };

enum class Showing : uint8_t { Hidden, Ghost, Shown };
Showing showing(const GraphNode& node, Picture picture);
bool showing(const GraphCluster& cluster, Picture picture);
/// In an overlay an edge of the before side gives way to the same value's way through a port.
bool showing(const GraphEdge& edge, Picture picture);
/// Whose half of a node or edge the picture draws.
bool afterHalf(const GraphEdge& edge, Picture picture);
bool afterHalf(const GraphNode& node, Picture picture);

enum class EdgeLight : uint8_t { None, Operand, User, Selected };

/// A verdict's mark on an edge.
struct EdgeVerdict {
  int edge = -1;
  Verdict verdict = Verdict::Fused;
  int64_t decision = 0;  // FusionDecision::id, the row of the table
  bool chained = false;  // hangs on another decision
  QString words;         // "joins fusion.2", only of forced ones
  bool operator==(const EdgeVerdict&) const = default;
};

/// Everything that may change without a new layout.
struct GraphLights {
  std::vector<NodeState> nodes;
  std::vector<EdgeLight> edges;
  std::vector<NodeState> clusters;
  std::vector<EdgeVerdict> verdicts;
  std::vector<bool> marked;  // edges that a verdict's mark stands on
};

/// What the items of a scene share. Indices of model, placed and lights agree.
struct PictureData {
  std::shared_ptr<const GraphModel> model;
  std::shared_ptr<const PlacedGraph> placed;
  GraphLights lights;
  Picture picture = Picture::After;
};

}  // namespace onepot
