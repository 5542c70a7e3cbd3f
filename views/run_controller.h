// Decides when the worker runs what: after a pause in typing, on Ctrl+Enter, after a changed option; and tells the
// session.
#pragma once

#include <QObject>
#include <QTimer>

#include "views/session.h"
#include "views/worker_client.h"

namespace onepot {

class RunController : public QObject {
  Q_OBJECT
 public:
  RunController(Session& session, WorkerClient& worker, QObject* parent = nullptr);

  /// Files that were opened or dropped, and captures, run only when asked to.
  void setRunsByItself(bool runs) { m_runsByItself = runs; }
  void run(bool whole);
  /// Nothing is running and nothing is about to.
  bool settled() const { return !m_running && !m_again && !m_pause.isActive(); }

 signals:
  void started();
  void devicesKnown(const std::vector<std::pair<std::string, std::string>>& devices);

 private:
  void edited();
  void start(bool whole);
  void finished(const WorkerClient::Answer& answer, bool whole);
  void captured(const std::shared_ptr<const Capture>& capture, bool fresh);
  void workerGone(const QString& why);
  void askDevices();
  void showProblem(const QString& words);
  QJsonObject optionsJson() const;

  Session& m_session;
  WorkerClient& m_worker;
  QTimer m_pause;  // of typing
  bool m_runsByItself = true;
  bool m_running = false, m_again = false, m_againWhole = false, m_done = false, m_cancelled = false;
  qint64 m_startedAt = 0, m_lastWholeMs = 0;
};

}  // namespace onepot
