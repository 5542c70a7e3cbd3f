#include "views/graph/graph_export.h"

#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "views/graph/graph_scene.h"

namespace onepot {
namespace {

constexpr double kMostPixels = 16000;
constexpr double kPointsPerPixel = 0.75;

QString quoted(QString text) {
  text.replace('\\', "\\\\");
  text.replace('"', "\\\"");
  return '"' + text + '"';
}

}  // namespace

bool exportSvg(GraphScene& scene, const QString& file) {
  scene.finishMotion();
  const QRectF area = scene.sceneRect();
  QSvgGenerator generator;
  generator.setFileName(file);
  generator.setSize(area.size().toSize());
  generator.setViewBox(QRectF(QPointF(0, 0), area.size()));
  QPainter painter;
  if (!painter.begin(&generator)) return false;
  painter.fillRect(QRectF(QPointF(0, 0), area.size()), scene.theme().color(Token::Canvas));
  scene.render(&painter, QRectF(QPointF(0, 0), area.size()), area);
  return painter.end();
}

bool exportPng(GraphScene& scene, const QString& file) {
  scene.finishMotion();
  const QRectF area = scene.sceneRect();
  const double factor = std::min(2.0, kMostPixels / std::max({area.width(), area.height(), 1.0}));
  QImage image((area.size() * factor).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
  image.fill(scene.theme().color(Token::Canvas));
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  scene.render(&painter, QRectF(QPointF(0, 0), QSizeF(image.size())), area);
  painter.end();
  return image.save(file);
}

bool exportPdf(GraphScene& scene, const QString& file) {
  scene.finishMotion();
  const QRectF area = scene.sceneRect();
  QPdfWriter writer(file);
  writer.setResolution(96);
  writer.setPageMargins(QMarginsF());
  writer.setPageSize(QPageSize(area.size() * kPointsPerPixel, QPageSize::Point));
  QPainter painter;
  if (!painter.begin(&writer)) return false;
  const QRectF page(QPointF(0, 0), area.size());
  painter.fillRect(page, scene.theme().color(Token::Canvas));
  scene.render(&painter, page, area);
  return painter.end();
}

QString exportDot(const PictureData& data) {
  QString text =
      QStringLiteral("digraph onepot {\n  node [shape=box, style=\"rounded,filled\", fontname=monospace];\n");
  const Theme light;
  const GraphModel& model = *data.model;
  const bool after = data.picture != Picture::Before;
  for (size_t n = 0; n < model.nodes.size(); ++n) {
    const GraphNode& node = model.nodes[n];
    if (showing(node, data.picture) != Showing::Shown) continue;
    if (node.role == NodeRole::Port) {
      text += QStringLiteral("  n%1 [shape=point];\n").arg(n);
      continue;
    }
    const KindColors colors = light.kind(node.kind);
    QString label = node.name;
    if (node.role == NodeRole::Operation || node.role == NodeRole::Closed) label += '\n' + node.shapeLine;
    if (!node.side(after).attribute.isEmpty()) label += '\n' + node.side(after).attribute;
    text += QStringLiteral("  n%1 [label=%2, fillcolor=\"%3\", color=\"%4\", fontcolor=\"%5\"];\n")
                .arg(n)
                .arg(quoted(label).replace('\n', "\\n"), colors.fill.name(), colors.border.name(), colors.text.name());
  }
  for (size_t c = 0; c < model.clusters.size(); ++c) {
    if (!showing(model.clusters[c], data.picture)) continue;
    text += QStringLiteral("  subgraph cluster_%1 { label=%2;").arg(c).arg(quoted(model.clusters[c].title));
    for (size_t n = 0; n < model.nodes.size(); ++n) {
      if (model.nodes[n].side(after).present && model.nodes[n].side(after).cluster == static_cast<int>(c)) {
        text += QStringLiteral(" n%1;").arg(n);
      }
    }
    text += " }\n";
  }
  for (const GraphEdge& edge : model.edges) {
    if (!showing(edge, data.picture)) continue;
    const bool control = edge.side(afterHalf(edge, data.picture)).medium == Medium::Control;
    text += QStringLiteral("  n%1 -> n%2%3;\n")
                .arg(edge.from)
                .arg(edge.to)
                .arg(control || edge.backEdge ? " [style=dashed]" : "");
  }
  return text + "}\n";
}

}  // namespace onepot
