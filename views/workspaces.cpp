#include "views/workspaces.h"

#include <QCoreApplication>

namespace onepot {

#define TR(text) QT_TRANSLATE_NOOP("Workspaces", text)

const std::vector<WorkspaceRow>& workspaceTable() {
  static const std::vector<WorkspaceRow> rows = {
      {"explore",
       TR("Explore"),
       "graph",
       "graph",
       420,
       {{"editor", 254}, {"trace", 202}, {"pipeline", 474}},
       {{"inspector", 312}},
       "diff",
       262,
       ResultsStart::Open},
      {"fusion",
       TR("Fusion"),
       "fusion",
       "fusion-graph",
       420,
       {{"editor", 190}, {"kernels", 348}, {"cost-check", 282}, {"pipeline", 106}},
       {{"decision", 324}},
       "decisions",
       288,
       ResultsStart::Open},
      {"run",
       TR("Run"),
       "chart",
       "run",
       288,
       {{"setup", 216}, {"spread", 188}, {"same-result", 164}, {"past-runs", 360}},
       {},
       "timeline",
       262,
       ResultsStart::Hidden},
      {"teach",
       TR("Teach"),
       "cap",
       "graph",
       456,
       {{"editor", 360}, {"trace", 240}, {"pipeline", 320}},
       {},
       "diff",
       262,
       ResultsStart::Folded},
  };
  return rows;
}
#undef TR

QString workspaceName(const WorkspaceRow& row) { return QCoreApplication::translate("Workspaces", row.name); }

int workspaceIndex(const QString& id) {
  const auto& rows = workspaceTable();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (id == QLatin1String(rows[i].id)) return static_cast<int>(i);
  }
  return 0;
}

FoldState foldStateFor(QSize size, double scale) {
  const double width = size.width() / scale, height = size.height() / scale;
  FoldState fold;
  fold.narrowColumns = width < 1440;
  fold.inspectorCard = width < 1240;
  fold.stripForList = width < 1160;
  fold.resultsFolded = height < 860 || width < 1160;
  fold.scrubberOnly = height < 640;
  fold.oneTabGroup = width <= kSmallestWindow.width() && height <= kSmallestWindow.height();
  return fold;
}

}  // namespace onepot
