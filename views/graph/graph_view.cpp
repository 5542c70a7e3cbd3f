#include "views/graph/graph_view.h"

#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyle>
#include <QVBoxLayout>

#include "engine/ir/hlo_printer.h"
#include "views/empty_state.h"
#include "views/graph/graph_notice.h"
#include "views/graph/graph_verdicts.h"
#include "views/graph/selection_card.h"
#include "views/number_format.h"

namespace onepot {
namespace {

constexpr int kNarrowSide = 340;  // px of one side: below it Split becomes Overlay
constexpr int kRoomStep = 120;
constexpr int kWaitMs = 1000;           // until waiting is said
constexpr double kNodesASecond = 3000;  // laid out by the layered engine, for the estimate in words

QString text(const std::string& word) { return QString::fromStdString(word); }

QWidget* sideOf(GraphHeading* heading, GraphCanvas* canvas, QWidget* parent) {
  auto* side = new QWidget(parent);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(heading);
  column->addWidget(canvas, 1);
  return side;
}

}  // namespace

GraphView::GraphView(Session& session, QWidget* parent, bool fusion) : View(session, parent), m_fusion(fusion) {
  if (fusion) m_mode = GraphMode::After;
  build();
  connect(&m_source, &GraphSource::ready, this, &GraphView::showResult);
  m_waitTimer.setInterval(200);
  connect(&m_waitTimer, &QTimer::timeout, this, &GraphView::showState);
  m_tipTimer.setSingleShot(true);
  m_tipTimer.setInterval(320);
  connect(&m_tipTimer, &QTimer::timeout, this, [this] { showTip(m_tipNode, m_tipAfter); });
  setFocusPolicy(Qt::StrongFocus);
  applyTheme();
  applyMode();
}

void GraphView::build() {
  using Modes = std::vector<std::pair<QString, const char*>>;
  m_toolBar = new GraphToolBar(
      m_fusion
          ? Modes{{tr("All edges"), ""}, {tr("Refused"), ""}, {tr("Overridden"), ""}}
          : Modes{{tr("Split"), "split"}, {tr("Overlay"), "overlay"}, {tr("After"), "after"}, {tr("Text"), "code"}},
      this);
  m_beforeHeading = new GraphHeading(this);
  m_afterHeading = new GraphHeading(this);
  m_beforeCanvas = new GraphCanvas(this);
  m_afterCanvas = new GraphCanvas(this);
  m_text = new QPlainTextEdit(this);
  m_text->setReadOnly(true);
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_legend = new GraphLegend(this);
  m_empty = new EmptyState("graph", this);
  auto* sides = new QWidget(this);
  auto* row = new QHBoxLayout(sides);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(1);
  m_beforeSide = sideOf(m_beforeHeading, m_beforeCanvas, sides);
  m_afterSide = sideOf(m_afterHeading, m_afterCanvas, sides);
  row->addWidget(m_beforeSide, 1);
  row->addWidget(m_afterSide, 1);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(sides);
  m_stack->addWidget(m_text);
  m_stack->addWidget(m_empty);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  buildStrip();
  column->addWidget(m_stripRow);
  column->addWidget(m_toolBar);
  column->addWidget(m_stack, 1);
  column->addWidget(m_thread);
  column->addWidget(m_legend);
  m_notice = new GraphNotice(this);
  if (m_fusion) {
    m_afterHeading->hide();
    m_toolBar->setStepsTips(tr("Previous decision"), tr("Next decision"), {});
  }
  connectCanvas(m_beforeCanvas);
  connectCanvas(m_afterCanvas);
  connect(m_toolBar, &GraphToolBar::fitWanted, this, [this] { fit(0); });
  connect(m_toolBar, &GraphToolBar::exportWanted, this, &GraphView::exportPicture);
  connect(m_toolBar, &GraphToolBar::searchChanged, this, [this](const QString& words) { search(words, 0); });
  connect(m_toolBar, &GraphToolBar::searchNext, this, [this](int direction) { search(m_search, direction); });
  connect(m_toolBar, &GraphToolBar::modeChosen, this, [this](int mode) {
    if (m_fusion) {
      m_verdictFilter = mode;
      relight();
    } else {
      m_modeChosen = true;
      setMode(static_cast<GraphMode>(mode));
    }
  });
  connect(m_toolBar, &GraphToolBar::stepWanted, this, [this](int direction, bool changedOnly) {
    if (!m_fusion) return m_session.stepPass(direction, changedOnly);
    const Compilation* compilation = m_session.compilation();
    if (!compilation || compilation->decisions.empty()) return;
    const int64_t now = m_session.selection().kind == RefKind::Decision ? m_session.selection().id : 0;
    const int64_t last = static_cast<int64_t>(compilation->decisions.size());
    emit selected(Ref::decision(compilation->id, std::clamp<int64_t>(now + direction, 1, last)));
  });
  connect(m_beforeHeading, &GraphHeading::stageChosen, this,
          [this](int index) { m_session.chooseSides(index, m_session.afterIndex()); });
  connect(m_afterHeading, &GraphHeading::stageChosen, this,
          [this](int index) { m_session.chooseSides(m_session.beforeIndex(), index); });
  connect(m_legend, &GraphLegend::filterChanged, this, &GraphView::relight);
  connect(m_notice, &GraphNotice::firstPressed, this, [this] {
    if (m_source.busy()) {
      m_source.cancel();
      m_waitTimer.stop();
      return showState();
    }
    if (selectedNode() < 0) return;
    m_radius = 2;
    m_around = m_result.model->nodes[static_cast<size_t>(selectedNode())].id;
    rebuild();
  });
  connect(m_notice, &GraphNotice::secondPressed, this, [this] {
    m_everything = true;
    m_radius = 0;
    rebuild();
  });
}

void GraphView::connectCanvas(GraphCanvas* canvas) {
  const bool after = canvas == m_afterCanvas;
  canvas->setFocusProxy(nullptr);
  canvas->setAccessibleName(after ? tr("Graph after the pass") : tr("Graph before the pass"));
  connect(canvas, &GraphCanvas::nodeClicked, this, [this, after](int node) { emitNode(node, after); });
  connect(canvas, &GraphCanvas::nodeActivated, this, &GraphView::openNode);
  connect(canvas, &GraphCanvas::nodePinned, this, [this](int node) {
    if (m_session.compilation())
      m_session.pin(Ref::instruction(m_session.compilation()->id, m_result.model->nodes[static_cast<size_t>(node)].id));
  });
  connect(canvas, &GraphCanvas::nodeHovered, this, [this, after](int node) { hoverNode(node, after); });
  connect(canvas, &GraphCanvas::clusterClicked, this, [this](int cluster) {
    if (m_session.compilation())
      emit selected(
          Ref::instruction(m_session.compilation()->id, m_result.model->clusters[static_cast<size_t>(cluster)].id));
  });
  connect(canvas, &GraphCanvas::clusterActivated, this, [this](int cluster) {
    toggleCluster(m_result.model->clusters[static_cast<size_t>(cluster)].id,
                  m_result.placed->clusters[static_cast<size_t>(cluster)].center());
  });
  connect(canvas, &GraphCanvas::verdictClicked, this, [this](int64_t decision) {
    if (m_session.compilation()) emit selected(Ref::decision(m_session.compilation()->id, decision));
  });
  connect(canvas, &GraphCanvas::groundClicked, this, [this] { emit selected(Ref{}); });
  connect(canvas, &GraphCanvas::viewMoved, this, [this, canvas] { tie(canvas); });
  connect(canvas, &GraphCanvas::resized, this, [this] {
    if (!m_fitted || !m_result.model) return;
    if (m_request.room != roomForFullNodes()) return rebuild();
    fit();
  });
}

/// What moves one side moves the other: the same place of the union stands at the same place of both canvases.
void GraphView::tie(GraphCanvas* from) {
  if (m_tying) return;
  m_fitted = false;
  if (m_zoomShown != from->zoom()) {
    m_zoomShown = from->zoom();
    emit headingChanged();
  }
  if (!split()) return;
  m_tying = true;
  GraphCanvas* to = from == m_afterCanvas ? m_beforeCanvas : m_afterCanvas;
  to->setTransform(from->transform());
  to->horizontalScrollBar()->setValue(from->horizontalScrollBar()->value());
  to->verticalScrollBar()->setValue(from->verticalScrollBar()->value());
  m_tying = false;
}

void GraphView::fit(double least) {
  m_tying = true;
  m_afterCanvas->fitAll(least);
  if (split()) m_beforeCanvas->fitAll(least);
  m_tying = false;
  m_fitted = true;
  if (const int node = selectedNode(); node >= 0 && !sees(node)) {
    m_afterCanvas->centreNode(node, false);
    tie(m_afterCanvas);
    m_fitted = true;
  }
  emit headingChanged();
}

bool GraphView::sees(int node) const {
  const QRectF box = m_result.placed->nodes[static_cast<size_t>(node)];
  return m_afterCanvas->mapToScene(m_afterCanvas->viewport()->rect()).boundingRect().contains(box);
}

Picture GraphView::pictureOf(bool after) const {
  if (m_mode == GraphMode::Overlay) return Picture::Overlay;
  return after ? Picture::After : Picture::Before;
}

void GraphView::setMode(GraphMode mode) {
  if (mode == m_mode) return;
  m_mode = mode;
  applyMode();
  if (m_result.model) {
    fillScenes(false);
    relight();
    if (m_fitted) fit();
  }
}

void GraphView::applyMode() {
  m_beforeSide->setVisible(split());
  m_afterHeading->setVisible(split());
  if (!m_fusion) m_toolBar->setMode(static_cast<int>(m_mode));
  m_beforeCanvas->setMinimapAllowed(false);
  showHeadings();
  showState();
}

void GraphView::applyTheme() {
  const Theme& now = theme();
  for (auto* heading : {m_beforeHeading, m_afterHeading}) heading->setTheme(now);
  for (auto* canvas : {m_beforeCanvas, m_afterCanvas}) canvas->setTheme(now);
  m_toolBar->setTheme(now);
  m_legend->setTheme(now);
  m_empty->setTheme(now);
  m_notice->setTheme(now);
  m_text->setFont(now.font(TextStyle::Mono));
  // The line between the sides is what shows through the gap.
  QPalette palette = m_stack->palette();
  palette.setColor(QPalette::Window, now.color(Token::Border));
  m_stack->widget(0)->setAutoFillBackground(true);
  m_stack->widget(0)->setPalette(palette);
}

void GraphView::refresh(Changes changes) {
  if (changes & Change::Theme) applyTheme();
  refreshFolded(changes);
  if (changes & Change::Language) {
    m_toolBar->setModes(m_fusion ? QStringList{tr("All edges"), tr("Refused"), tr("Overridden")}
                                 : QStringList{tr("Split"), tr("Overlay"), tr("After"), tr("Text")});
  }
  if (changes & (Changes(Change::Capture) | Change::Compilation | Change::Pass | Change::Language)) {
    rebuild();
  } else if (changes & (Changes(Change::Selection) | Change::Hover | Change::Theme | Change::Options | Change::Runs)) {
    relight();
  }
  if (changes & Change::Selection) {
    // A selection made elsewhere is brought into the picture; one that is seen already stays where it is.
    const int node = selectedNode();
    if (node >= 0 && m_result.placed && !sees(node)) {
      m_afterCanvas->centreNode(node, style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0);
      tie(m_afterCanvas);
    }
  }
}

/// Nodes of full size are for graphs that can then be read whole; in steps, so that a small resize changes nothing.
int GraphView::roomForFullNodes() const {
  const double height = m_afterCanvas->viewport()->height() / theme().scale();
  return std::max(kRoomStep, static_cast<int>(height / kReadableZoom) / kRoomStep * kRoomStep);
}

void GraphView::rebuild() {
  const Compilation* compilation = m_session.compilation();
  if (compilation && compilation->id != m_shownCompilation) {
    m_shownCompilation = compilation->id;
    m_toggled.clear();
    m_allUsers.clear();
    m_around = 0;
    m_radius = 0;
    m_everything = false;
  }
  showHeadings();
  const Stage* after = m_session.after();
  if (!after || !after->module) {
    m_result = {};
    m_beforeCanvas->graph().clearGraph();
    m_afterCanvas->graph().clearGraph();
    return showState();
  }
  const Stage* before = m_session.before();
  GraphRequest request;
  request.after = after->module;
  request.before = m_fusion || !before ? nullptr : before->module;
  request.compact = m_fusion;
  request.room = roomForFullNodes();
  request.toggled = m_toggled;
  request.allUsers = m_allUsers;
  request.everything = m_everything;
  request.around = m_around;
  request.radius = m_radius;
  m_request = request;
  m_waitTimer.start();
  m_source.request(request);
}

void GraphView::showResult(const GraphResult& result) {
  const bool first = !m_result.model;
  m_waitTimer.stop();
  m_result = result;
  m_verdicts.clear();
  if (m_fusion && m_session.compilation()) {
    m_verdicts = edgeVerdicts(*result.model, m_session.compilation()->decisions, m_session.options().fusionOverrides);
  }
  const bool animate = !first && style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0;
  const double zoom = m_afterCanvas->zoom();
  const QPointF centre = m_afterCanvas->mapToScene(m_afterCanvas->viewport()->rect().center());
  m_tying = true;
  fillScenes(animate);
  m_tying = false;
  relight();
  if (m_keepId != 0) {
    const int node = result.model->find(m_keepId);
    const auto cluster = result.model->clusterOf.find(m_keepId);
    if (node >= 0) m_afterCanvas->scrollSoThat(result.placed->nodes[static_cast<size_t>(node)].center(), m_keepPlace);
    if (cluster != result.model->clusterOf.end()) {
      m_afterCanvas->scrollSoThat(result.placed->clusters[static_cast<size_t>(cluster->second)].center(), m_keepPlace);
    }
    m_keepId = 0;
    tie(m_afterCanvas);
  } else if (first || m_fitted) {
    fit();
  } else {
    m_afterCanvas->setTransform(QTransform::fromScale(zoom, zoom));
    m_afterCanvas->centerOn(centre);
    tie(m_afterCanvas);
  }
  showState();
  emit headingChanged();
}

void GraphView::fillScenes(bool animate) {
  const Theme& now = theme();
  m_afterCanvas->graph().setGraph(m_result.model, m_result.placed, pictureOf(true), now, animate);
  if (split()) {
    m_beforeCanvas->graph().setGraph(m_result.model, m_result.placed, Picture::Before, now, animate);
  } else {
    m_beforeCanvas->graph().clearGraph();
  }
  if (m_mode == GraphMode::Text && m_result.model) m_text->setPlainText(text(print(*m_result.model->after)));
}

void GraphView::showHeadings() {
  const Stage *before = m_session.before(), *after = m_session.after();
  const Compilation* compilation = m_session.compilation();
  if (!after || !compilation) {
    m_toolBar->setHeading({}, {}, {});
    m_toolBar->setChips({}, {});
    return;
  }
  m_beforeHeading->show(tr("Before"), compilation->stages, m_session.beforeIndex(), after);
  m_afterHeading->show(tr("After"), compilation->stages, m_session.afterIndex(), before);
  QString words;
  if (before && before->statistics.entryInstructions != after->statistics.entryInstructions) {
    words =
        tr("%1 → %2 operations in ENTRY")
            .arg(formatWhole(before->statistics.entryInstructions), formatWhole(after->statistics.entryInstructions));
  } else {
    words = tr("%1 operations in ENTRY").arg(formatWhole(after->statistics.entryInstructions));
  }
  const Ref& chosen = m_session.selection();
  if (m_fusion && chosen.kind == RefKind::Decision) {
    for (const FusionDecision& decision : compilation->decisions) {
      if (decision.id != chosen.id) continue;
      m_toolBar->setHeading(QStringLiteral("%1 / %2").arg(decision.id).arg(compilation->decisions.size()),
                            QStringLiteral("%1 → %2").arg(text(decision.producerName), text(decision.consumerName)),
                            {});
      return;
    }
  }
  m_toolBar->setHeading(QString::number(after->number), text(after->name), words);
  const bool chips = !split() && !m_fusion && before;
  const StageStatistics &a = before ? before->statistics : after->statistics, &b = after->statistics;
  m_toolBar->setChips(chips && a.kernels != b.kernels ? tr("%1 → %2 kernels").arg(a.kernels).arg(b.kernels) : QString(),
                      chips && a.bytes != b.bytes ? formatBytesChange(a.bytes, b.bytes) : QString());
}

void GraphView::showState() {
  const bool nothing = !m_result.model && !m_source.busy();
  m_legend->setVisible(!nothing && m_mode != GraphMode::Text);
  m_toolBar->setVisible(!nothing);
  m_stack->setCurrentIndex(nothing ? 2 : m_mode == GraphMode::Text ? 1 : 0);
  if (nothing) {
    m_empty->setWords(tr("No graph yet"), tr("The operations of your program appear here once it is traced."));
    m_notice->setWords({}, {});
    return;
  }
  if (m_source.busy()) {
    if (m_source.seconds() * 1e3 >= kWaitMs) {
      m_notice->setWords(
          tr("Laying out %1 nodes · %2 s").arg(formatWhole(m_source.nodeCount())).arg(m_source.seconds(), 0, 'f', 1),
          tr("The picture before stays until the new one is ready."), tr("Cancel"));
      m_notice->place(m_toolBar->height() + (split() ? m_afterHeading->height() : 0));
    }
    return;
  }
  const int shown = m_result.model ? static_cast<int>(m_result.model->nodes.size()) : 0;
  if (m_result.wholeSize > 0 && m_radius == 0) {
    m_notice->setWords(tr("%1 nodes, shown as %2").arg(formatWhole(m_result.wholeSize), formatWhole(shown)),
                       tr("Laying out all of it would take about %1 s.")
                           .arg(std::max(1.0, std::ceil(m_result.wholeSize / kNodesASecond))),
                       tr("Around the selection"), tr("Lay out all anyway"), true);
  } else if (m_result.wholeSize > 0) {
    m_notice->setWords(tr("%1 of %2 nodes: within %3 of the selection")
                           .arg(formatWhole(shown), formatWhole(m_result.wholeSize))
                           .arg(m_radius),
                       tr("R widens it, then shows all again."), {}, tr("Show all"), true);
  } else {
    m_notice->setWords(m_result.note, {}, {}, {}, true);
  }
  m_notice->place(m_toolBar->height() + (split() ? m_afterHeading->height() : 0));
}

QString GraphView::noticeText() const { return m_notice->text(); }

QString GraphView::figure() const {
  if (!m_result.model) return {};
  return tr("layout %1, %2 nodes")
      .arg(formatMilliseconds(m_result.milliseconds), formatWhole(static_cast<int64_t>(m_result.model->nodes.size())));
}

QString GraphView::zoomText() const {
  return m_result.model && m_mode != GraphMode::Text ? formatPercent(m_afterCanvas->zoom() / theme().scale())
                                                     : QString();
}

bool GraphView::ready() const {
  return !m_source.busy() && !m_afterCanvas->graph().animating() && !m_beforeCanvas->graph().animating();
}

bool GraphView::canShow(const Ref& ref) const {
  if (!m_result.model) return false;
  if (ref.kind == RefKind::Decision) return m_fusion;
  if (ref.kind != RefKind::Instruction && ref.kind != RefKind::Kernel) return false;
  return m_result.model->find(ref.id) >= 0 || m_result.model->clusterOf.contains(ref.id);
}

void GraphView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  m_toolBar->setNarrow(width() < theme().px(760));
  if (!m_fusion && !m_modeChosen && m_mode != GraphMode::Text) {
    setMode(width() / 2 < theme().px(kNarrowSide) ? GraphMode::Overlay : GraphMode::Split);
  }
  m_notice->place(m_toolBar->height() + (split() ? m_afterHeading->height() : 0));
  if (m_card->isVisible()) m_card->place(m_stack->y() + (split() ? m_afterHeading->height() : 0));
}

}  // namespace onepot
