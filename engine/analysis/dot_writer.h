// Module → Graphviz text in XLA's colours: nodes filled by kind, fusions as clusters around their bodies.
#pragma once

#include <string>

#include "engine/ir/module.h"

namespace onepot {

/// One digraph: the entry, and a cluster for each other computation that it reaches but for scalar combiners. Fusions
/// stand as clusters with their bodies inside. Linear in the module.
std::string writeDot(const Module& module);
/// One computation alone; fusions inside it as clusters.
std::string writeDot(const Computation& computation, const Module& module);

}  // namespace onepot
