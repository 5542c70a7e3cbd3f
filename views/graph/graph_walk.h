// Where the arrow keys lead in a graph: up to an operand, down to a user, sideways to a sibling of the same rank.
#pragma once

#include "views/graph/picture.h"

namespace onepot {

enum class Step : uint8_t { Operand, User, Previous, Next };

/// The node that `step` leads to from `node`, through ports, among what the picture shows; `node` itself where there is
/// none. `node` < 0 starts at the top.
int walk(const PictureData& data, int node, Step step);

}  // namespace onepot
