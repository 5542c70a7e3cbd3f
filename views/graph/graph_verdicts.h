// Fusion decisions as marks on the edges of a picture.
#pragma once

#include "engine/passes/fusion_decision.h"
#include "views/graph/picture.h"

namespace onepot {

Verdict verdictOf(const FusionDecision& decision);

/// One mark a decision, on the edge from its producer to its consumer (or into the port the value goes through);
/// without an edge in this picture the mark's `edge` is −1. `overrides` are the user's words, by instruction names.
std::vector<EdgeVerdict> edgeVerdicts(const GraphModel& model, const std::vector<FusionDecision>& decisions,
                                      const FusionOverrides& overrides);

}  // namespace onepot
