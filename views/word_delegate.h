// The three words of a decision's row, drawn as joined buttons: Auto, Fuse, Apart. A widget a row would be too dear.
#pragma once

#include <QStyledItemDelegate>

#include "views/session.h"

namespace onepot {

class WordDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  /// The item's `role` holds 0 auto, 1 fuse, 2 keep apart.
  WordDelegate(Session& session, int role, QObject* parent)
      : QStyledItemDelegate(parent), m_session(session), m_role(role) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
  static QStringList words();

 signals:
  void chosen(const QModelIndex& index, int word);

 private:
  std::vector<QRect> segments(const QRect& cell) const;

  Session& m_session;
  int m_role;
};

}  // namespace onepot
