// What the graph page does when it is clicked, hovered, searched and typed at.
#include <QFileDialog>
#include <QKeyEvent>
#include <QSaveFile>
#include <QScrollBar>
#include <QStyle>
#include <QToolTip>
#include <algorithm>

#include "views/graph/graph_export.h"
#include "views/graph/graph_verdicts.h"
#include "views/graph/graph_view.h"
#include "views/graph/graph_walk.h"
#include "views/number_format.h"

namespace onepot {
namespace {

constexpr double kZoomStep = 1.25;
constexpr int kMostRadius = 3;

QString changeWords(const GraphModel& model, const GraphNode& node) {
  switch (node.change) {
    case NodeChange::Removed: return GraphView::tr("removed by this pass");
    case NodeChange::Added: return GraphView::tr("added by this pass");
    case NodeChange::Changed: return GraphView::tr("changed by this pass");
    case NodeChange::Moved: {
      const int cluster = node.after.cluster;
      return cluster < 0 ? GraphView::tr("moved")
                         : GraphView::tr("moved into %1").arg(model.clusters[static_cast<size_t>(cluster)].title);
    }
    case NodeChange::Same: break;
  }
  return {};
}

/// Shares of a run's time by instruction: eager launches for operations, jit launches for what they launched.
void readHeat(const Compilation& compilation, GraphFocus& focus) {
  if (compilation.runs.empty()) return;
  const Run& run = compilation.runs.back();
  const auto read = [&](const Series& series) {
    double total = 0;
    for (const Launch& launch : series.launches) total += launch.end - launch.start;
    for (const Launch& launch : series.launches) {
      if (launch.instruction == 0 || total <= 0) continue;
      const double time = launch.end - launch.start;
      focus.heat[launch.instruction] += time / total;
      focus.heatText[launch.instruction] =
          formatMilliseconds(time) + QStringLiteral(" · ") + formatPercent(focus.heat[launch.instruction]);
    }
  };
  read(run.jit);
  for (const Launch& launch : run.jit.launches) focus.heat.try_emplace(launch.instruction, 0);
  read(run.eager);
}

}  // namespace

QString accessibleNodeName(const GraphModel& model, int index, const NodeState& state) {
  const GraphNode& node = model.nodes[static_cast<size_t>(index)];
  QStringList words{node.name, kindName(node.kind), node.shapeLine};
  if (const QString change = changeWords(model, node); !change.isEmpty()) words << change;
  if (state.selected) words << GraphView::tr("selected");
  if (state.partner) words << GraphView::tr("partner of the selection");
  return words.join(", ");
}

GraphFocus GraphView::focus() const {
  GraphFocus focus;
  focus.partners = &m_session.partners();
  if (m_session.hovered().kind == RefKind::Instruction) focus.hovered = m_session.hovered().id;
  if (m_session.pinned().kind == RefKind::Instruction) focus.pinned = m_session.pinned().id;
  focus.search = m_search;
  focus.hiddenKinds = m_legend->hiddenKinds();
  focus.onlyChanges = m_legend->onlyChanges();
  if (m_session.selection().kind == RefKind::Decision) focus.selectedDecision = m_session.selection().id;
  if (m_heat && m_session.compilation()) readHeat(*m_session.compilation(), focus);
  return focus;
}

void GraphView::relight() {
  if (!m_result.model || !m_afterCanvas->graph().model()) return;
  const GraphFocus now = focus();
  std::vector<EdgeVerdict> verdicts;
  if (m_fusion && m_session.compilation()) {
    m_verdicts = edgeVerdicts(*m_result.model, m_session.compilation()->decisions, m_session.options().fusionOverrides);
  }
  for (const EdgeVerdict& verdict : m_verdicts) {
    const bool wanted = m_verdictFilter == 0 || (m_verdictFilter == 1 && verdict.verdict == Verdict::Refused) ||
                        (m_verdictFilter == 2 && verdict.verdict == Verdict::Forced);
    if (wanted) verdicts.push_back(verdict);
  }
  for (GraphCanvas* canvas : {m_beforeCanvas, m_afterCanvas}) {
    GraphScene& scene = canvas->graph();
    if (!scene.model()) continue;
    const PictureData data{m_result.model, m_result.placed, {}, scene.picture()};
    scene.setLights(lightsFor(data, now, canvas == m_afterCanvas ? verdicts : std::vector<EdgeVerdict>{}));
  }
  m_legend->setLegend(legendFor({m_result.model, m_result.placed, m_afterCanvas->graph().lights(), pictureOf(true)}));
  showHeadings();
  describeForAccess();
}

void GraphView::describeForAccess() {
  const int node = selectedNode();
  if (node < 0) return m_afterCanvas->setAccessibleDescription({});
  m_afterCanvas->setAccessibleDescription(
      accessibleNodeName(*m_result.model, node, m_afterCanvas->graph().lights().nodes[static_cast<size_t>(node)]));
}

void GraphView::emitNode(int index, bool after) {
  const Compilation* compilation = m_session.compilation();
  if (!compilation) return;
  const GraphNode& node = m_result.model->nodes[static_cast<size_t>(index)];
  if (node.role == NodeRole::More) {
    m_allUsers.insert(node.id);
    return rebuild();
  }
  const Instruction* instruction =
      node.side(after).instruction ? node.side(after).instruction : node.side(!after).instruction;
  if (node.role == NodeRole::Port && instruction) {
    instruction = nullptr;  // the port is the value that comes in: its edge's source
    for (const GraphEdge& edge : m_result.model->edges) {
      if (edge.to == index) return emitNode(edge.from, after);
    }
  }
  if (instruction) emit selected(Ref::instruction(compilation->id, instruction->id()));
}

void GraphView::hoverNode(int node, bool after) {
  m_tipTimer.stop();
  m_tipNode = node;
  m_tipAfter = after;
  const Compilation* compilation = m_session.compilation();
  if (node < 0 || !compilation) {
    QToolTip::hideText();
    return m_session.hover(Ref{});
  }
  m_tipTimer.start();
  m_session.hover(Ref::instruction(compilation->id, m_result.model->nodes[static_cast<size_t>(node)].id));
}

void GraphView::showTip(int index, bool after) {
  if (!m_result.model || index < 0 || index >= static_cast<int>(m_result.model->nodes.size())) return;
  const GraphNode& node = m_result.model->nodes[static_cast<size_t>(index)];
  const Instruction* instruction =
      node.side(after).instruction ? node.side(after).instruction : node.side(!after).instruction;
  QString words =
      QStringLiteral("<b>%1</b>&nbsp;&nbsp; <b>%2</b>").arg(node.name.toHtmlEscaped(), formatBytes(node.bytes));
  QStringList more{node.shapeLine};
  if (!node.side(after).attribute.isEmpty()) more << node.side(after).attribute;
  words += "<br>" + more.join(" · ").toHtmlEscaped();
  QStringList last;
  if (const QString change = changeWords(*m_result.model, node); !change.isEmpty()) last << change;
  if (instruction && instruction->source().known()) {
    const SourceRange& at = instruction->source();
    last << formatPosition(at.line, at.column, at.endLine, at.endColumn);
  }
  if (!last.isEmpty()) words += "<br>" + last.join(" · ").toHtmlEscaped();
  QToolTip::showText(QCursor::pos(), words, this);
}

int GraphView::selectedNode() const {
  if (!m_result.model) return -1;
  for (InstructionId id : m_session.partners().selected) {
    if (const int node = m_result.model->find(id); node >= 0) return node;
  }
  return -1;
}

void GraphView::openNode(int index) {
  const GraphNode& node = m_result.model->nodes[static_cast<size_t>(index)];
  if (node.role == NodeRole::Closed) {
    toggleCluster(node.id, m_result.placed->nodes[static_cast<size_t>(index)].center());
  } else {
    emitNode(index, true);
  }
}

/// Opening or folding a cluster keeps it where it is on screen.
void GraphView::toggleCluster(InstructionId id, QPointF scenePlace) {
  if (!m_toggled.erase(id)) m_toggled.insert(id);
  m_keepId = id;
  m_keepPlace = m_afterCanvas->mapFromScene(scenePlace);
  rebuild();
}

// ---- keys

void GraphView::keyPressEvent(QKeyEvent* event) {
  if (!m_result.model || (!handleWalkKey(event) && !handleViewKey(event))) View::keyPressEvent(event);
}

bool GraphView::event(QEvent* event) {
  // Keys that a menu also has are ours while the graph has the keyboard.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() == Qt::NoModifier &&
        (key->key() == Qt::Key_Space || (key->key() >= Qt::Key_0 && key->key() <= Qt::Key_4))) {
      event->accept();
      return true;
    }
  }
  return View::event(event);
}

