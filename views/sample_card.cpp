#include "views/sample_card.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <map>

namespace onepot {

namespace {

struct SketchNode {
  double x, y;
  Kind kind;
};
struct Sketch {
  std::vector<SketchNode> nodes;
  std::vector<std::pair<int, int>> edges;
};

const Sketch& sketchOf(const std::string& name) {
  static const std::map<std::string, Sketch> sketches = {
      {"diamond",
       {{{32, 8, Kind::ParameterBig},
         {14, 30, Kind::Elementwise},
         {50, 30, Kind::Elementwise},
         {32, 52, Kind::Elementwise},
         {32, 74, Kind::Reduction}},
        {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}}}},
      {"rows",
       {{{36, 8, Kind::ParameterBig},
         {12, 28, Kind::Reduction},
         {48, 40, Kind::Elementwise},
         {18, 56, Kind::Reduction},
         {48, 74, Kind::Elementwise}},
        {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {2, 4}}}},
      {"two",
       {{{16, 8, Kind::ParameterBig},
         {48, 8, Kind::ParameterBig},
         {34, 30, Kind::Contraction},
         {34, 52, Kind::Elementwise},
         {8, 52, Kind::ParameterBig},
         {44, 74, Kind::Contraction}},
        {{0, 2}, {1, 2}, {2, 3}, {4, 5}, {3, 5}}}},
      {"chain",
       {{{32, 8, Kind::ParameterBig},
         {14, 24, Kind::Elementwise},
         {14, 42, Kind::Elementwise},
         {50, 42, Kind::Elementwise},
         {32, 70, Kind::Elementwise}},
        {{0, 1}, {1, 2}, {0, 3}, {2, 4}, {3, 4}}}},
      {"product",
       {{{14, 12, Kind::ParameterBig},
         {50, 12, Kind::ParameterBig},
         {32, 42, Kind::Contraction},
         {32, 72, Kind::Elementwise}},
        {{0, 2}, {1, 2}, {2, 3}}}},
      {"loop",
       {{{32, 8, Kind::Call}, {32, 30, Kind::Elementwise}, {32, 52, Kind::Movement}, {32, 74, Kind::Call}},
        {{0, 1}, {1, 2}, {2, 3}}}},
  };
  return sketches.at(name);
}

}  // namespace

SampleCard::SampleCard(Session& session, const SampleRow& row, QWidget* parent)
    : QPushButton(parent), m_session(session), m_row(row) {
  setProperty("role", "card");
  setAccessibleName(QCoreApplication::translate("Samples", row.title));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize SampleCard::sizeHint() const { return {m_session.theme().px(260), m_session.theme().px(112)}; }

void SampleCard::paintSketch(QPainter& painter) const {
  const Theme& theme = m_session.theme();
  const Sketch& sketch = sketchOf(m_row.sketch);
  painter.save();
  painter.translate(theme.px(20), theme.px(15));
  painter.scale(theme.scale(), theme.scale());
  painter.setPen(QPen(theme.color(Token::Edge), 1.2));
  painter.setBrush(Qt::NoBrush);
  for (const auto& [from, to] : sketch.edges) {
    const SketchNode& a = sketch.nodes[static_cast<size_t>(from)];
    const SketchNode& b = sketch.nodes[static_cast<size_t>(to)];
    QPainterPath path(QPointF(a.x, a.y + 5));
    const double bend = (b.y - a.y) / 2;
    path.cubicTo(a.x, a.y + bend, b.x, b.y - bend, b.x, b.y - 5);
    painter.drawPath(path);
  }
  for (const SketchNode& node : sketch.nodes) {
    const KindColors colors = theme.kind(node.kind);
    painter.setPen(QPen(colors.border, 1));
    painter.setBrush(colors.fill);
    painter.drawRoundedRect(QRectF(node.x - 11, node.y - 4.5, 22, 9), 2, 2);
  }
  painter.restore();
}

void SampleCard::paintEvent(QPaintEvent* event) {
  QPushButton::paintEvent(event);
  const Theme& theme = m_session.theme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintSketch(painter);
  const int left = theme.px(104);
  QRect place(left, theme.px(18), width() - left - theme.px(10), theme.px(18));
  painter.setFont(theme.font(TextStyle::Title));
  painter.setPen(theme.color(Token::Text));
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, QCoreApplication::translate("Samples", m_row.title));
  place = QRect(left, place.bottom() + 4, place.width(), theme.px(34));
  painter.setFont(theme.font(TextStyle::Body));
  painter.setPen(theme.color(Token::Text2));
  painter.drawText(place, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                   QCoreApplication::translate("Samples", m_row.words));
  place = QRect(left, place.bottom() + 4, place.width(), theme.px(18));
  painter.setFont(theme.font(TextStyle::MonoSmall));
  painter.setPen(theme.color(Token::Text3));
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, m_row.file);
}

}  // namespace onepot
