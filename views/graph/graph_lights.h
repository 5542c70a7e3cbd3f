// What is lit in a picture, from the selection, the pointer, the search and the legend's filter: a pure function.
#pragma once

#include <QString>
#include <set>
#include <unordered_map>

#include "views/graph/picture.h"
#include "views/partners.h"

namespace onepot {

struct GraphFocus {
  const Partners* partners = nullptr;
  InstructionId hovered = 0, pinned = 0;
  InstructionId keyboard = 0;
  QString search;                                  // dims what does not have it in its name
  std::set<Kind> hiddenKinds;                      // the legend's filter dims these
  std::set<NodeChange> onlyChanges;                // empty: all
  std::unordered_map<InstructionId, double> heat;  // share of the measured time; empty: kind colours
  std::unordered_map<InstructionId, QString> heatText;
  int64_t selectedDecision = 0;
};

/// `verdicts` are carried through; the edge of `selectedDecision` is lit.
GraphLights lightsFor(const PictureData& data, const GraphFocus& focus, std::vector<EdgeVerdict> verdicts);
/// Nodes the search finds, in drawing order.
std::vector<int> searchNodes(const GraphModel& model, const QString& words);

}  // namespace onepot