bool GraphView::handleWalkKey(QKeyEvent* event) {
  const int node = selectedNode();
  switch (event->key()) {
    case Qt::Key_Up: step(Step::Operand); return true;
    case Qt::Key_Down: step(Step::User); return true;
    case Qt::Key_Left: step(Step::Previous); return true;
    case Qt::Key_Right: step(Step::Next); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (node >= 0 && m_result.model->nodes[static_cast<size_t>(node)].role == NodeRole::Closed) {
        openNode(node);
      } else if (node >= 0) {
        const int cluster = m_result.model->nodes[static_cast<size_t>(node)].after.cluster;
        if (cluster >= 0)
          toggleCluster(m_result.model->clusters[static_cast<size_t>(cluster)].id,
                        m_result.placed->clusters[static_cast<size_t>(cluster)].center());
      }
      return true;
    default: return false;
  }
}

bool GraphView::handleViewKey(QKeyEvent* event) {
  const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  const int digit = event->nativeVirtualKey() >= '1' && event->nativeVirtualKey() <= '9'
                        ? static_cast<int>(event->nativeVirtualKey() - '0')
                        : event->key() - Qt::Key_0;
  if ((event->modifiers() & Qt::ShiftModifier) && digit >= 1 && digit <= 9) {
    saveOrRecallView(digit, event->modifiers() & Qt::ControlModifier);
    return true;
  }
  if (!plain) return false;
  GraphCanvas& canvas = mainCanvas();
  const QPoint middle = canvas.viewport()->rect().center();
  switch (event->key()) {
    case Qt::Key_Space: fit(0); return true;
    case Qt::Key_F:
      canvas.centreNode(selectedNode(), style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0);
      tie(&canvas);
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: canvas.zoomBy(kZoomStep, middle); return true;
    case Qt::Key_Minus: canvas.zoomBy(1 / kZoomStep, middle); return true;
    case Qt::Key_0: canvas.setZoom(theme().scale()); return true;
    case Qt::Key_Slash: m_toolBar->openSearch(); return true;
    case Qt::Key_T: setHeat(!m_heat); return true;
    case Qt::Key_R: toggleRadius(); return true;
    case Qt::Key_X: whatIf(); return true;
    case Qt::Key_1:
    case Qt::Key_2:
    case Qt::Key_3:
    case Qt::Key_4:
      if (m_fusion) return false;
      m_modeChosen = true;
      setMode(static_cast<GraphMode>(event->key() - Qt::Key_1));
      return true;
    default: return false;
  }
}

