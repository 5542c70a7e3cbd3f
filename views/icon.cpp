#include "views/icon.h"

#include <QFile>
#include <QGuiApplication>
#include <QPainter>
#include <QSvgRenderer>

namespace onepot {

QPixmap iconPixmap(const char* name, const QColor& color, double size, double pixelRatio) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name)));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QByteArray svg = file.readAll();
  svg.replace("currentColor", color.name().toLatin1());
  QSvgRenderer renderer(svg);
  QPixmap pixmap(QSize(qRound(size * pixelRatio), qRound(size * pixelRatio)));
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  renderer.render(&painter, QRectF(0, 0, pixmap.width(), pixmap.height()));
  painter.end();
  pixmap.setDevicePixelRatio(pixelRatio);
  return pixmap;
}

QIcon icon(const char* name, const Theme& theme, Token token) { return icon(name, theme, token, token); }

QIcon icon(const char* name, const Theme& theme, Token token, Token checked) {
  const double ratio = qGuiApp->devicePixelRatio();
  const double size = 16 * theme.scale();
  QIcon result;
  const QPixmap plain = iconPixmap(name, theme.color(token), size, ratio);
  if (plain.isNull()) return result;
  result.addPixmap(plain, QIcon::Normal, QIcon::Off);
  result.addPixmap(iconPixmap(name, theme.color(Token::Control), size, ratio), QIcon::Disabled, QIcon::Off);
  result.addPixmap(token == checked ? plain : iconPixmap(name, theme.color(checked), size, ratio), QIcon::Normal,
                   QIcon::On);
  return result;
}

}  // namespace onepot
