#include "views/apart_fused_chart.h"

#include <QPainter>
#include <algorithm>
#include <array>

#include "views/number_format.h"

namespace onepot {

namespace {
constexpr double kName = 72, kChange = 78;
}

void ApartFusedChart::show(const ApartFused& predicted, const ApartFused& measured) {
  m_predicted = predicted;
  m_measured = measured;
  update();
}

void ApartFusedChart::setTheme(const Theme& theme) {
  m_theme = theme;
  updateGeometry();
  update();
}

void ApartFusedChart::paintRow(QPainter& painter, const QString& name, const ApartFused& row, double y, double least,
                               double most) {
  painter.setFont(m_theme.font(TextStyle::Small));
  painter.setPen(m_theme.color(Token::Text2));
  painter.drawText(QRectF(0, y - m_theme.px(8), m_theme.px(kName), m_theme.px(16)), Qt::AlignVCenter, name);
  const double left = m_theme.px(kName) + m_theme.px(10), right = width() - m_theme.px(kChange) - m_theme.px(10);
  const auto xOf = [&](double value) { return left + (right - left) * (value - least) / (most - least); };
  painter.setFont(m_theme.font(TextStyle::MonoSmall));
  const QRectF change(width() - m_theme.px(kChange), y - m_theme.px(8), m_theme.px(kChange), m_theme.px(16));
  if (!row.both()) {
    painter.drawText(change, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("–"));
  } else {
    const Token ink = *row.fused <= *row.apart ? Token::Added : Token::Removed;
    painter.setPen(QPen(m_theme.color(ink), 2));
    painter.drawLine(QPointF(xOf(*row.apart), y), QPointF(xOf(*row.fused), y));
    painter.drawText(change, Qt::AlignRight | Qt::AlignVCenter,
                     formatSigned(*row.fused - *row.apart, 2) + QChar(0xA0) + "ms");
  }
  const auto mark = [&](double value, bool diamond) {
    const double x = xOf(value), r = m_theme.px(5);
    painter.setPen(QPen(m_theme.color(Token::Text), 1.6));
    painter.setBrush(m_theme.color(diamond ? Token::Text : Token::Panel));
    if (diamond) {
      painter.drawPolygon(QPolygonF{{x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}});
    } else {
      painter.drawEllipse(QPointF(x, y), r - 1, r - 1);
    }
    painter.setPen(m_theme.color(Token::Text));
    const double half = m_theme.px(30);
    // The two figures do not cover each other: the smaller stands to the left.
    double middle = x;
    if (row.both() && std::abs(xOf(*row.apart) - xOf(*row.fused)) < half * 1.3) {
      const bool smaller = value == std::min(*row.apart, *row.fused);
      middle += smaller ? -half * 0.6 : half * 0.6;
    }
    painter.drawText(QRectF(middle - half, y - m_theme.px(24), 2 * half, m_theme.px(16)), Qt::AlignCenter,
                     millisecondsFigure(value));
  };
  if (row.apart) mark(*row.apart, false);
  if (row.fused) mark(*row.fused, true);
}

void ApartFusedChart::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  double least = 1e300, most = 0;
  for (const auto& value : std::array{m_predicted.apart, m_predicted.fused, m_measured.apart, m_measured.fused}) {
    if (!value) continue;
    least = std::min(least, *value);
    most = std::max(most, *value);
  }
  if (most <= 0) return;
  const double margin = std::max((most - least) * 0.15, most * 0.02);
  least = std::max(0.0, least - margin);
  most += margin;
  paintRow(painter, tr("Predicted"), m_predicted, m_theme.px(30), least, most);
  paintRow(painter, tr("Measured"), m_measured, m_theme.px(70), least, most);
}

}  // namespace onepot
