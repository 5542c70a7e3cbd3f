#include "views/pipeline_model.h"

#include "views/number_format.h"

namespace onepot {

namespace {
constexpr quintptr kTop = 0;
constexpr int kGroupAtLeast = 2;
}  // namespace

void PipelineModel::reload(const QString& filter, bool changedOnly) {
  beginResetModel();
  m_rows.clear();
  const int count = m_session.stageCount();
  for (int i = 0; i < count; ++i) {
    const Stage& stage = *m_session.stageAt(i);
    if (!filter.isEmpty() && !QString::fromStdString(stage.name).contains(filter, Qt::CaseInsensitive)) continue;
    if (changedOnly && !stage.changed() && stage.state != StageState::End) continue;
    int last = i;
    while (filter.isEmpty() && stage.state == StageState::NotApplicable && last + 1 < count &&
           m_session.stageAt(last + 1)->state == StageState::NotApplicable) {
      ++last;
    }
    if (last - i + 1 >= kGroupAtLeast) {
      m_rows.push_back({i, last});
      i = last;
    } else {
      m_rows.push_back({i, i});
    }
  }
  endResetModel();
}

PipelineRow PipelineModel::kind(const QModelIndex& index) const {
  if (index.internalId() == kTop) {
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    return row.first == row.last ? PipelineRow::Pass : PipelineRow::Group;
  }
  const Row& parent = m_rows[index.internalId() - 1];
  return parent.first == parent.last ? PipelineRow::Rewrite : PipelineRow::Pass;
}

int PipelineModel::stageIndex(const QModelIndex& index) const {
  if (!index.isValid()) return -1;
  if (index.internalId() == kTop) return m_rows[static_cast<size_t>(index.row())].first;
  const Row& parent = m_rows[index.internalId() - 1];
  return parent.first == parent.last ? parent.first : parent.first + index.row();
}

int PipelineModel::lastStageIndex(const QModelIndex& index) const {
  return index.internalId() == kTop ? m_rows[static_cast<size_t>(index.row())].last : stageIndex(index);
}

int PipelineModel::rewriteIndex(const QModelIndex& index) const {
  return kind(index) == PipelineRow::Rewrite ? index.row() : -1;
}

QModelIndex PipelineModel::indexOfStage(int stage) const {
  for (size_t i = 0; i < m_rows.size(); ++i) {
    const Row& row = m_rows[i];
    if (stage < row.first || stage > row.last) continue;
    const QModelIndex top = index(static_cast<int>(i), 0);
    return row.first == row.last ? top : index(stage - row.first, 0, top);
  }
  return {};
}

QModelIndex PipelineModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || row >= rowCount(parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kTop);
}

QModelIndex PipelineModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kTop) return {};
  return createIndex(static_cast<int>(index.internalId() - 1), 0, kTop);
}

int PipelineModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_rows.size());
  if (parent.internalId() != kTop) return 0;
  const Row& row = m_rows[static_cast<size_t>(parent.row())];
  if (row.first != row.last) return row.last - row.first + 1;
  const Stage* stage = m_session.stageAt(row.first);
  return stage ? static_cast<int>(stage->rewrites.size()) : 0;
}

QVariant PipelineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole && role != Qt::ToolTipRole))
    return {};
  const Stage* stage = m_session.stageAt(stageIndex(index));
  if (!stage) return {};
  switch (kind(index)) {
    case PipelineRow::Rewrite: {
      const Rewrite& rewrite = stage->rewrites[static_cast<size_t>(index.row())];
      return tr("%1, rule %2").arg(QString::fromStdString(rewrite.text), QString::fromStdString(rewrite.rule));
    }
    case PipelineRow::Group:
      return tr("passes %1 to %2, not applicable").arg(stageIndex(index)).arg(lastStageIndex(index));
    case PipelineRow::Pass: break;
  }
  return tr("pass %1, %2, %3 operations, %4")
      .arg(stageIndex(index))
      .arg(QString::fromStdString(stage->name))
      .arg(stage->statistics.instructions)
      .arg(formatMilliseconds(stage->milliseconds));
}

}  // namespace onepot
