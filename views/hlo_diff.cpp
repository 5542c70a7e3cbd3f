#include "views/hlo_diff.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "engine/ir/hlo_printer.h"

namespace onepot {

namespace {

enum LineKind : int64_t { kBlank, kInstruction, kOpen, kClose, kOther };

void appendComputation(const std::vector<DiffLine>& lines, ComputationId id, bool wanted, std::vector<DiffLine>& out) {
  for (const DiffLine& line : lines) {
    if ((line.computation == id) == wanted) out.push_back(line);
  }
}

std::vector<DiffLine> entryFirst(const std::vector<DiffLine>& lines, ComputationId entry) {
  std::vector<DiffLine> result;
  appendComputation(lines, entry, true, result);
  appendComputation(lines, entry, false, result);
  return result;
}

/// The longest run of keys that both sides have in the same order: patience, on unique keys.
std::vector<std::pair<int, int>> anchors(const std::vector<DiffLine>& left, const std::vector<DiffLine>& right) {
  std::map<std::pair<int64_t, int64_t>, int> place;
  for (size_t i = 0; i < right.size(); ++i) {
    if (right[i].key.first != kBlank) place[right[i].key] = static_cast<int>(i);
  }
  std::vector<std::pair<int, int>> common;
  for (size_t i = 0; i < left.size(); ++i) {
    if (const auto found = place.find(left[i].key); found != place.end() && left[i].key.first != kBlank) {
      common.emplace_back(static_cast<int>(i), found->second);
    }
  }
  std::vector<int> tails, previous(common.size(), -1);
  for (size_t i = 0; i < common.size(); ++i) {
    const auto at = std::ranges::lower_bound(tails, common[i].second, {},
                                             [&](int t) { return common[static_cast<size_t>(t)].second; });
    if (at != tails.begin()) previous[i] = *(at - 1);
    if (at == tails.end())
      tails.push_back(static_cast<int>(i));
    else
      *at = static_cast<int>(i);
  }
  std::vector<std::pair<int, int>> result;
  for (int i = tails.empty() ? -1 : tails.back(); i >= 0; i = previous[static_cast<size_t>(i)]) {
    result.push_back(common[static_cast<size_t>(i)]);
  }
  std::ranges::reverse(result);
  return result;
}

/// Each line's fate, seen from `lines`; `missing` is what a line without partner is.
std::vector<LineState> statesOf(const std::vector<DiffLine>& lines, const std::vector<DiffLine>& other,
                                LineState missing) {
  std::map<std::pair<int64_t, int64_t>, const DiffLine*> partners;
  for (const DiffLine& line : other) partners[line.key] = &line;
  std::vector<LineState> states;
  for (const DiffLine& line : lines) {
    const auto found = partners.find(line.key);
    if (line.key.first == kBlank || line.key.first == kOther)
      states.push_back(LineState::Same);
    else if (found == partners.end())
      states.push_back(missing);
    else if (found->second->computation != line.computation)
      states.push_back(LineState::Moved);
    else
      states.push_back(found->second->text.trimmed() == line.text.trimmed() ? LineState::Same : LineState::Changed);
  }
  return states;
}

struct Look {
  const char* sign;
  Token token;
  std::optional<Token> ground;
};
Look lookOf(LineState state) {
  switch (state) {
    case LineState::Added: return {"+", Token::Added, Token::AddedBg};
    case LineState::Removed: return {"−", Token::Removed, Token::RemovedBg};
    case LineState::Changed: return {"~", Token::Changed, Token::ChangedBg};
    case LineState::Moved: return {"↳", Token::Moved, Token::MovedBg};
    case LineState::Same: break;
  }
  return {"", Token::Text3, std::nullopt};
}

CodeRow codeRow(const DiffLine& line, LineState state, int number, const QString& opposite) {
  const Look look = lookOf(state);
  CodeRow row;
  row.number = number;
  row.sign = QString::fromUtf8(look.sign);
  row.signToken = look.token;
  row.ground = look.ground;
  row.text = line.text;
  row.instruction = line.instruction;
  if ((state == LineState::Changed || state == LineState::Moved) && !opposite.isNull()) {
    row.underlines = changedWords(line.text, opposite);
  }
  return row;
}

}  // namespace

std::vector<DiffLine> diffLines(const Module& module, const DiffOptions& options) {
  PrintOptions print;
  print.layouts = options.layouts;
  print.header = false;
  const PrintedModule printed = printWithLines(module, print);
  const QStringList texts = QString::fromStdString(printed.text).split('\n');
  std::vector<DiffLine> lines;
  ComputationId last = 0;
  for (qsizetype i = 0; i < texts.size(); ++i) {
    DiffLine line;
    line.text = texts[i];
    const bool known = static_cast<size_t>(i) < printed.lines.size();
    if (known) line.instruction = printed.lines[static_cast<size_t>(i)].instruction;
    if (known) line.computation = printed.lines[static_cast<size_t>(i)].computation;
    if (line.text.trimmed().isEmpty()) continue;
    if (line.text.trimmed() == "}" && line.computation == 0) line.computation = last;
    last = line.computation;
    if (line.instruction != 0)
      line.key = {kInstruction, line.instruction};
    else if (line.text.trimmed().endsWith('{'))
      line.key = {kOpen, line.computation};
    else if (line.text.trimmed() == "}")
      line.key = {kClose, line.computation};
    else
      line.key = {kOther, i};
    lines.push_back(std::move(line));
  }
  return options.entryFirst && module.entry() ? entryFirst(lines, module.entry()->id()) : lines;
}

int HloDiff::count(LineState state) const {
  return static_cast<int>(std::ranges::count(rightState, state) +
                          (state == LineState::Removed ? std::ranges::count(leftState, state) : 0));
}

HloDiff diffModules(const Module& before, const Module& after, const DiffOptions& options) {
  HloDiff diff;
  diff.left = diffLines(before, options);
  diff.right = diffLines(after, options);
  diff.leftState = statesOf(diff.left, diff.right, LineState::Removed);
  diff.rightState = statesOf(diff.right, diff.left, LineState::Added);
  int left = 0, right = 0;
  auto fill = [&](int untilLeft, int untilRight) {
    while (left < untilLeft || right < untilRight) {
      diff.rows.push_back({left < untilLeft ? left++ : -1, right < untilRight ? right++ : -1});
    }
  };
  for (const auto& [i, j] : anchors(diff.left, diff.right)) {
    fill(i, j);
    diff.rows.push_back({left++, right++});
  }
  fill(static_cast<int>(diff.left.size()), static_cast<int>(diff.right.size()));
  return diff;
}

std::vector<CodeWord> changedWords(const QString& text, const QString& other) {
  const std::vector<CodeWord> mine = codeWords(text), theirs = codeWords(other);
  const size_t n = mine.size(), m = theirs.size();
  if (n * m > 40000) return {};
  auto same = [&](size_t i, size_t j) {
    return QStringView(text).mid(mine[i].from, mine[i].length) ==
           QStringView(other).mid(theirs[j].from, theirs[j].length);
  };
  std::vector<std::vector<int>> common(n + 1, std::vector<int>(m + 1, 0));
  for (size_t i = n; i-- > 0;) {
    for (size_t j = m; j-- > 0;) {
      common[i][j] = same(i, j) ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<CodeWord> changed;
  size_t j = 0;
  for (size_t i = 0; i < n; ++i) {
    while (j < m && !same(i, j) && common[i][j + 1] >= common[i + 1][j] && common[i][j + 1] == common[i][j]) ++j;
    if (j < m && same(i, j))
      ++j;
    else if (mine[i].length > 1 || text[mine[i].from].isLetterOrNumber())
      changed.push_back(mine[i]);
  }
  return changed;
}

std::pair<std::vector<CodeRow>, std::vector<CodeRow>> sideRows(const HloDiff& diff) {
  std::map<std::pair<int64_t, int64_t>, QString> leftText, rightText;
  for (const DiffLine& line : diff.left) leftText[line.key] = line.text;
  for (const DiffLine& line : diff.right) rightText[line.key] = line.text;
  std::pair<std::vector<CodeRow>, std::vector<CodeRow>> sides;
  CodeRow filler;
  filler.filler = true;
  for (const DiffRow& row : diff.rows) {
    auto side = [&](int index, const std::vector<DiffLine>& lines, const std::vector<LineState>& states,
                    auto& opposite) {
      if (index < 0) return filler;
      const DiffLine& line = lines[static_cast<size_t>(index)];
      const auto found = opposite.find(line.key);
      return codeRow(line, states[static_cast<size_t>(index)], index + 1,
                     found == opposite.end() ? QString() : found->second);
    };
    sides.first.push_back(side(row.left, diff.left, diff.leftState, rightText));
    sides.second.push_back(side(row.right, diff.right, diff.rightState, leftText));
  }
  return sides;
}

std::vector<CodeRow> unifiedRows(const HloDiff& diff) {
  std::map<std::pair<int64_t, int64_t>, QString> leftText;
  for (const DiffLine& line : diff.left) leftText[line.key] = line.text;
  std::vector<CodeRow> rows;
  std::vector<CodeRow> added;
  auto flush = [&] {
    rows.insert(rows.end(), added.begin(), added.end());
    added.clear();
  };
  for (const DiffRow& row : diff.rows) {
    const bool pair = row.left >= 0 && row.right >= 0 &&
                      diff.left[static_cast<size_t>(row.left)].key == diff.right[static_cast<size_t>(row.right)].key;
    if (pair) flush();
    if (row.left >= 0 && !pair && diff.leftState[static_cast<size_t>(row.left)] == LineState::Removed) {
      rows.push_back(codeRow(diff.left[static_cast<size_t>(row.left)], LineState::Removed, 0, {}));
    }
    if (row.right < 0) continue;
    const DiffLine& line = diff.right[static_cast<size_t>(row.right)];
    const auto found = leftText.find(line.key);
    added.push_back(codeRow(line, diff.rightState[static_cast<size_t>(row.right)], 0,
                            found == leftText.end() ? QString() : found->second));
    if (pair) flush();
  }
  flush();
  for (size_t i = 0; i < rows.size(); ++i) rows[i].number = static_cast<int>(i) + 1;
  return rows;
}

}  // namespace onepot
