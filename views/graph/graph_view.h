// The graph page: before and after a pass as one union, in one or two canvases, with tool bar, headings and legend.
#pragma once

#include <map>

#include "views/graph/graph_canvas.h"
#include "views/graph/graph_heading.h"
#include "views/graph/graph_legend.h"
#include "views/graph/graph_lights.h"
#include "views/graph/graph_source.h"
#include "views/graph/graph_tool_bar.h"
#include "views/graph/graph_walk.h"
#include "views/view.h"

class QPlainTextEdit;
class QStackedWidget;
class QToolButton;

namespace onepot {

class EmptyState;
class GraphNotice;
class PassStrip;
class SelectionCard;
class ThreadLine;

/// Below it shape lines and edge labels go: a picture opens no smaller.
inline constexpr double kReadableZoom = 0.75;

enum class GraphMode : uint8_t { Split, Overlay, After, Text };

class GraphView : public View {
  Q_OBJECT
 public:
  /// With `fusion` it shows the after side alone, compact, with a verdict on every edge that was decided about.
  GraphView(Session& session, QWidget* parent, bool fusion);
  explicit GraphView(Session& session, QWidget* parent = nullptr) : GraphView(session, parent, false) {}

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override;
  QString figure() const override;
  bool ready() const override;
  QString zoomText() const override;

  GraphMode mode() const { return m_mode; }
  void setMode(GraphMode mode);
  /// The canvas of a side; one and the same where the mode has one.
  GraphCanvas& canvas(bool after) { return after ? *m_afterCanvas : *m_beforeCanvas; }
  GraphSource& source() { return m_source; }
  QString noticeText() const;
  /// What a key does while the graph has the keyboard, for menu and palette.
  void command(Qt::Key key);
  /// In a narrow window: the pass strip above, and the selection as a card with its thread in one line.
  void setFolded(bool strip, bool card);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  // graph_view.cpp
  void build();
  void connectCanvas(GraphCanvas* canvas);
  void applyMode();
  void applyTheme();
  void rebuild();
  int roomForFullNodes() const;
  void showResult(const GraphResult& result);
  void fillScenes(bool animate);
  void showHeadings();
  void showState();
  Picture pictureOf(bool after) const;
  bool split() const { return m_mode == GraphMode::Split; }
  GraphCanvas& mainCanvas() { return *m_afterCanvas; }
  void tie(GraphCanvas* from);
  /// All of it, but never smaller than `least` times the theme's size: then from the top, with the minimap.
  void fit(double least = kReadableZoom);
  bool sees(int node) const;
  void buildStrip();
  void refreshFolded(Changes changes);

  // graph_view_input.cpp
  void relight();
  GraphFocus focus() const;
  void emitNode(int node, bool after);
  void hoverNode(int node, bool after);
  void openNode(int node);
  void toggleCluster(InstructionId id, QPointF scenePlace);
  void step(Step direction);
  bool handleViewKey(QKeyEvent* event);
  bool handleWalkKey(QKeyEvent* event);
  void saveOrRecallView(int number, bool save);
  void setHeat(bool on);
  void toggleRadius();
  void whatIf();
  void search(const QString& words, int direction);
  void exportPicture(const QString& format);
  int selectedNode() const;
  void showTip(int node, bool after);
  void describeForAccess();

  bool m_fusion;
  GraphMode m_mode = GraphMode::Split;
  bool m_modeChosen = false;
  GraphToolBar* m_toolBar;
  GraphHeading *m_beforeHeading, *m_afterHeading;
  GraphCanvas *m_beforeCanvas, *m_afterCanvas;
  QWidget *m_beforeSide, *m_afterSide;
  QPlainTextEdit* m_text;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  GraphLegend* m_legend;
  GraphNotice* m_notice;
  QWidget* m_stripRow;
  PassStrip* m_strip;
  QToolButton* m_listButton;
  SelectionCard* m_card;
  ThreadLine* m_thread;
  bool m_cardWanted = false;
  GraphSource m_source;
  GraphResult m_result;
  GraphRequest m_request;
  std::vector<EdgeVerdict> m_verdicts;
  std::set<InstructionId> m_toggled, m_allUsers;
  InstructionId m_around = 0;
  int m_radius = 0;
  bool m_everything = false, m_fitted = true, m_tying = false, m_heat = false;
  double m_zoomShown = 0;
  QString m_search;
  int m_found = -1;
  int64_t m_shownCompilation = 0;
  int m_verdictFilter = 0;  // fusion: all, refused, overridden
  InstructionId m_keepId = 0;
  QPointF m_keepPlace;
  std::map<int, std::pair<double, QPointF>> m_savedViews;
  QTimer m_waitTimer, m_tipTimer;
  int m_tipNode = -1;
  bool m_tipAfter = true;
};

/// "exponential.5, elementwise, f32[2048,2048], moved into fusion.1, selected".
QString accessibleNodeName(const GraphModel& model, int node, const NodeState& state);

}  // namespace onepot
