// A layout's question in Graphviz's words, and its answer read back. Ids and sizes only: no name ever leaves the
// program.
#pragma once

#include <QByteArray>
#include <optional>

#include "views/graph/layout.h"

namespace onepot {

QByteArray dotText(const LayoutInput& input);
/// Reads what `dot -Tjson0` printed; nothing where it is not that.
std::optional<GraphLayout> readDot(const QByteArray& json, const LayoutInput& input);

}  // namespace onepot
