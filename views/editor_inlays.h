// What the editor writes beside and below the user's lines: shapes, arguments, compiles. Pure: captures in, words out.
#pragma once

#include <QString>
#include <map>
#include <vector>

#include "views/session.h"

namespace onepot {

/// At the right end of a line (from 1).
std::map<int, QString> lineInlays(const Capture& capture, const Compilation* compilation);

/// Shapes of the expressions on one line, each at its expression's column (from 1).
struct ShapeMark {
  int column = 0;
  QString shape;
  bool selected = false;
};
std::vector<ShapeMark> shapeMarks(const Compilation& compilation, const Partners& partners, int line);

/// The smallest known expression that holds this place (line, column from 1); not known when there is none.
SourceRange expressionAt(const Compilation& compilation, int line, int column);

}  // namespace onepot
