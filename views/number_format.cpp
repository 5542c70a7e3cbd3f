#include "views/number_format.h"

#include <array>
#include <cmath>

namespace onepot {
namespace {

constexpr QChar kNoBreak(0x00A0);
constexpr QChar kThin(0x2009);
constexpr QChar kMinus(0x2212);

/// Three figures without a unit: 1.21, 31.4, 212. Rounding may carry to the next size ("9.996" → "10.0").
QString threeFigures(double value) {
  if (value == 0) return QStringLiteral("0");
  const double size = std::abs(value);
  int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return QString::number(value, 'f', decimals);
}

QString withoutClosingZeros(QString figure) {
  if (!figure.contains('.')) return figure;
  while (figure.endsWith('0')) figure.chop(1);
  if (figure.endsWith('.')) figure.chop(1);
  return figure;
}

struct Unit {
  double size;
  const char* name;
};

template <size_t N>
const Unit& unitFor(const std::array<Unit, N>& units, double value) {
  // Half a unit in the last place below the next size already reads as the next size.
  for (const Unit& unit : units) {
    if (std::abs(value) >= unit.size * 0.9995) return unit;
  }
  return units.back();
}

constexpr std::array<Unit, 4> kTimes{{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}}};
constexpr std::array<Unit, 5> kBinary{
    {{1099511627776.0, "TiB"}, {1073741824.0, "GiB"}, {1048576.0, "MiB"}, {1024.0, "KiB"}, {1, "B"}}};
constexpr std::array<Unit, 5> kDecimal{{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};

QString timeFigure(double seconds, const Unit& unit) {
  const double value = seconds / unit.size;
  return unit.size <= 1e-6 ? QString::number(std::llround(value)) : threeFigures(value);
}

QString byteFigure(int64_t bytes, const Unit& unit) {
  const double value = static_cast<double>(bytes) / unit.size;
  if (unit.size == 1) return QString::number(bytes);
  const QString figure = threeFigures(value);
  return unit.size == 1024.0 ? withoutClosingZeros(figure) : figure;
}

QString joined(const QString& figure, const char* unit) { return figure + kNoBreak + QString::fromUtf8(unit); }

QString rate(double perSecond, const char* suffix) {
  const Unit& unit = unitFor(kDecimal, perSecond);
  return threeFigures(perSecond / unit.size) + kNoBreak + QString::fromUtf8(unit.name) + QString::fromUtf8(suffix);
}

}  // namespace

QString formatSeconds(double seconds) {
  if (!std::isfinite(seconds)) return QStringLiteral("–");
  if (seconds == 0) return joined(QStringLiteral("0"), "s");
  const Unit& unit = unitFor(kTimes, seconds);
  return joined(timeFigure(seconds, unit), unit.name);
}

QString millisecondsFigure(double milliseconds) {
  return std::isfinite(milliseconds) ? threeFigures(milliseconds) : QStringLiteral("–");
}

QString formatSpread(double seconds, double spreadSeconds) {
  const Unit& unit = unitFor(kTimes, seconds);
  return formatSeconds(seconds) + " ±" + QString::number(spreadSeconds / unit.size, 'f', 2);
}

QString formatRelativeSpread(double value, double spread) {
  if (value == 0) return {};
  return QStringLiteral("±%1").arg(100 * std::abs(spread / value), 0, 'f', 1) + kNoBreak + '%';
}

QString formatBytes(int64_t bytes) {
  const Unit& unit = unitFor(kBinary, static_cast<double>(bytes));
  return joined(byteFigure(bytes, unit), unit.name);
}

QString formatBytesShort(int64_t bytes) {
  const Unit& unit = unitFor(kBinary, static_cast<double>(bytes));
  return joined(withoutClosingZeros(byteFigure(bytes, unit)), unit.name);
}

QString formatBytesChange(int64_t before, int64_t after) {
  const Unit& first = unitFor(kBinary, static_cast<double>(before));
  const Unit& second = unitFor(kBinary, static_cast<double>(after));
  const QString arrow = QStringLiteral(" → ");
  if (&first != &second) return formatBytesShort(before) + arrow + formatBytesShort(after);
  return withoutClosingZeros(byteFigure(before, first)) + arrow + formatBytesShort(after);
}

QString formatByteRate(double bytesPerSecond) { return rate(bytesPerSecond, "B/s"); }
QString formatFlopRate(double flopsPerSecond) { return rate(flopsPerSecond, "FLOP/s"); }

QString formatWhole(int64_t count) {
  QString digits = QString::number(std::abs(count));
  if (digits.size() >= 5) {
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, kThin);
  }
  return count < 0 ? kMinus + digits : digits;
}

QString formatCount(double count) {
  if (std::abs(count) < 99999.5) return formatWhole(std::llround(count));
  const Unit& unit = unitFor(kDecimal, count);
  return joined(threeFigures(count / unit.size), unit.name);
}

QString formatFactor(double factor) {
  if (!std::isfinite(factor)) return QStringLiteral("–");
  const bool whole = factor >= 1 && std::abs(factor - std::round(factor)) < 0.005;
  return (whole ? QString::number(std::llround(factor)) : threeFigures(factor)) + QStringLiteral("×");
}

QString formatSigned(double change, int decimals) {
  const QString figure = QString::number(std::abs(change), 'f', decimals);
  if (figure.toDouble() == 0) return QStringLiteral("0");
  return (change < 0 ? kMinus : QChar('+')) + figure;
}

QString formatPercentChange(double ratio, int decimals) {
  if (!std::isfinite(ratio)) return QStringLiteral("–");
  return formatSigned(100 * ratio, decimals) + kNoBreak + '%';
}

QString formatPercent(double ratio) {
  return QString::number(std::llround(100 * ratio)) + kNoBreak + QStringLiteral("%");
}

QString formatOrdinal(int64_t number) {
  const int64_t tens = number % 100, ones = number % 10;
  const bool teen = tens >= 11 && tens <= 13;
  const char* suffix = teen ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
  return formatWhole(number) + QLatin1String(suffix);
}

QString formatPosition(int line, int column, int endLine, int endColumn) {
  if (line <= 0) return {};
  QString text = QStringLiteral("%1:%2").arg(line).arg(column);
  if (endLine > line) return text + QStringLiteral("–%1:%2").arg(endLine).arg(endColumn);
  return endColumn > column ? text + QStringLiteral("–%1").arg(endColumn) : text;
}

}  // namespace onepot
