#include "views/view_registry.h"

#include <QCoreApplication>
#include <array>

#include "views/cost_check_view.h"
#include "views/decision_view.h"
#include "views/decisions_view.h"
#include "views/editor_view.h"
#include "views/graph/fusion_graph_view.h"
#include "views/graph/graph_view.h"
#include "views/hlo_diff_view.h"
#include "views/inspector_view.h"
#include "views/kernel_view.h"
#include "views/kernels_view.h"
#include "views/memory_view.h"
#include "views/output_view.h"
#include "views/past_runs_view.h"
#include "views/pipeline_view.h"
#include "views/problems_view.h"
#include "views/rewrites_view.h"
#include "views/run_setup_view.h"
#include "views/run_view.h"
#include "views/same_result_view.h"
#include "views/spread_view.h"
#include "views/timeline_view.h"
#include "views/trace_view.h"

namespace onepot {

namespace {

template <typename T>
View* make(Session& session, QWidget* parent) {
  return new T(session, parent);
}

#define TR(text) QT_TRANSLATE_NOOP("Views", text)
constexpr ViewRow kRows[] = {
    {"editor", TR("Program"), "file", Place::Left, make<EditorView>},
    {"trace", TR("Trace"), "", Place::Left, make<TraceView>},
    {"pipeline", TR("Pipeline"), "", Place::Left, make<PipelineView>},
    {"setup", TR("Set-up"), "", Place::Left, make<RunSetupView>},
    {"spread", TR("Spread"), "", Place::Left, make<SpreadView>},
    {"same-result", TR("Same result?"), "", Place::Left, make<SameResultView>},
    {"past-runs", TR("Earlier runs"), "", Place::Left, make<PastRunsView>},
    {"kernels", TR("Kernels"), "", Place::Left, make<KernelsView>},
    {"cost-check", TR("Cost model check"), "", Place::Left, make<CostCheckView>},
    {"graph", TR("Graph"), "graph", Place::Page, make<GraphView>},
    {"fusion-graph", TR("Fusion"), "fusion", Place::Page, make<FusionGraphView>},
    {"run", TR("Run"), "chart", Place::Page, make<RunView>},
    {"inspector", TR("Inspector"), "", Place::Right, make<InspectorView>},
    {"decision", TR("Decision"), "", Place::Right, make<DecisionView>},
    {"diff", TR("HLO diff"), "diff", Place::Results, make<HloDiffView>},
    {"rewrites", TR("Rewrites"), "list", Place::Results, make<RewritesView>},
    {"decisions", TR("Fusion decisions"), "fusion", Place::Results, make<DecisionsView>},
    {"kernel", TR("Kernel"), "kernel", Place::Results, make<KernelView>},
    {"timeline", TR("Timeline"), "clock", Place::Results, make<TimelineView>},
    {"memory", TR("Memory"), "memory", Place::Results, make<MemoryView>},
    {"problems", TR("Problems"), "warning", Place::Results, make<ProblemsView>},
    {"output", TR("Output"), "prompt", Place::Results, make<OutputView>},
};
#undef TR

}  // namespace

std::span<const ViewRow> viewRegistry() { return kRows; }

}  // namespace onepot
