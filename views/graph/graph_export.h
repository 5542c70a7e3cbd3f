// A picture of a graph as a file: SVG, PNG, or Graphviz text with the names in it.
#pragma once

#include <QString>

#include "views/graph/picture.h"

class QGraphicsScene;

namespace onepot {

class GraphScene;

bool exportSvg(GraphScene& scene, const QString& file);
/// At twice the size of 100 %, or less where that would pass 16,000 px.
bool exportPng(GraphScene& scene, const QString& file);
/// One page of the picture's own size.
bool exportPdf(GraphScene& scene, const QString& file);
QString exportDot(const PictureData& data);

}  // namespace onepot
