#include "views/charts/first_call_chart.h"

#include "views/number_format.h"

namespace onepot {

namespace {
constexpr double kLeast = 3, kSide = 12, kTop = 26, kHeight = 22;
}

double FirstCall::totalMs() const {
  double total = 0;
  for (const CallStage& stage : stages) total += stage.ms;
  return total;
}

bool FirstCall::inParallel() const {
  double parts = 0, whole = 0;
  for (const CallStage& stage : codegen) parts += stage.ms;
  for (const CallStage& stage : stages) whole = std::max(whole, stage.kind == Kind::Reduction ? stage.ms : 0.0);
  return parts > whole * 1.02;
}

FirstCall firstCallOf(const Compilation& compilation, const Run* run) {
  const CompileTimes& times = compilation.times;
  int passes = 0;
  for (const Stage& stage : compilation.stages) passes += stage.state == StageState::End ? 0 : 1;
  FirstCall call;
  const auto add = [](std::vector<CallStage>& list, const QString& name, double ms, Kind kind, bool isRun = false) {
    if (ms > 0) list.push_back({name, ms, kind, isRun});
  };
  add(call.stages, FirstCallChart::tr("trace"), times.traceMs, Kind::Parameter);
  add(call.stages, FirstCallChart::tr("lower"), times.lowerMs, Kind::Movement);
  add(call.stages, FirstCallChart::tr("%1 passes").arg(passes), times.passesMs, Kind::Elementwise);
  add(call.stages, FirstCallChart::tr("codegen"), times.codegenMs, Kind::Reduction);
  // Of a capture before the first run was timed only the sum is known.
  const double firstRun = !run ? 0 : run->firstRunMs > 0 ? run->firstRunMs : 0;
  add(call.stages, FirstCallChart::tr("first run"), firstRun, Kind::Free, true);
  add(call.codegen, QStringLiteral("IR"), times.llvmIrMs, Kind::Reduction);
  add(call.codegen, QStringLiteral("LLVM O3"), times.llvmOptimizeMs, Kind::Reduction);
  add(call.codegen, FirstCallChart::tr("object"), times.objectMs, Kind::Reduction);
  return call;
}

std::vector<double> stageWidths(const std::vector<CallStage>& stages, double width, double least) {
  double total = 0;
  for (const CallStage& stage : stages) total += stage.ms;
  std::vector<double> widths(stages.size(), 0);
  if (!(total > 0)) return widths;
  double narrow = 0, rest = 0;
  for (const CallStage& stage : stages) {
    const bool small = stage.ms / total * width < least;
    narrow += small ? least : 0;
    rest += small ? 0 : stage.ms;
  }
  for (size_t i = 0; i < stages.size(); ++i) {
    const bool small = stages[i].ms / total * width < least;
    widths[i] = small ? least : stages[i].ms / rest * std::max(0.0, width - narrow);
  }
  return widths;
}

void FirstCallChart::setData(FirstCall data) {
  m_data = std::move(data);
  rebuild();
}

QRectF FirstCallChart::bar() const { return {px(kSide), px(kTop), width() - px(2 * kSide), px(kHeight)}; }

std::vector<ChartPart> FirstCallChart::layoutParts() {
  std::vector<ChartPart> parts;
  const QRectF whole = bar();
  double x = whole.left();
  const std::vector<double> widths = stageWidths(m_data.stages, whole.width(), px(kLeast));
  for (size_t i = 0; i < widths.size(); ++i) {
    const CallStage& stage = m_data.stages[i];
    ChartPart part;
    part.rect = QRectF(x, whole.top(), widths[i], whole.height());
    part.name = stage.name;
    part.figure = formatMilliseconds(stage.ms);
    part.lines << tr("%1 of the first call").arg(formatPercent(stage.ms / m_data.totalMs()));
    part.row = {stage.name, QString::number(stage.ms, 'g', 9)};
    parts.push_back(part);
    x += widths[i];
  }
  for (const CallStage& stage : m_data.codegen) {
    ChartPart part;
    part.row = {tr("codegen") + QStringLiteral(": ") + stage.name, QString::number(stage.ms, 'g', 9)};
    parts.push_back(part);
  }
  return parts;
}

void FirstCallChart::paintStage(QPainter& painter, size_t index, double& above, double& below) const {
  const CallStage& stage = m_data.stages[index];
  const ChartPart& part = parts()[index];
  const KindColors colors = theme().kind(stage.kind);
  const QRectF rect = part.rect.adjusted(0.5, 0.5, part.rect.width() > 4 ? -0.5 : 0, -0.5);
  painter.setPen(QPen(stage.run ? theme().color(Token::Jit) : colors.border, 1));
  painter.setBrush(stage.run ? theme().color(Token::JitBg) : colors.fill);
  painter.drawRoundedRect(rect, px(2), px(2));
  const QFont bold = theme().font(TextStyle::SmallStrong), mono = theme().font(TextStyle::MonoSmall);
  const QString figure = millisecondsFigure(stage.ms);
  const double nameWidth = QFontMetricsF(bold).horizontalAdvance(stage.name) + px(6);
  const double wanted = nameWidth + QFontMetricsF(mono).horizontalAdvance(figure) + px(2);
  const auto write = [&](double x, double y, double height) {
    painter.setFont(bold);
    painter.drawText(QRectF(x, y, nameWidth, height), Qt::AlignVCenter, stage.name);
    painter.setFont(mono);
    painter.drawText(QRectF(x + nameWidth, y, wanted, height), Qt::AlignVCenter, figure);
  };
  if (wanted + px(14) <= rect.width()) {
    painter.setPen(stage.run ? theme().color(Token::Text) : colors.text);
    return write(rect.left() + px(7), rect.top(), rect.height());
  }
  // Too narrow for its words: a leader to where there is room, above or below by whichever is free further left.
  const double middle = part.rect.center().x();
  const bool up = above <= below;
  double& taken = up ? above : below;
  double x = std::max({taken, std::min(middle - px(14), width() - px(kSide) - wanted), px(kSide)});
  if (x + wanted > width()) x = width() - wanted - px(4);
  taken = x + wanted + px(12);
  painter.setPen(QPen(theme().color(Token::Control), 1));
  const double from = up ? rect.top() : rect.bottom(), to = up ? rect.top() - px(5) : rect.bottom() + px(9);
  const double foot = std::clamp(middle, x, x + wanted);
  painter.drawPolyline(QPolygonF(
      {QPointF(middle, from), QPointF(middle, (from + to) / 2), QPointF(foot, (from + to) / 2), QPointF(foot, to)}));
  painter.setPen(theme().color(Token::Text2));
  write(x, up ? to - px(15) : to - px(1), px(15));
}

void FirstCallChart::paintCodegen(QPainter& painter, const QRectF& codegen, double below) const {
  double sum = 0, whole = 0;
  for (const CallStage& stage : m_data.codegen) sum += stage.ms;
  for (const CallStage& stage : m_data.stages) whole = std::max(whole, stage.kind == Kind::Reduction ? stage.ms : 0.0);
  const double scale = codegen.width() / std::max({sum, whole, 1e-9});
  const QFont small = theme().font(TextStyle::Small), mono = theme().font(TextStyle::MonoSmall);
  double x = codegen.left(), taken = below;
  for (const CallStage& stage : m_data.codegen) {
    const double wide = stage.ms * scale;
    painter.fillRect(QRectF(x + 0.5, codegen.bottom() + px(3), std::max(1.0, wide - 1.5), px(3)),
                     theme().kind(Kind::Reduction).border);
    const QString figure = millisecondsFigure(stage.ms);
    const double nameWidth = QFontMetricsF(small).horizontalAdvance(stage.name) + px(4);
    const double wanted = nameWidth + QFontMetricsF(mono).horizontalAdvance(figure);
    const double at = std::max({taken, codegen.left(), std::min(x + (wide - wanted) / 2, codegen.right() - wanted)});
    painter.setPen(theme().color(Token::Text2));
    if (at + wanted <= width() - px(4)) {
      painter.setFont(small);
      painter.drawText(QRectF(at, codegen.bottom() + px(8), nameWidth, px(16)), Qt::AlignVCenter, stage.name);
      painter.setFont(mono);
      painter.drawText(QRectF(at + nameWidth, codegen.bottom() + px(8), wanted, px(16)), Qt::AlignVCenter, figure);
      taken = at + wanted + px(10);
    }
    x += wide;
  }
}

void FirstCallChart::paintChart(QPainter& painter) {
  if (!(m_data.totalMs() > 0)) {
    painter.setFont(theme().font(TextStyle::Body));
    painter.setPen(theme().color(Token::Text3));
    painter.drawText(rect(), Qt::AlignCenter, tr("This capture holds no compile times."));
    return;
  }
  double above = px(kSide), below = px(kSide);
  for (size_t i = 0; i < m_data.stages.size(); ++i) paintStage(painter, i, above, below);
  for (size_t i = 0; i < m_data.stages.size(); ++i) {
    if (m_data.stages[i].kind == Kind::Reduction) paintCodegen(painter, parts()[i].rect, below);
  }
}

}  // namespace onepot
