#include "views/graph/graph_lights.h"

namespace onepot {
namespace {

bool stands(const GraphNode& node, InstructionId id) {
  if (id == 0 || node.role == NodeRole::Port || node.role == NodeRole::Output || node.role == NodeRole::More)
    return false;
  return node.id == id || (node.before.instruction && node.before.instruction->id() == id) ||
         (node.after.instruction && node.after.instruction->id() == id);
}

bool anyOf(const GraphNode& node, const std::set<InstructionId>& ids) {
  if (ids.empty() || node.role == NodeRole::Port || node.role == NodeRole::Output || node.role == NodeRole::More)
    return false;
  return ids.contains(node.id) || (node.before.instruction && ids.contains(node.before.instruction->id())) ||
         (node.after.instruction && ids.contains(node.after.instruction->id()));
}

bool matches(const GraphNode& node, const QString& words) {
  return node.name.contains(words, Qt::CaseInsensitive) || node.shapeLine.contains(words, Qt::CaseInsensitive) ||
         node.after.attribute.contains(words, Qt::CaseInsensitive);
}

NodeState stateOf(const GraphNode& node, const GraphFocus& focus) {
  NodeState state;
  if (focus.partners) {
    state.selected = anyOf(node, focus.partners->selected);
    state.partner = !state.selected && anyOf(node, focus.partners->instructions);
  }
  state.hovered = stands(node, focus.hovered);
  state.pinned = stands(node, focus.pinned);
  state.keyboard = stands(node, focus.keyboard);
  const bool filtered =
      focus.hiddenKinds.contains(node.kind) || (!focus.onlyChanges.empty() && !focus.onlyChanges.contains(node.change));
  state.dimmed = filtered || (!focus.search.isEmpty() && !matches(node, focus.search));
  if (const auto heat = focus.heat.find(node.id); heat != focus.heat.end()) state.heat = heat->second;
  if (const auto words = focus.heatText.find(node.id); words != focus.heatText.end()) state.heatText = words->second;
  return state;
}

void lightEdges(const PictureData& data, GraphLights& lights) {
  const GraphModel& model = *data.model;
  lights.edges.assign(model.edges.size(), EdgeLight::None);
  // A port is lit from both sides: what comes to it feeds the selection, what leaves it is fed by it.
  std::vector<bool> feeds(model.nodes.size(), false), fed(model.nodes.size(), false);
  const auto selected = [&](int node) { return lights.nodes[static_cast<size_t>(node)].selected; };
  for (int pass = 0; pass < 3; ++pass) {
    for (size_t e = 0; e < model.edges.size(); ++e) {
      const GraphEdge& edge = model.edges[e];
      if (!showing(edge, data.picture)) continue;
      const auto from = static_cast<size_t>(edge.from), to = static_cast<size_t>(edge.to);
      if (selected(edge.to) || feeds[to]) {
        lights.edges[e] = EdgeLight::Operand;
        if (model.nodes[from].role == NodeRole::Port) feeds[from] = true;
      } else if (selected(edge.from) || fed[from]) {
        lights.edges[e] = EdgeLight::User;
        if (model.nodes[to].role == NodeRole::Port) fed[to] = true;
      }
    }
  }
}

}  // namespace

GraphLights lightsFor(const PictureData& data, const GraphFocus& focus, std::vector<EdgeVerdict> verdicts) {
  GraphLights lights;
  for (const GraphNode& node : data.model->nodes) lights.nodes.push_back(stateOf(node, focus));
  for (const GraphCluster& cluster : data.model->clusters) {
    NodeState state;
    if (focus.partners) {
      state.selected = focus.partners->selected.contains(cluster.id);
      state.partner = !state.selected && focus.partners->instructions.contains(cluster.id);
    }
    lights.clusters.push_back(state);
  }
  lightEdges(data, lights);
  for (const EdgeVerdict& verdict : verdicts) {
    if (verdict.edge >= 0 && verdict.decision == focus.selectedDecision && focus.selectedDecision != 0) {
      lights.edges[static_cast<size_t>(verdict.edge)] = EdgeLight::Selected;
    }
  }
  lights.marked.assign(data.model->edges.size(), false);
  for (const EdgeVerdict& verdict : verdicts) {
    if (verdict.edge >= 0) lights.marked[static_cast<size_t>(verdict.edge)] = true;
  }
  lights.verdicts = std::move(verdicts);
  return lights;
}

std::vector<int> searchNodes(const GraphModel& model, const QString& words) {
  std::vector<int> found;
  if (words.isEmpty()) return found;
  for (size_t n = 0; n < model.nodes.size(); ++n) {
    const GraphNode& node = model.nodes[n];
    const bool box = node.role == NodeRole::Operation || node.role == NodeRole::Closed;
    if (box && matches(node, words)) found.push_back(static_cast<int>(n));
  }
  return found;
}

}  // namespace onepot
