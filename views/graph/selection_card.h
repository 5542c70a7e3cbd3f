// The selected thing in a small card over the canvas, for windows too narrow for the inspector; its thread as one line.
#pragma once

#include <QFrame>
#include <vector>

#include "views/provenance_thread.h"
#include "views/session.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace onepot {

class Chip;

class SelectionCard : public QFrame {
  Q_OBJECT
 public:
  explicit SelectionCard(Session& session, QWidget* parent);

  /// Reads the session; false where nothing is selected that it could tell of.
  bool refresh();
  /// At the upper right of its parent, below `top`.
  void place(int top);

 private:
  Session& m_session;
  QLabel *m_name, *m_shape, *m_size;
  Chip* m_fate;
  QToolButton* m_pin;
};

/// "jnp.exp(-x) › d = exp c › exponential.5 › fusion.1 › 2.17 ms": each part a link.
class ThreadLine : public QWidget {
  Q_OBJECT
 public:
  explicit ThreadLine(Session& session, QWidget* parent);

  bool refresh();

 signals:
  void followed(const Ref& ref);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Session& m_session;
  QLabel* m_words;
  std::vector<ThreadRow> m_rows;
};

}  // namespace onepot
