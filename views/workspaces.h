// The four workspaces as data: which docks, how wide, which page and results tab; and what folds in a small window.
#pragma once

#include <QSize>
#include <QString>
#include <span>
#include <vector>

namespace onepot {

struct DockSize {
  const char* view;
  int extent;  // height in the left column, width at the right
};

/// How the results stand at first.
enum class ResultsStart : unsigned char { Open, Folded, Hidden };

struct WorkspaceRow {
  const char* id;
  const char* name;  // English; context "Workspaces"
  const char* icon;
  const char* page;  // view id of the central page
  int leftWidth;
  std::vector<DockSize> left;
  std::vector<DockSize> right;
  const char* resultsTab;
  int resultsHeight;
  ResultsStart results;
};
const std::vector<WorkspaceRow>& workspaceTable();
QString workspaceName(const WorkspaceRow& row);
int workspaceIndex(const QString& id);

/// What a window of this size folds, in logical px at 100 %.
struct FoldState {
  bool narrowColumns = false;  // below 1440: left 368, inspector 272, field shows icon and key
  bool inspectorCard = false;  // below 1240
  bool stripForList = false;   // below 1160: with menus and hints folded and results folded at start
  bool resultsFolded = false;  // below 860 high, or 1160 wide
  bool scrubberOnly = false;   // below 640 high
  bool oneTabGroup = false;    // at the smallest: editor and graph share one tab group
  bool operator==(const FoldState&) const = default;
};
FoldState foldStateFor(QSize size, double scale);

inline constexpr QSize kSmallestWindow(960, 600);

}  // namespace onepot
