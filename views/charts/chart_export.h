// A chart as a file: PNG and SVG as it stands on the screen, CSV of the numbers behind it.
#pragma once

#include <QString>

namespace onepot {

class Chart;

/// By the file's ending: .png (at twice the screen's size), .svg, .csv. False where it cannot be written.
bool exportChart(Chart& chart, const QString& path);

}  // namespace onepot
