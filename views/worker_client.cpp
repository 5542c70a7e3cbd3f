#include "views/worker_client.h"

#include <QDateTime>
#include <QJsonDocument>

#include "views/capture_store.h"

namespace onepot {

namespace {
constexpr char kMagic[] = "onepot-worker 1";
constexpr qsizetype kLongestLine = qsizetype{512} << 20;
constexpr qsizetype kKeptErrors = 4000;
constexpr int kCancelGraceMs = 1500;
constexpr int kQuickDeathMs = 2000, kMostQuickDeaths = 3;
}  // namespace

WorkerClient::WorkerClient(QStringList command, QObject* parent) : QObject(parent), m_command(std::move(command)) {
  qRegisterMetaType<std::shared_ptr<const Capture>>();
  qRegisterMetaType<Diagnostics>();
  m_store = new CaptureStore;
  m_store->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_store, &QObject::deleteLater);
  connect(this, &WorkerClient::lineWanted, m_store, &CaptureStore::take, Qt::QueuedConnection);
  connect(m_store, &CaptureStore::captured, this, &WorkerClient::captured, Qt::QueuedConnection);
  connect(m_store, &CaptureStore::answered, this, &WorkerClient::answered, Qt::QueuedConnection);
  m_cancelDeadline.setSingleShot(true);
  connect(&m_cancelDeadline, &QTimer::timeout, this, [this] {
    if (busy()) restart();
  });
  m_thread.start();
}

WorkerClient::~WorkerClient() {
  end();
  m_thread.quit();
  m_thread.wait();
}

void WorkerClient::start() {
  m_buffer.clear();
  m_errors.clear();
  m_greeted = false;
  m_startedAt = QDateTime::currentMSecsSinceEpoch();
  m_process = new QProcess(this);
  QProcess* process = m_process;
  connect(process, &QProcess::readyReadStandardOutput, this, [this, process] {
    if (process == m_process) read();
  });
  connect(process, &QProcess::readyReadStandardError, this,
          [this, process] { m_errors = (m_errors + process->readAllStandardError()).right(kKeptErrors); });
  connect(process, &QProcess::errorOccurred, this, [this, process](QProcess::ProcessError error) {
    if (process != m_process || error != QProcess::FailedToStart) return;
    dropPending();
    emit failedToStart(process->errorString());
  });
  connect(process, &QProcess::finished, this, [this, process](int code, QProcess::ExitStatus status) {
    process->deleteLater();
    if (process != m_process) return;
    m_process = nullptr;
    const QString said = QString::fromLocal8Bit(m_errors).trimmed().section('\n', -1);
    const QString how =
        status == QProcess::CrashExit ? tr("it was killed or crashed") : tr("it ended with code %1").arg(code);
    finished(said.isEmpty() ? how : how + ": " + said);
  });
  process->start(m_command.value(0), m_command.mid(1));
}

void WorkerClient::finished(const QString& why) {
  dropPending();
  if (m_ending) return;
  const bool quick = QDateTime::currentMSecsSinceEpoch() - m_startedAt < kQuickDeathMs;
  m_quickDeaths = quick ? m_quickDeaths + 1 : 0;
  if (m_quickDeaths >= kMostQuickDeaths) {
    emit failedToStart(why);
    return;
  }
  start();
  emit died(why);
}

void WorkerClient::dropPending() {
  m_cancelDeadline.stop();
  auto pending = std::move(m_pending);
  m_pending.clear();
  for (auto& [id, request] : pending) {
    delete request.deadline;
    Answer answer;
    answer.lost = true;
    if (request.callback) request.callback(answer);
  }
}

void WorkerClient::end() {
  m_ending = true;
  if (!m_process) return;
  QProcess* process = m_process;
  m_process = nullptr;
  process->disconnect(this);
  process->kill();
  process->waitForFinished(1000);
  process->deleteLater();
}

void WorkerClient::restart() {
  end();
  m_ending = false;
  m_quickDeaths = 0;
  dropPending();
  start();
}

void WorkerClient::request(const QString& method, const QJsonObject& params, int deadlineMs, Callback callback) {
  if (!m_process) {
    Answer answer;
    answer.lost = true;
    if (callback) callback(answer);
    return;
  }
  const int id = m_nextId++;
  auto* deadline = new QTimer(this);
  deadline->setSingleShot(true);
  connect(deadline, &QTimer::timeout, this, [this] { cancel(); });
  deadline->start(deadlineMs);
  m_pending[id] = {std::move(callback), deadline};
  const QJsonObject message{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
  m_process->write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
}

void WorkerClient::cancel() {
  if (!m_process || !busy()) return;
  const QJsonObject message{{"jsonrpc", "2.0"}, {"id", m_nextId++}, {"method", "cancel"}, {"params", QJsonObject()}};
  m_process->write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
  if (!m_cancelDeadline.isActive()) m_cancelDeadline.start(kCancelGraceMs);
}

void WorkerClient::read() {
  m_buffer += m_process->readAllStandardOutput();
  qsizetype from = 0;
  for (qsizetype end; (end = m_buffer.indexOf('\n', from)) >= 0; from = end + 1) {
    const QByteArray line = m_buffer.mid(from, end - from);
    if (m_greeted) {
      emit lineWanted(line);
    } else if (line.trimmed() == kMagic) {
      m_greeted = true;
      emit ready();
    }
  }
  m_buffer.remove(0, from);
  if (m_buffer.size() > kLongestLine) restart();
}

void WorkerClient::answered(int id, const QByteArray& result, const QString& error, const Diagnostics& diagnostics) {
  const auto found = m_pending.find(id);
  if (found == m_pending.end()) return;
  Pending pending = std::move(found->second);
  m_pending.erase(found);
  delete pending.deadline;
  if (m_pending.empty()) m_cancelDeadline.stop();
  if (pending.callback) pending.callback({result, error, diagnostics, false});
}

}  // namespace onepot
