// The text of two stages laid side by side, rows aligned by the identity of instructions: the pure half of the diff
// view.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "engine/ir/module.h"
#include "views/code_pane.h"

namespace onepot {

struct DiffOptions {
  bool layouts = true;
  bool entryFirst = false;  // else as printed: callees before callers
  bool operator==(const DiffOptions&) const = default;
};

/// One line of one side; what it is known by, so that it can be found again on the other.
struct DiffLine {
  QString text;
  InstructionId instruction = 0;
  ComputationId computation = 0;
  std::pair<int64_t, int64_t> key;  // {kind, id}: unique on a side, blank lines excepted
};
std::vector<DiffLine> diffLines(const Module& module, const DiffOptions& options);

enum class LineState : uint8_t { Same, Added, Removed, Changed, Moved };

struct DiffRow {
  int left = -1, right = -1;  // index of a line; −1: nothing opposite
};
struct HloDiff {
  std::vector<DiffLine> left, right;
  std::vector<LineState> leftState, rightState;
  std::vector<DiffRow> rows;  // aligned
  int count(LineState state) const;
};

/// O(n log n). A line that both sides have, in another computation, is Moved; with other words, Changed.
HloDiff diffModules(const Module& before, const Module& after, const DiffOptions& options);

/// Words of `text` that `other` has not at the matching place: common words are matched in order.
std::vector<CodeWord> changedWords(const QString& text, const QString& other);

/// Rows for the panes: two sides, or one column.
std::pair<std::vector<CodeRow>, std::vector<CodeRow>> sideRows(const HloDiff& diff);
std::vector<CodeRow> unifiedRows(const HloDiff& diff);

}  // namespace onepot
