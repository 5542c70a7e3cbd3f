// The layout of big graphs, and of every graph where `dot` is missing: layered, deterministic, near linear time.
#pragma once

#include "views/graph/layout.h"

namespace onepot {

/// Frames are laid out from the inside out; each is then one box in the frame around it.
GraphLayout layeredLayout(const LayoutInput& input);

}  // namespace onepot
