#include "views/graph/graph_source.h"

namespace onepot {
namespace {

constexpr size_t kKept = 48;
constexpr int kLastResortRadius = 6;

}  // namespace

GraphSource::GraphSource(QObject* parent) : QObject(parent) {
  connect(&m_runner, &LayoutRunner::done, this, [this](const GraphLayout& layout, const QString& note) {
    m_pending.placed = std::make_shared<PlacedGraph>(place(*m_pending.model, layout));
    m_pending.note = note;
    m_pending.engine = layout.engine;
    m_pending.milliseconds = m_runner.seconds() * 1e3;
    m_known.push_front({m_wanted, m_pending});
    if (m_known.size() > kKept) m_known.pop_back();
    emit ready(m_pending);
  });
}

void GraphSource::request(const GraphRequest& request) {
  for (const auto& [known, result] : m_known) {
    if (!(known == request)) continue;
    m_runner.cancel();
    emit ready(GraphResult(result));
    return;
  }
  m_wanted = request;
  m_pending = {};
  m_pending.model = std::make_shared<GraphModel>(build(request, &m_pending.wholeSize));
  m_runner.request(m_pending.model->layoutInput());
}

GraphModel GraphSource::build(const GraphRequest& request, int* wholeSize) const {
  GraphOptions options;
  options.toggled = request.toggled;
  options.allUsers = request.allUsers;
  if (request.compact) options.nodeSize = GraphOptions::NodeSize::Compact;
  GraphModel model = buildGraph(request.before, request.after, options);
  const int whole = static_cast<int>(model.nodes.size());
  if (request.radius > 0) {
    const int node = model.find(request.around);
    if (node >= 0) {
      *wholeSize = whole;
      return neighbourhood(model, node, request.radius);
    }
  }
  if (!model.compact && request.room > 0 && estimatedHeight(model.layoutInput()) > request.room) {
    options.nodeSize = GraphOptions::NodeSize::Compact;
    model = buildGraph(request.before, request.after, options);
  }
  if (request.everything || whole <= kTooManyNodes) return model;
  *wholeSize = whole;
  options.closeAll = true;
  model = buildGraph(request.before, request.after, options);
  if (model.nodes.size() <= kTooManyNodes || model.nodes.empty()) return model;
  const Computation* entry = request.after->entry();
  const int node = std::max(0, entry && entry->root() ? model.find(entry->root()->id()) : 0);
  return neighbourhood(model, node, kLastResortRadius);
}

}  // namespace onepot
