#include "views/graph/graph_legend.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <array>

#include "views/number_format.h"

namespace onepot {
namespace {

constexpr int kGap = 16, kMarkGap = 6, kSide = 14;

QString tr(const char* text) { return QCoreApplication::translate("GraphLegend", text); }

int markWidth(const LegendEntry& entry) {
  switch (entry.mark) {
    case LegendMark::Operands:
    case LegendMark::Users: return 0;
    case LegendMark::Memory:
    case LegendMark::Registers:
    case LegendMark::WhatIf: return 24;
    case LegendMark::Vanished: return 46;
    default: return 15;
  }
}

std::vector<LegendEntry> changeEntries(const GraphModel& model) {
  const GraphCounts& counts = model.counts;
  return {{LegendMark::Change, static_cast<int>(NodeChange::Moved), tr("moved"), counts.moved},
          {LegendMark::Change, static_cast<int>(NodeChange::Added), tr("added"), counts.added},
          {LegendMark::Change, static_cast<int>(NodeChange::Changed), tr("changed"), counts.changed},
          {LegendMark::Change, static_cast<int>(NodeChange::Removed), tr("removed"), counts.removed}};
}

std::vector<LegendEntry> verdictEntries(const std::vector<EdgeVerdict>& verdicts) {
  std::array<int, 3> counts{};
  for (const EdgeVerdict& verdict : verdicts) ++counts[static_cast<size_t>(verdict.verdict)];
  return {{LegendMark::Verdict, static_cast<int>(Verdict::Fused), tr("fused"), counts[0]},
          {LegendMark::Verdict, static_cast<int>(Verdict::Refused), tr("refused"), counts[1]},
          {LegendMark::Verdict, static_cast<int>(Verdict::Forced), tr("forced by you"), counts[2]},
          {LegendMark::Memory, 0, tr("in memory"), -1},
          {LegendMark::Registers, 0, tr("in registers"), -1}};
}

}  // namespace

Legend legendFor(const PictureData& data) {
  Legend legend;
  if (!data.model) return legend;
  const GraphModel& model = *data.model;
  legend.left = data.lights.verdicts.empty() ? changeEntries(model) : verdictEntries(data.lights.verdicts);
  if (data.lights.verdicts.empty() && data.picture == Picture::Overlay) {
    for (const GraphEdge& edge : model.edges) {
      if (edge.vanishedBytes == 0) continue;
      legend.left.push_back({LegendMark::Vanished, 0, tr("no longer written"), -1});
      break;
    }
  } else if (data.lights.verdicts.empty() && model.counts.removed > 0) {
    legend.left.push_back({LegendMark::Ghost, 0, tr("ghost: was here before"), -1});
  }
  std::array<bool, kKindCount> present{};
  for (const GraphNode& node : model.nodes) {
    const bool box = node.role == NodeRole::Operation || node.role == NodeRole::Closed;
    if (box && showing(node, data.picture) == Showing::Shown) present[static_cast<size_t>(node.kind)] = true;
  }
  for (int kind = 0; kind < kKindCount; ++kind) {
    // Small and big parameters have one word: the stronger colour stands for both.
    const bool weaker = kind == static_cast<int>(Kind::Parameter) && present[static_cast<size_t>(Kind::ParameterBig)];
    if (!present[static_cast<size_t>(kind)] || weaker) continue;
    legend.right.push_back({LegendMark::Kind, kind, kindName(static_cast<Kind>(kind)), -1});
  }
  bool lit = false;
  for (EdgeLight light : data.lights.edges) lit = lit || light == EdgeLight::Operand || light == EdgeLight::User;
  if (lit) {
    legend.right.push_back({LegendMark::Operands, 0, tr("operands"), -1});
    legend.right.push_back({LegendMark::Users, 0, tr("users"), -1});
  }
  return legend;
}

GraphLegend::GraphLegend(QWidget* parent) : QWidget(parent) { setMouseTracking(true); }

void GraphLegend::setLegend(Legend legend) {
  m_legend = std::move(legend);
  QStringList words;
  for (const auto* part : {&m_legend.left, &m_legend.right}) {
    for (const LegendEntry& entry : *part) {
      words << (entry.count < 0 ? entry.words : QStringLiteral("%1 %2").arg(entry.words).arg(entry.count));
    }
  }
  setAccessibleName(QCoreApplication::translate("GraphLegend", "In this picture: %1").arg(words.join(", ")));
  update();
}

void GraphLegend::setTheme(const Theme& theme) {
  m_theme = theme;
  setFixedHeight(theme.px(30));
  update();
}

void GraphLegend::clearFilter() {
  if (m_hiddenKinds.empty() && m_onlyChanges.empty()) return;
  m_hiddenKinds.clear();
  m_onlyChanges.clear();
  update();
  emit filterChanged();
}

int GraphLegend::widthOf(const LegendEntry& entry) const {
  const QFontMetrics metrics(m_theme.font(TextStyle::Small));
  int width = m_theme.px(markWidth(entry)) + metrics.horizontalAdvance(entry.words);
  if (markWidth(entry) > 0) width += m_theme.px(kMarkGap);
  if (entry.count >= 0) {
    width +=
        m_theme.px(5) + QFontMetrics(m_theme.font(TextStyle::MonoSmall)).horizontalAdvance(formatWhole(entry.count));
  }
  return width;
}

std::vector<GraphLegend::Placed> GraphLegend::placed(int* hidden) const {
  std::vector<Placed> result;
  int rightWidth = 0, shown = 0;
  const int limit = width() - 2 * m_theme.px(kSide);
  for (const LegendEntry& entry : m_legend.right) rightWidth += widthOf(entry) + m_theme.px(kGap);
  int x = m_theme.px(kSide);
  for (const LegendEntry& entry : m_legend.left) {
    const int entryWidth = widthOf(entry);
    if (x + entryWidth > limit) break;
    result.push_back({entry, QRect(x, 0, entryWidth, height())});
    x += entryWidth + m_theme.px(kGap);
  }
  int right = std::max(x + m_theme.px(kGap), width() - m_theme.px(kSide) - rightWidth + m_theme.px(kGap));
  for (const LegendEntry& entry : m_legend.right) {
    const int entryWidth = widthOf(entry);
    if (right + entryWidth > width() - m_theme.px(shown + 1 == static_cast<int>(m_legend.right.size()) ? 8 : 40)) break;
    result.push_back({entry, QRect(right, 0, entryWidth, height())});
    right += entryWidth + m_theme.px(kGap);
    ++shown;
  }
  if (hidden) *hidden = static_cast<int>(m_legend.right.size()) - shown;
  return result;
}

bool GraphLegend::off(const LegendEntry& entry) const {
  if (entry.mark == LegendMark::Kind) {
    const Kind kind = static_cast<Kind>(entry.value);
    return m_hiddenKinds.contains(kind);
  }
  return entry.mark == LegendMark::Change && !m_onlyChanges.empty() &&
         !m_onlyChanges.contains(static_cast<NodeChange>(entry.value));
}

void GraphLegend::paintMark(QPainter& painter, const LegendEntry& entry, const QRectF& rect) const {
  const QPointF centre = rect.center();
  const auto line = [&](const QPen& pen) {
    painter.setPen(pen);
    painter.drawLine(QPointF(rect.left(), centre.y()), QPointF(rect.right(), centre.y()));
  };
  switch (entry.mark) {
    case LegendMark::Change:
      paintChangeBadge(painter, m_theme, static_cast<NodeChange>(entry.value), centre, m_theme.px(14));
      break;
    case LegendMark::Verdict: {
      painter.save();
      painter.translate(centre);
      painter.scale(0.78 * m_theme.scale(), 0.78 * m_theme.scale());
      paintVerdict(painter, m_theme, static_cast<Verdict>(entry.value), 0, {});
      painter.restore();
      break;
    }
    case LegendMark::Kind: {
      const KindColors colors = m_theme.kind(static_cast<Kind>(entry.value));
      painter.setPen(QPen(colors.border, 1));
      painter.setBrush(colors.fill);
      painter.drawRoundedRect(QRectF(centre - QPointF(6.5, 5.5), QSizeF(13, 11)), 3, 3);
      break;
    }
    case LegendMark::Ghost: {
      painter.setPen(QPen(m_theme.color(Token::Control), 1, Qt::DashLine));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(QRectF(centre - QPointF(8, 5), QSizeF(16, 10)), 3, 3);
      break;
    }
    case LegendMark::Memory: line(QPen(m_theme.color(Token::Edge), 3.5)); break;
    case LegendMark::Registers: line(QPen(m_theme.color(Token::Control), 1)); break;
    case LegendMark::WhatIf: line(QPen(m_theme.color(Token::Accent), 2.5, Qt::DashLine)); break;
    case LegendMark::Vanished:
      painter.setFont(m_theme.font(TextStyle::MonoSmall));
      painter.setPen(m_theme.color(Token::Removed));
      painter.drawText(rect, Qt::AlignCenter, QStringLiteral("16 MiB"));
      painter.drawLine(QPointF(rect.left() + 1, centre.y()), QPointF(rect.right() - 1, centre.y()));
      break;
    case LegendMark::Operands:
    case LegendMark::Users: break;
  }
}

void GraphLegend::paintEntry(QPainter& painter, const Placed& placed) const {
  const LegendEntry& entry = placed.entry;
  painter.setOpacity(off(entry) ? 0.4 : 1);
  QRect rect = placed.rect;
  if (const int width = m_theme.px(markWidth(entry)); width > 0) {
    paintMark(painter, entry, QRectF(rect.left(), rect.top(), width, rect.height()));
    rect.setLeft(rect.left() + width + m_theme.px(kMarkGap));
  }
  const QFont font = m_theme.font(entry.mark >= LegendMark::Operands ? TextStyle::SmallStrong : TextStyle::Small);
  painter.setFont(font);
  Token token = Token::Text2;
  if (entry.mark == LegendMark::Operands) token = Token::EdgeIn;
  if (entry.mark == LegendMark::Users) token = Token::EdgeOut;
  painter.setPen(m_theme.color(token));
  painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, entry.words);
  if (entry.count >= 0) {
    rect.setLeft(rect.left() + QFontMetrics(font).horizontalAdvance(entry.words) + m_theme.px(5));
    QFont mono = m_theme.font(TextStyle::MonoSmall);
    mono.setWeight(QFont::DemiBold);
    painter.setFont(mono);
    painter.setPen(m_theme.color(Token::Text));
    painter.drawText(rect.adjusted(0, 0, 8, 0), Qt::AlignLeft | Qt::AlignVCenter, formatWhole(entry.count));
  }
  painter.setOpacity(1);
}

void GraphLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), m_theme.color(Token::Panel));
  painter.fillRect(QRect(0, 0, width(), 1), m_theme.color(Token::Hairline));
  int hidden = 0;
  for (const Placed& entry : placed(&hidden)) paintEntry(painter, entry);
  if (hidden == 0) return;
  painter.setFont(m_theme.font(TextStyle::MonoSmall));
  painter.setPen(m_theme.color(Token::Text2));
  painter.drawText(rect().adjusted(0, 0, -m_theme.px(12), 0), Qt::AlignRight | Qt::AlignVCenter,
                   QStringLiteral("+%1").arg(hidden));
}

void GraphLegend::mousePressEvent(QMouseEvent* event) {
  for (const Placed& entry : placed()) {
    if (!entry.rect.contains(event->pos())) continue;
    if (entry.entry.mark == LegendMark::Kind) {
      const Kind kind = static_cast<Kind>(entry.entry.value);
      if (!m_hiddenKinds.erase(kind)) m_hiddenKinds.insert(kind);
    } else if (entry.entry.mark == LegendMark::Change) {
      const auto change = static_cast<NodeChange>(entry.entry.value);
      if (!m_onlyChanges.erase(change)) m_onlyChanges.insert(change);
    } else {
      continue;
    }
    update();
    emit filterChanged();
  }
}

bool GraphLegend::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    for (const Placed& entry : placed()) {
      const bool filters = entry.entry.mark == LegendMark::Kind || entry.entry.mark == LegendMark::Change;
      if (filters && entry.rect.contains(help->pos())) {
        QToolTip::showText(help->globalPos(), tr("Click to filter the picture by it"), this);
        return true;
      }
    }
  }
  return QWidget::event(event);
}

}  // namespace onepot
