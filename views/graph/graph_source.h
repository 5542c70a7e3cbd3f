// From two modules to a placed graph: builds the model, asks for a layout, keeps the last ones for stepping back.
#pragma once

#include <QObject>
#include <deque>
#include <memory>

#include "views/graph/graph_model.h"
#include "views/graph/layout_runner.h"
#include "views/graph/placed_graph.h"

namespace onepot {

/// What is wanted: equal requests have equal pictures.
struct GraphRequest {
  std::shared_ptr<const Module> before, after;
  bool compact = false;  // compact nodes whatever their number
  int room = 0;          // px that nodes of full size may take from top to bottom; 0: any
  std::set<InstructionId> toggled, allUsers;
  bool everything = false;   // the person asked for all, however large
  InstructionId around = 0;  // a neighbourhood of this instruction
  int radius = 0;            // 0: no neighbourhood
  bool operator==(const GraphRequest&) const = default;
};

struct GraphResult {
  std::shared_ptr<const GraphModel> model;
  std::shared_ptr<const PlacedGraph> placed;
  QString note;       // why another layout engine, in words
  int wholeSize = 0;  // nodes of the whole graph where a part or closed clusters are shown; 0: all of it is
  double milliseconds = 0;
  QString engine;
};

/// More boxes than this open with every cluster closed, or as a neighbourhood.
inline constexpr int kTooManyNodes = 6000;

class GraphSource : public QObject {
  Q_OBJECT
 public:
  explicit GraphSource(QObject* parent = nullptr);

  /// ready() follows, at once where the picture is known.
  void request(const GraphRequest& request);
  void cancel() { m_runner.cancel(); }
  bool busy() const { return m_runner.busy(); }
  int nodeCount() const { return m_runner.nodeCount(); }
  double seconds() const { return m_runner.seconds(); }
  LayoutRunner& runner() { return m_runner; }
  void forget() { m_known.clear(); }

 signals:
  void ready(const GraphResult& result);

 private:
  GraphModel build(const GraphRequest& request, int* wholeSize) const;

  LayoutRunner m_runner;
  GraphRequest m_wanted;
  GraphResult m_pending;
  std::deque<std::pair<GraphRequest, GraphResult>> m_known;
};

}  // namespace onepot
