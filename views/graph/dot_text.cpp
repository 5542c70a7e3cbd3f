#include "views/graph/dot_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace onepot {
namespace {

constexpr double kPointsPerInch = 72;

QByteArray number(double value) { return QByteArray::number(value, 'f', 3); }

void writeNode(QByteArray& text, const LayoutNode& node, size_t index) {
  const double least = std::min(node.size.width(), node.size.height());
  text += "n" + QByteArray::number(index) + " [width=" + number(node.size.width() / kPointsPerInch) +
          ",height=" + number(node.size.height() / kPointsPerInch) + (least < 12 ? ",shape=circle" : "") + "];\n";
}

/// Opens the subgraphs in nesting order without recursion: children stand after their parents in the list.
void writeClusters(QByteArray& text, const LayoutInput& input) {
  std::vector<std::vector<size_t>> members(input.clusters.size()), children(input.clusters.size());
  std::vector<size_t> outermost;
  for (size_t i = 0; i < input.nodes.size(); ++i) {
    if (input.nodes[i].cluster >= 0) members[static_cast<size_t>(input.nodes[i].cluster)].push_back(i);
  }
  for (size_t c = 0; c < input.clusters.size(); ++c) {
    const int parent = input.clusters[c].parent;
    (parent < 0 ? outermost : children[static_cast<size_t>(parent)]).push_back(c);
  }
  std::vector<std::pair<size_t, bool>> stack;
  for (auto c = outermost.rbegin(); c != outermost.rend(); ++c) stack.push_back({*c, false});
  while (!stack.empty()) {
    const auto [cluster, close] = stack.back();
    stack.pop_back();
    if (close) {
      text += "}\n";
      continue;
    }
    // The label is an empty table: it keeps the room of the title.
    text += "subgraph cluster_" + QByteArray::number(cluster) + " { margin=" + number(input.clusterPadding) +
            "; label=<<table border=\"0\" fixedsize=\"true\" width=\"" +
            number(input.clusters[cluster].titleWidth - 40) + "\" height=\"" + number(input.clusterTitle - 14) +
            "\"><tr><td></td></tr></table>>;\n";
    for (size_t node : members[cluster]) text += "n" + QByteArray::number(node) + ";\n";
    stack.push_back({cluster, true});
    for (auto c = children[cluster].rbegin(); c != children[cluster].rend(); ++c) stack.push_back({*c, false});
  }
}

QPointF point(const QString& words, double height) {
  const auto comma = words.indexOf(',');
  return {QStringView(words).left(comma).toDouble(), height - QStringView(words).mid(comma + 1).toDouble()};
}

EdgeRoute readRoute(const QString& pos, double height) {
  EdgeRoute route;
  route.cubic = true;
  for (const QString& words : pos.split(' ', Qt::SkipEmptyParts)) {
    if (words.startsWith("e,") || words.startsWith("s,")) continue;
    route.points.push_back(point(words, height));
  }
  return route;
}

QRectF readBox(const QString& words, double height) {
  const QStringList parts = words.split(',');
  if (parts.size() != 4) return {};
  const QPointF low(parts[0].toDouble(), height - parts[1].toDouble());
  const QPointF high(parts[2].toDouble(), height - parts[3].toDouble());
  return QRectF(QPointF(low.x(), high.y()), QPointF(high.x(), low.y()));
}

void readObject(const QJsonObject& object, double height, const LayoutInput& input, GraphLayout& layout) {
  const QString name = object["name"].toString();
  if (name.startsWith("cluster_")) {
    const size_t cluster = name.mid(8).toULongLong();
    if (cluster < layout.clusters.size()) layout.clusters[cluster] = readBox(object["bb"].toString(), height);
  } else if (name.startsWith('n')) {
    const size_t node = name.mid(1).toULongLong();
    if (node >= layout.nodes.size()) return;
    QRectF rect(QPointF(), input.nodes[node].size);
    rect.moveCenter(point(object["pos"].toString(), height));
    layout.nodes[node] = rect;
  }
}

}  // namespace

QByteArray dotText(const LayoutInput& input) {
  QByteArray text = "digraph g {\nranksep=" + number(input.rankGap / kPointsPerInch) +
                    "; nodesep=" + number(input.columnGap / kPointsPerInch) +
                    "; node [shape=box,fixedsize=true,label=\"\"]; edge [arrowhead=none];\n";
  for (size_t i = 0; i < input.nodes.size(); ++i) writeNode(text, input.nodes[i], i);
  writeClusters(text, input);
  for (size_t e = 0; e < input.edges.size(); ++e) {
    const LayoutEdge& edge = input.edges[e];
    if (!edge.ranks) continue;  // the scene draws a loop's way back itself
    text += "n" + QByteArray::number(edge.from) + "->n" + QByteArray::number(edge.to) + " [id=\"e" +
            QByteArray::number(e) + "\"];\n";
  }
  return text + "}\n";
}

std::optional<GraphLayout> readDot(const QByteArray& json, const LayoutInput& input) {
  const QJsonObject root = QJsonDocument::fromJson(json).object();
  const QStringList box = root["bb"].toString().split(',');
  if (box.size() != 4) return std::nullopt;
  const double height = box[3].toDouble();
  GraphLayout layout;
  layout.engine = QStringLiteral("dot");
  layout.nodes.resize(input.nodes.size());
  layout.clusters.resize(input.clusters.size());
  layout.edges.resize(input.edges.size());
  layout.bounds = QRectF(0, 0, box[2].toDouble(), height);
  for (const QJsonValue& value : root["objects"].toArray()) readObject(value.toObject(), height, input, layout);
  for (const QJsonValue& value : root["edges"].toArray()) {
    const QJsonObject edge = value.toObject();
    const size_t index = edge["id"].toString().mid(1).toULongLong();
    if (index < layout.edges.size()) layout.edges[index] = readRoute(edge["pos"].toString(), height);
  }
  for (size_t i = 0; i < layout.nodes.size(); ++i) {
    if (layout.nodes[i].isNull()) return std::nullopt;
  }
  return layout;
}

}  // namespace onepot
