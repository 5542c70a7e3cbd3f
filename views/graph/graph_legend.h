// The row below the graph: what is in this picture, with counts; a click on an entry filters by it.
#pragma once

#include <QWidget>
#include <set>
#include <vector>

#include "views/graph/picture.h"

namespace onepot {

enum class LegendMark : uint8_t { Change, Kind, Verdict, Ghost, Memory, Registers, WhatIf, Vanished, Operands, Users };

struct LegendEntry {
  LegendMark mark = LegendMark::Kind;
  int value = 0;  // the NodeChange, Kind or Verdict
  QString words;
  int count = -1;  // −1: not counted
  bool operator==(const LegendEntry&) const = default;
};

/// What stands in a picture, left part then right part.
struct Legend {
  std::vector<LegendEntry> left, right;
};
Legend legendFor(const PictureData& data);

class GraphLegend : public QWidget {
  Q_OBJECT
 public:
  explicit GraphLegend(QWidget* parent = nullptr);
  void setLegend(Legend legend);
  void setTheme(const Theme& theme);
  const std::set<Kind>& hiddenKinds() const { return m_hiddenKinds; }
  const std::set<NodeChange>& onlyChanges() const { return m_onlyChanges; }
  void clearFilter();

 signals:
  void filterChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Placed {
    LegendEntry entry;
    QRect rect;
  };
  /// As many as fit; what does not fit is counted in a "+3".
  std::vector<Placed> placed(int* hidden = nullptr) const;
  void paintEntry(QPainter& painter, const Placed& placed) const;
  void paintMark(QPainter& painter, const LegendEntry& entry, const QRectF& rect) const;
  int widthOf(const LegendEntry& entry) const;
  bool off(const LegendEntry& entry) const;

  Legend m_legend;
  Theme m_theme;
  std::set<Kind> m_hiddenKinds;
  std::set<NodeChange> m_onlyChanges;
};

}  // namespace onepot
