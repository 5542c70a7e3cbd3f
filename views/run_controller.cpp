#include "views/run_controller.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

namespace onepot {

namespace {
constexpr int kTypingPauseMs = 300;
constexpr qint64 kQuickProgramMs = 2000;  // run again as a whole while typing
constexpr int kTypedDeadlineMs = 30000, kAskedDeadlineMs = 600000, kQuickDeadlineMs = 20000;

const char* policyName(FusionPolicy policy) {
  switch (policy) {
    case FusionPolicy::None: return "none";
    case FusionPolicy::ElementwiseOnly: return "elementwise";
    case FusionPolicy::Everything: return "everything";
    case FusionPolicy::Default: break;
  }
  return "default";
}

QJsonArray namesJson(const std::set<std::string>& names) {
  QJsonArray list;
  for (const std::string& name : names) list << QString::fromStdString(name);
  return list;
}
}  // namespace

RunController::RunController(Session& session, WorkerClient& worker, QObject* parent)
    : QObject(parent), m_session(session), m_worker(worker) {
  m_pause.setSingleShot(true);
  m_pause.setInterval(kTypingPauseMs);
  connect(&m_pause, &QTimer::timeout, this, [this] { run(false); });
  connect(&session, &Session::textEdited, this, &RunController::edited);
  connect(&session, &Session::optionsEdited, this, [this] {
    if (m_session.compilation()) run(false);
  });
  connect(&session, &Session::runWanted, this, [this] { run(true); });
  connect(&session, &Session::measureWanted, this, [this] {
    if (!m_session.compilation()) return;
    const MeasureSettings& settings = m_session.measureSettings();
    m_worker.request("measure",
                     {{"compilation", static_cast<qint64>(m_session.compilation()->id)},
                      {"seconds", settings.seconds},
                      {"rounds", settings.rounds},
                      {"warm_ups", settings.warmUps}},
                     kAskedDeadlineMs, {});
  });
  connect(&session, &Session::cancelWanted, this, [this] {
    m_cancelled = true;
    m_again = false;
    m_worker.cancel();
  });
  connect(&session, &Session::inputWanted, this,
          [this](const QString& line) { m_worker.request("input", {{"text", line + "\n"}}, kQuickDeadlineMs, {}); });
  connect(&worker, &WorkerClient::captured, this, &RunController::captured);
  connect(&worker, &WorkerClient::died, this, &RunController::workerGone);
  connect(&worker, &WorkerClient::ready, this, &RunController::askDevices);
  connect(&worker, &WorkerClient::failedToStart, this, [this](const QString& why) {
    m_running = m_again = false;
    m_session.setWorkState(WorkState::Stopped, tr("The worker does not start: %1").arg(why));
  });
}

void RunController::edited() {
  if (m_runsByItself && m_session.sourceKind() != SourceKind::Capture) m_pause.start();
}

void RunController::run(bool whole) {
  m_pause.stop();
  if (m_session.text().trimmed().isEmpty()) return;
  if (m_session.sourceKind() == SourceKind::Capture) return;
  if (!m_running) return start(whole);
  m_again = true;
  m_againWhole |= whole;
  // Measuring stops by itself when a request waits; a program that still runs has to be told.
  if (!m_done) m_worker.cancel();
}

QJsonObject RunController::optionsJson() const {
  const SessionOptions& options = m_session.options();
  QJsonArray overrides;
  for (const auto& [edge, fuse] : options.fusionOverrides) {
    overrides << QJsonArray{QString::fromStdString(edge.first), QString::fromStdString(edge.second), fuse};
  }
  return {{"disabledPasses", namesJson(options.disabledPasses)},
          {"disabledRules", namesJson(options.disabledRules)},
          {"fusionPolicy", policyName(options.fusionPolicy)},
          {"fusionOverrides", overrides}};
}

void RunController::start(bool whole) {
  m_running = true;
  m_done = m_again = m_againWhole = m_cancelled = false;
  m_startedAt = QDateTime::currentMSecsSinceEpoch();
  emit started();
  const QString name = m_session.fileName().isEmpty() ? "program.py" : m_session.fileName().section('/', -1);
  QJsonObject params{
      {"name", name}, {"text", m_session.text()}, {"options", optionsJson()}, {"device", m_session.options().device}};
  const bool python = m_session.sourceKind() == SourceKind::Python;
  const bool quick = m_lastWholeMs > 0 && m_lastWholeMs < kQuickProgramMs;
  if (python) params["mode"] = whole || quick || m_session.capture().compilations.empty() ? "full" : "retrace";
  if (python) params["args"] = QJsonArray();
  if (python && m_session.fileName().contains('/')) params["folder"] = m_session.fileName().section('/', 0, -2);
  m_session.setWorkState(WorkState::Busy, python ? tr("Running %1").arg(name) : tr("Compiling %1").arg(name));
  m_worker.request(python ? "run" : "openFile", params, whole ? kAskedDeadlineMs : kTypedDeadlineMs,
                   [this, whole](const WorkerClient::Answer& answer) { finished(answer, whole); });
}

void RunController::finished(const WorkerClient::Answer& answer, bool whole) {
  m_running = false;
  if (whole && !answer.lost && answer.error.isEmpty() && m_lastWholeMs == 0) {
    m_lastWholeMs = QDateTime::currentMSecsSinceEpoch() - m_startedAt;
  }
  if (m_again) return start(m_againWhole);
  if (answer.lost) {
    if (m_cancelled)
      m_session.setWorkState(WorkState::Stopped, tr("Cancelled; the worker was restarted, your text is unchanged"));
    return;
  }
  if (!answer.error.isEmpty()) {
    if (answer.diagnostics.empty()) showProblem(tr("Onepot failed: %1. Your program is safe.").arg(answer.error));
    m_session.setWorkState(WorkState::Failed, tr("Stopped by an error"));
    return;
  }
  const auto outcome = QJsonDocument::fromJson(answer.result).object().value("outcome").toString();
  const auto errors = std::ranges::count(m_session.capture().diagnostics, Severity::Error, &Diagnostic::severity);
  if (outcome == "cancelled" || m_cancelled)
    m_session.setWorkState(WorkState::Stopped, tr("Cancelled"));
  else if (errors > 0)
    m_session.setWorkState(WorkState::Failed,
                           tr("Stopped by %n error(s) in your program", nullptr, static_cast<int>(errors)));
  else if (outcome == "limit")
    m_session.setWorkState(WorkState::Failed, tr("Stopped at a limit of memory or time"));
  else if (outcome == "failed")
    m_session.setWorkState(WorkState::Failed, tr("The program ended with an error"));
  else
    m_session.setWorkState(WorkState::UpToDate, tr("Up to date"));
}

void RunController::captured(const std::shared_ptr<const Capture>& capture, bool fresh) {
  // What a worker says when it starts must not take the place of a capture that is replayed.
  if (m_session.sourceKind() == SourceKind::Capture) return;
  m_session.setCapture(capture, fresh);
  if (!capture->devices.empty()) emit devicesKnown(capture->devices);
  const bool over = capture->outcome != Outcome::Unknown && capture->outcome != Outcome::Running;
  if (!over || m_done || !m_running) return;
  m_done = true;
  if (m_lastWholeMs == 0) m_lastWholeMs = QDateTime::currentMSecsSinceEpoch() - m_startedAt;
  if (capture->outcome == Outcome::Done) m_session.setWorkState(WorkState::Busy, tr("Measuring"));
}

void RunController::workerGone(const QString& why) {
  m_session.setWorkState(WorkState::Stopped,
                         tr("The worker stopped (%1). Restarted; your text is unchanged.").arg(why));
  showProblem(tr("The worker stopped (%1). Restarted; your text is unchanged.").arg(why));
}

void RunController::showProblem(const QString& words) {
  auto capture = std::make_shared<Capture>(m_session.capture());
  capture->diagnostics.push_back(Diagnostic::error(Message::verbatim(words.toStdString())));
  m_session.setCapture(std::move(capture));
}

void RunController::askDevices() {
  if (m_session.workState() == WorkState::Idle) m_session.setWorkState(WorkState::Idle, tr("Worker ready"));
  // A run names the devices itself, and a waiting request would end its measuring.
  if (m_running) return;
  m_worker.request("devices", {}, kQuickDeadlineMs, [this](const WorkerClient::Answer& answer) {
    std::vector<std::pair<std::string, std::string>> devices;
    const QJsonArray rows = QJsonDocument::fromJson(answer.result).object().value("devices").toArray();
    for (const auto& row : rows) {
      devices.emplace_back(row.toObject().value("name").toString().toStdString(),
                           row.toObject().value("reason").toString().toStdString());
    }
    emit devicesKnown(devices);
  });
}

}  // namespace onepot
