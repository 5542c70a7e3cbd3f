#include "views/charts/figure_strip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "views/charts/pay_off_chart.h"
#include "views/charts/timeline_chart.h"
#include "views/charts/traffic_chart.h"
#include "views/number_format.h"

namespace onepot {

namespace {

constexpr int kHeight = 82;

using F = FigureStrip;

RunFigure steadyState(const Run& run, double eager, double jit) {
  RunFigure figure{F::tr("steady state"), QStringLiteral("–"), {}, {}};
  if (!(eager > 0) || !(jit > 0)) {
    figure.note = F::tr("needs both eager and jit");
    return figure;
  }
  const bool faster = jit <= eager;
  figure.value = formatFactor(faster ? eager / jit : jit / eager);
  figure.unit = faster ? F::tr("faster") : F::tr("slower");
  figure.ink = faster ? Token::Added : Token::Removed;
  figure.note = formatPercentChange((jit - eager) / eager) + QStringLiteral(" · ") +
                F::tr("median of %1, %2 warm-up").arg(run.jit.milliseconds.size()).arg(run.warmUps);
  return figure;
}

RunFigure seriesFigure(const Series& series, size_t kernels, double median, const QString& name, Token ink) {
  RunFigure figure{name, QStringLiteral("–"), {}, F::tr("not measured"), ink, ink};
  if (!std::isfinite(median)) return figure;
  const TimeUnit unit = timeUnitFor(median);
  figure.value = median * unit.perMs >= 99.95 ? QString::number(std::llround(median * unit.perMs))
                                              : QString::number(median * unit.perMs, 'f', 2);
  figure.unit = QString::fromUtf8(unit.name);
  figure.spread = formatRelativeSpread(median, series.spread());
  figure.note =
      (kernels == 1 ? F::tr("1 kernel") : F::tr("%1 kernels").arg(formatWhole(static_cast<int64_t>(kernels)))) +
      QStringLiteral(", ") + F::tr("dispatch %1").arg(formatMilliseconds(series.dispatchMs));
  return figure;
}

RunFigure payOffFigure(const Compilation& compilation, const Run& run) {
  RunFigure figure{F::tr("pays off from"), QStringLiteral("–"), {}, {}};
  figure.note = F::tr("compile %1").arg(formatMilliseconds(compilation.times.totalMs()));
  const auto payOff = payOffOf(compilation, run);
  if (!payOff) return figure;
  const auto call = breakEven(*payOff);
  if (!call) {
    figure.value = F::tr("never");
    return figure;
  }
  //: the ordinal of a call, where a language says it with the number alone: write the whole word here
  const QString pattern = F::tr("%1th");
  figure.value = pattern == QLatin1String("%1th") ? formatOrdinal(*call) : pattern.arg(formatWhole(*call));
  figure.unit = F::tr("call");
  return figure;
}

RunFigure ratioFigure(int64_t eager, int64_t jit, const QString& less, const QString& more, const QString& title) {
  RunFigure figure{title, QStringLiteral("–"), {}, {}};
  if (eager <= 0 || jit <= 0) {
    figure.note = F::tr("not recorded");
    return figure;
  }
  const bool fewer = jit <= eager;
  const double ratio = static_cast<double>(fewer ? eager : jit) / static_cast<double>(fewer ? jit : eager);
  figure.value = formatFactor(ratio);
  figure.unit = fewer ? less : more;
  figure.note = formatBytesChange(eager, jit) + QStringLiteral(" · ") +
                formatPercentChange(static_cast<double>(jit - eager) / static_cast<double>(eager));
  return figure;
}

}  // namespace

std::vector<RunFigure> figuresOf(const Compilation& compilation, const Run& run) {
  const double eager = run.eager.median(), jit = run.jit.median();
  const Traffic traffic = trafficOf(compilation, &run);
  return {
      steadyState(run, eager, jit),
      seriesFigure(run.eager, traffic.eager.size(), eager, F::tr("eager"), Token::Eager),
      seriesFigure(run.jit, traffic.jit.size(), jit, F::tr("jit"), Token::Jit),
      payOffFigure(compilation, run),
      ratioFigure(traffic.cut ? 0 : traffic.eagerBytes, traffic.cut ? 0 : traffic.jitBytes, F::tr("less traffic"),
                  F::tr("more traffic"), F::tr("memory")),
      ratioFigure(run.eager.peakBytes, run.jit.peakBytes, F::tr("lower peak"), F::tr("higher peak"), F::tr("memory"))};
}

FigureStrip::FigureStrip(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize FigureStrip::sizeHint() const { return {600, m_session.theme().px(kHeight)}; }

void FigureStrip::setFigures(std::vector<RunFigure> figures) {
  m_figures = std::move(figures);
  QStringList words;
  for (const RunFigure& figure : m_figures) {
    words << QStringList({figure.title, figure.value, figure.unit, figure.note}).join(' ');
  }
  setAccessibleName(words.join("; "));
  updateGeometry();
  update();
}

QRectF FigureStrip::cell(size_t index) const {
  const double each = width() / static_cast<double>(std::max<size_t>(m_figures.size(), 1));
  return QRectF(each * static_cast<double>(index), 0, each, height());
}

void FigureStrip::paintEvent(QPaintEvent*) {
  const Theme& theme = m_session.theme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::Panel));
  const auto line = [&](const QRectF& at, const QFont& font, Token ink, const QString& text) {
    painter.setFont(font);
    painter.setPen(theme.color(ink));
    painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     QFontMetricsF(font).elidedText(text, Qt::ElideRight, at.width()));
  };
  for (size_t i = 0; i < m_figures.size(); ++i) {
    const RunFigure& figure = m_figures[i];
    const QRectF inside = cell(i).adjusted(theme.px(16), 0, -theme.px(6), 0);
    if (i > 0) painter.fillRect(QRectF(std::floor(cell(i).left()), 0, 1, height()), theme.color(Token::Hairline));
    const bool plain = figure.titleInk == Token::Text2;
    const QFont big = theme.font(TextStyle::Figure);
    const double wide = QFontMetricsF(big).horizontalAdvance(figure.value) + theme.px(6);
    const QFontMetricsF body(theme.font(TextStyle::Body));
    const double room = inside.width() - wide;
    // Where the words do not fit beside the figure they stand above it.
    const bool fits = body.horizontalAdvance(figure.unit) <= room;
    QString beside = fits ? figure.unit : QString();
    if (!figure.spread.isEmpty() && body.horizontalAdvance(beside + ' ' + figure.spread) <= room)
      beside += ' ' + figure.spread;
    line(QRectF(inside.left(), theme.px(10), inside.width(), theme.px(16)),
         theme.font(plain ? TextStyle::Small : TextStyle::SmallStrong), figure.titleInk,
         fits ? figure.title : figure.title + QStringLiteral(", ") + figure.unit);
    line(QRectF(inside.left(), theme.px(27), inside.width(), theme.px(30)), big, figure.ink, figure.value);
    line(QRectF(inside.left() + wide, theme.px(33), room, theme.px(22)), theme.font(TextStyle::Body), Token::Text2,
         beside);
    line(QRectF(inside.left(), theme.px(59), inside.width(), theme.px(16)), theme.font(TextStyle::Small), Token::Text3,
         figure.note);
  }
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Token::Border));
}

bool FigureStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (size_t i = 0; i < m_figures.size(); ++i) {
    const RunFigure& figure = m_figures[i];
    if (cell(i).contains(help->pos()))
      QToolTip::showText(
          help->globalPos(),
          QStringLiteral("<b>%1 %2 %3</b><br>%4").arg(figure.value, figure.unit, figure.spread, figure.note), this);
  }
  return true;
}

}  // namespace onepot
