// The graph page of the Fusion workspace: the after side, compact, with a verdict on every edge.
#pragma once

#include "views/graph/graph_view.h"

namespace onepot {

class FusionGraphView : public GraphView {
 public:
  explicit FusionGraphView(Session& session, QWidget* parent = nullptr) : GraphView(session, parent, true) {}
};

}  // namespace onepot
