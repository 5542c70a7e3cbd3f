// The passes as rows of a tree: state, number, name, operations, time; their rewrites below; runs that did not apply
// folded.
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "views/session.h"

namespace onepot {

enum class PipelineRow : uint8_t { Pass, Group, Rewrite };

class PipelineModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  explicit PipelineModel(Session& session, QObject* parent = nullptr)
      : QAbstractItemModel(parent), m_session(session) {}

  /// Reads the session's compilation anew; `filter` keeps passes whose name holds it; `changedOnly` those that changed
  /// something.
  void reload(const QString& filter, bool changedOnly);
  PipelineRow kind(const QModelIndex& index) const;
  /// Of a pass: its index in Compilation::stages; of a rewrite: its pass's; of a group: its first.
  int stageIndex(const QModelIndex& index) const;
  /// Of a group: the last stage's index.
  int lastStageIndex(const QModelIndex& index) const;
  int rewriteIndex(const QModelIndex& index) const;
  QModelIndex indexOfStage(int stage) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex&) const override { return 1; }
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Row {
    int first = 0, last = 0;  // stages; a group where they differ
  };
  Session& m_session;
  std::vector<Row> m_rows;
};

}  // namespace onepot
