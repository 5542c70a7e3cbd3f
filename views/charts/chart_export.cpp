#include "views/charts/chart_export.h"

#include <QFile>
#include <QImage>
#include <QSvgGenerator>

#include "views/charts/chart.h"

namespace onepot {

namespace {

constexpr double kPngScale = 2;

bool exportPng(Chart& chart, const QString& path) {
  QImage image(chart.size() * kPngScale, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) return false;
  image.setDevicePixelRatio(kPngScale);
  QPainter painter(&image);
  chart.paintOn(painter);
  painter.end();
  return image.save(path, "PNG");
}

bool exportSvg(Chart& chart, const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  QSvgGenerator generator;
  generator.setOutputDevice(&file);
  generator.setSize(chart.size());
  generator.setViewBox(chart.rect());
  generator.setTitle(chart.accessibleName());
  QPainter painter(&generator);
  chart.paintOn(painter);
  return painter.end();
}

}  // namespace

bool exportChart(Chart& chart, const QString& path) {
  if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) return exportSvg(chart, path);
  if (path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) return exportPng(chart, path);
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  const QByteArray text = chart.csv().toUtf8();
  return file.write(text) == text.size();
}

}  // namespace onepot
