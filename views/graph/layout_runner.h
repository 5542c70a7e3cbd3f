// Places graphs without blocking the window: `dot` in a process of its own, or the layered engine in a thread.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTimer>

#include "views/graph/layout.h"

namespace onepot {

class LayoutRunner : public QObject {
  Q_OBJECT
 public:
  explicit LayoutRunner(QObject* parent = nullptr);
  ~LayoutRunner() override;

  /// Places `input`; what was still under way is given up (its process is killed, its result dropped).
  void request(LayoutInput input);
  void cancel();
  bool busy() const { return m_busy; }
  int nodeCount() const { return static_cast<int>(m_input.nodes.size()); }
  double seconds() const { return static_cast<double>(m_clock.elapsed()) * 1e-3; }

  /// Another program in place of `dot`, and another deadline: for tests and settings.
  void setProgram(const QString& program) { m_program = program; }
  void setDeadline(int milliseconds) { m_deadline = milliseconds; }
  /// The running process, 0 without one.
  qint64 processId() const { return m_process ? m_process->processId() : 0; }

 signals:
  /// `note` says in words why another engine did it than the usual one; empty otherwise.
  void done(const GraphLayout& layout, const QString& note);

 private:
  void startDot();
  void startLayered(const QString& note);
  void dotFinished(QProcess* process, bool crashed);
  void giveUpProcess();
  void finish(const GraphLayout& layout, const QString& note);

  LayoutInput m_input;
  QProcess* m_process = nullptr;
  QTimer m_timer;
  QElapsedTimer m_clock;
  QString m_program = QStringLiteral("dot");
  int m_deadline = 3000;
  quint64 m_generation = 0;
  bool m_busy = false;
};

}  // namespace onepot
