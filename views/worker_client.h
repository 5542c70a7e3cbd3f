// The worker process: started, spoken to, watched, and started again when it dies or hangs.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QThread>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>

#include "engine/capture/capture.h"

namespace onepot {

class CaptureStore;

class WorkerClient : public QObject {
  Q_OBJECT
 public:
  struct Answer {
    QByteArray result;  // JSON
    QString error;      // empty: it went well
    Diagnostics diagnostics;
    bool lost = false;  // the worker died or was ended before it answered
  };
  using Callback = std::function<void(const Answer&)>;

  /// `command` as a shell would split it: "onepotc serve", "ssh host onepotc serve".
  explicit WorkerClient(QStringList command, QObject* parent = nullptr);
  ~WorkerClient() override;

  void start();
  bool running() const { return m_process && m_process->state() == QProcess::Running; }
  qint64 processId() const { return m_process ? m_process->processId() : 0; }
  /// A request with a deadline in ms: when it passes, the worker is ended and started again.
  void request(const QString& method, const QJsonObject& params, int deadlineMs, Callback callback);
  bool busy() const { return !m_pending.empty(); }
  /// Asks it to stop what it does; a worker that does not answer is ended.
  void cancel();
  void restart();

 signals:
  void captured(std::shared_ptr<const onepot::Capture> capture, bool fresh);
  /// It ended by itself or was killed from outside; a new one has been started.
  void died(const QString& why);
  void ready();
  /// It cannot be started at all.
  void failedToStart(const QString& why);
  void lineWanted(const QByteArray& line);

 private:
  struct Pending {
    Callback callback;
    QTimer* deadline;
  };
  void read();
  void finished(const QString& why);
  void dropPending();
  void answered(int id, const QByteArray& result, const QString& error, const Diagnostics& diagnostics);
  void end();

  QStringList m_command;
  QProcess* m_process = nullptr;
  QThread m_thread;
  CaptureStore* m_store;
  QByteArray m_buffer, m_errors;
  bool m_greeted = false, m_ending = false;
  int m_nextId = 1, m_quickDeaths = 0;
  qint64 m_startedAt = 0;
  std::map<int, Pending> m_pending;
  QTimer m_cancelDeadline;
};

}  // namespace onepot
