// How large a node is drawn at 100 %: from its words, without asking a font.
#pragma once

#include "views/graph/graph_model.h"

namespace onepot {

inline constexpr int kCompactAbove = 12;  // boxes
inline constexpr double kNodeWidth = 152, kNodeMaxWidth = 240, kNodeHeight = 40, kNodeTallHeight = 56;
inline constexpr double kCompactWidth = 226, kCompactHeight = 26, kPortSize = 10;
/// JetBrains Mono is 0.6 em wide, whatever the letter.
inline constexpr double kMonoAdvance = 0.6;

QSizeF nodeSize(const GraphNode& node, bool compact);
inline bool isBox(NodeRole role) { return role == NodeRole::Operation || role == NodeRole::Closed; }

}  // namespace onepot
