// How a number is written for a person: time, bytes, rates, counts, factors and changes, each with its unit.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>

namespace onepot {

/// Three figures, unit by size, no-break space before it: "840 ns", "9 µs", "1.21 ms", "31.4 ms", "2.61 s".
QString formatSeconds(double seconds);
inline QString formatMilliseconds(double milliseconds) { return formatSeconds(milliseconds * 1e-3); }
/// Milliseconds without their unit, for columns and figures whose heading names it: "1.21", "31.4", "0.38".
QString millisecondsFigure(double milliseconds);
/// "2.17 ms ±0.04": the spread has the unit of the value.
QString formatSpread(double seconds, double spreadSeconds);
/// "±1.7 %" of the value; empty where the value is zero.
QString formatRelativeSpread(double value, double spread);

/// Binary units, three figures: "4 B", "8 KiB", "16.0 MiB", "1.25 GiB".
QString formatBytes(int64_t bytes);
/// The same without closing zeros, for labels that must be short: "16 MiB", "1.25 GiB".
QString formatBytesShort(int64_t bytes);
/// "10 KiB" and "16 MiB" as the two ends of a change with one unit where both have it: "160 → 16 MiB".
QString formatBytesChange(int64_t before, int64_t after);

/// Decimal units: "15.0 GB/s", "180 GFLOP/s".
QString formatByteRate(double bytesPerSecond);
QString formatFlopRate(double flopsPerSecond);

/// Whole, grouped by a thin space from five digits: "2431", "12 408".
QString formatWhole(int64_t count);
/// Rounded: "7", "2048", "4.19 M".
QString formatCount(double count);
/// "4.78×", "10×".
QString formatFactor(double factor);
/// A change with its sign, a real minus: "−0.61", "+0.19", "0".
QString formatSigned(double change, int decimals);
/// "−79 %", "+4 %"; `ratio` is the change as a fraction.
QString formatPercentChange(double ratio, int decimals = 0);
/// "46 %".
QString formatPercent(double ratio);
/// "5th", "1st", "22nd".
QString formatOrdinal(int64_t number);
/// "6:34–44"; over several lines "6:34–8:2"; empty where the line is not known.
QString formatPosition(int line, int column, int endLine, int endColumn);

}  // namespace onepot