void GraphView::command(Qt::Key key) {
  if (!m_result.model) return;
  QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
  handleViewKey(&event);
}

void GraphView::step(Step direction) {
  const GraphScene& scene = m_afterCanvas->graph();
  const PictureData data{m_result.model, m_result.placed, {}, scene.picture()};
  const int next = walk(data, selectedNode(), direction);
  if (next < 0) return;
  emitNode(next, true);
}

void GraphView::saveOrRecallView(int number, bool save) {
  GraphCanvas& canvas = mainCanvas();
  if (save) {
    m_savedViews[number] = {canvas.zoom(), canvas.mapToScene(canvas.viewport()->rect().center())};
    return;
  }
  const auto found = m_savedViews.find(number);
  if (found == m_savedViews.end()) return;
  canvas.setZoom(found->second.first);
  canvas.centerOn(found->second.second);
  tie(&canvas);
}

void GraphView::setHeat(bool on) {
  m_heat = on;
  relight();
}

/// R: around the selection within 1, 2, 3 edges, then all again.
void GraphView::toggleRadius() {
  const int node = selectedNode();
  if (m_radius == 0 && node < 0) return;
  if (m_radius == 0) m_around = m_result.model->nodes[static_cast<size_t>(node)].id;
  m_radius = m_radius >= kMostRadius ? 0 : m_radius + 1;
  m_fitted = true;
  rebuild();
}

/// X: the opposite of what was decided about the selected edge; again: the compiler's own word.
void GraphView::whatIf() {
  const Compilation* compilation = m_session.compilation();
  if (!compilation || m_session.selection().kind != RefKind::Decision) return;
  for (const FusionDecision& decision : compilation->decisions) {
    if (decision.id != m_session.selection().id) continue;
    SessionOptions options = m_session.options();
    const std::pair key(decision.producerName, decision.consumerName);
    if (!options.fusionOverrides.erase(key)) options.fusionOverrides[key] = !decision.fused;
    m_session.setOptions(std::move(options));
    return;
  }
}

void GraphView::search(const QString& words, int direction) {
  m_search = words;
  if (!m_result.model) return;
  const std::vector<int> found = searchNodes(*m_result.model, words);
  relight();
  if (found.empty() || direction == 0) {
    m_found = -1;
    return;
  }
  const int count = static_cast<int>(found.size());
  m_found = (m_found + direction + count) % count;
  const int node = found[static_cast<size_t>(m_found)];
  mainCanvas().centreNode(node, false);
  tie(&mainCanvas());
  emitNode(node, true);
}

void GraphView::exportPicture(const QString& format) {
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the graph"), QStringLiteral("graph.") + format);
  if (file.isEmpty()) return;
  GraphScene& scene = m_afterCanvas->graph();
  bool done = false;
  if (format == QLatin1String("svg")) {
    done = exportSvg(scene, file);
  } else if (format == QLatin1String("png")) {
    done = exportPng(scene, file);
  } else if (format == QLatin1String("pdf")) {
    done = exportPdf(scene, file);
  } else {
    QSaveFile out(file);
    done = out.open(QIODevice::WriteOnly) &&
           out.write(exportDot({m_result.model, m_result.placed, {}, scene.picture()}).toUtf8()) >= 0 && out.commit();
  }
  if (!done) m_result.note = tr("The picture could not be written to %1.").arg(file);
  showState();
}

}  // namespace onepot
