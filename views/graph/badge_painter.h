// The small marks of the graph: what changed, and verdicts. Each has colour, shape and sign, so none hangs on colour
// alone.
#pragma once

#include <QPainter>
#include <QString>

#include "views/graph/graph_model.h"
#include "views/theme.h"

namespace onepot {

enum class Verdict : uint8_t { Fused, Refused, Forced };

/// ＋ circle, − square, ~ diamond, ↳ rounded square, centred, `size` across (16 in the graph). Same draws nothing.
void paintChangeBadge(QPainter& painter, const Theme& theme, NodeChange change, QPointF centre, double size);
Token changeToken(NodeChange change);

/// "✓ 2" round, "✕ 4" square, "⚑ 7" pointed; without words (number 0) only the sign. Returns what it covered.
QRectF paintVerdict(QPainter& painter, const Theme& theme, Verdict verdict, int number, QPointF centre);
QSizeF verdictSize(Verdict verdict, int number);
Token verdictToken(Verdict verdict);

}  // namespace onepot
