#include "views/graph/badge_painter.h"

#include <QPainterPath>

namespace onepot {
namespace {

constexpr double kVerdictHeight = 16;
constexpr double kPoint = 6;  // the forced mark's tips

QPainterPath badgeShape(NodeChange change, const QRectF& rect) {
  QPainterPath path;
  switch (change) {
    case NodeChange::Added: path.addEllipse(rect); break;
    case NodeChange::Removed: path.addRoundedRect(rect.adjusted(1, 1, -1, -1), 1.5, 1.5); break;
    case NodeChange::Moved: path.addRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4); break;
    case NodeChange::Changed:
      path.moveTo(rect.center().x(), rect.top());
      path.lineTo(rect.right(), rect.center().y());
      path.lineTo(rect.center().x(), rect.bottom());
      path.lineTo(rect.left(), rect.center().y());
      path.closeSubpath();
      break;
    case NodeChange::Same: break;
  }
  return path;
}

/// On a grid of 16, as the icons are.
QPainterPath badgeSign(NodeChange change) {
  QPainterPath sign;
  switch (change) {
    case NodeChange::Added:
      sign.moveTo(8, 4.6);
      sign.lineTo(8, 11.4);
      sign.moveTo(4.6, 8);
      sign.lineTo(11.4, 8);
      break;
    case NodeChange::Removed:
      sign.moveTo(4.6, 8);
      sign.lineTo(11.4, 8);
      break;
    case NodeChange::Changed:
      sign.moveTo(4.8, 9);
      sign.cubicTo(6, 6, 7.4, 6.6, 8, 8);
      sign.cubicTo(8.6, 9.4, 10, 10, 11.2, 7);
      break;
    case NodeChange::Moved:
      sign.moveTo(5.6, 4.6);
      sign.lineTo(5.6, 8.8);
      sign.lineTo(10.8, 8.8);
      sign.moveTo(8.8, 6.6);
      sign.lineTo(11, 8.8);
      sign.lineTo(8.8, 11);
      break;
    case NodeChange::Same: break;
  }
  return sign;
}

QPainterPath verdictShape(Verdict verdict, const QRectF& rect) {
  QPainterPath path;
  if (verdict == Verdict::Fused) {
    path.addRoundedRect(rect, rect.height() / 2, rect.height() / 2);
  } else if (verdict == Verdict::Refused) {
    path.addRoundedRect(rect, 2, 2);
  } else {
    path.moveTo(rect.left(), rect.center().y());
    path.lineTo(rect.left() + kPoint, rect.top());
    path.lineTo(rect.right() - kPoint, rect.top());
    path.lineTo(rect.right(), rect.center().y());
    path.lineTo(rect.right() - kPoint, rect.bottom());
    path.lineTo(rect.left() + kPoint, rect.bottom());
    path.closeSubpath();
  }
  return path;
}

QPainterPath verdictSign(Verdict verdict, QPointF at) {
  QPainterPath sign;
  if (verdict == Verdict::Fused) {
    sign.moveTo(at + QPointF(-3.2, 0.2));
    sign.lineTo(at + QPointF(-1, 2.4));
    sign.lineTo(at + QPointF(3.2, -2.4));
  } else if (verdict == Verdict::Refused) {
    sign.moveTo(at + QPointF(-2.6, -2.6));
    sign.lineTo(at + QPointF(2.6, 2.6));
    sign.moveTo(at + QPointF(2.6, -2.6));
    sign.lineTo(at + QPointF(-2.6, 2.6));
  } else {
    sign.moveTo(at + QPointF(-2.4, 4));
    sign.lineTo(at + QPointF(-2.4, -3.4));
    sign.lineTo(at + QPointF(2.8, -3.4));
    sign.lineTo(at + QPointF(1.4, -1.4));
    sign.lineTo(at + QPointF(2.8, 0.6));
    sign.lineTo(at + QPointF(-2.4, 0.6));
  }
  return sign;
}

}  // namespace

Token changeToken(NodeChange change) {
  switch (change) {
    case NodeChange::Added: return Token::Added;
    case NodeChange::Removed: return Token::Removed;
    case NodeChange::Changed: return Token::Changed;
    case NodeChange::Moved: return Token::Moved;
    case NodeChange::Same: break;
  }
  return Token::Control;
}

Token verdictToken(Verdict verdict) {
  return verdict == Verdict::Fused ? Token::Added : verdict == Verdict::Refused ? Token::Removed : Token::Accent;
}

void paintChangeBadge(QPainter& painter, const Theme& theme, NodeChange change, QPointF centre, double size) {
  if (change == NodeChange::Same) return;
  painter.save();
  painter.translate(centre - QPointF(size / 2, size / 2));
  painter.scale(size / 16, size / 16);
  const QPainterPath shape = badgeShape(change, QRectF(0, 0, 16, 16));
  // A rim of the ground keeps the badge apart from the outline it sits on.
  painter.setPen(QPen(theme.color(Token::Canvas), 3));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(shape);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(changeToken(change)));
  painter.drawPath(shape);
  painter.setPen(QPen(theme.color(Token::BadgeInk), 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(badgeSign(change));
  painter.restore();
}

QSizeF verdictSize(Verdict verdict, int number) {
  const double digits = number == 0 ? 0 : static_cast<double>(QString::number(number).size()) * 7 + 1;
  return {(verdict == Verdict::Forced ? 22 : 17) + digits, kVerdictHeight};
}

QRectF paintVerdict(QPainter& painter, const Theme& theme, Verdict verdict, int number, QPointF centre) {
  QRectF rect(QPointF(), verdictSize(verdict, number));
  rect.moveCenter(centre);
  painter.save();
  painter.setPen(QPen(theme.color(Token::Canvas), 2));
  painter.setBrush(theme.color(verdictToken(verdict)));
  const QPainterPath shape = verdictShape(verdict, rect);
  painter.drawPath(shape);
  painter.setPen(Qt::NoPen);
  painter.drawPath(shape);
  const double lead = verdict == Verdict::Forced ? 10.5 : 8.5;
  painter.setPen(QPen(theme.color(Token::BadgeInk), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(verdictSign(verdict, QPointF(rect.left() + lead, rect.center().y())));
  if (number > 0) {
    QFont font = theme.font(TextStyle::MonoSmall);
    font.setPixelSize(11);
    font.setBold(true);
    painter.setFont(font);
    painter.drawText(rect.adjusted(lead + 4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, QString::number(number));
  }
  painter.restore();
  return rect;
}

}  // namespace onepot
