#include "views/capture_store.h"

#include "engine/capture/event_fields.h"

namespace onepot {

namespace {
constexpr int kPublishEveryMs = 30;
constexpr unsigned kCompilationParts = kCompilationsChanged | kStagesChanged | kResultsChanged | kRunsChanged;
}  // namespace

CaptureStore::CaptureStore(QObject* parent) : QObject(parent), m_timer(this) {
  m_timer.setSingleShot(true);
  m_timer.setInterval(kPublishEveryMs);
  connect(&m_timer, &QTimer::timeout, this, &CaptureStore::publish);
  m_capture = std::make_unique<Capture>();
  m_reader = std::make_unique<CaptureReader>(*m_capture);
}

void CaptureStore::begin() {
  if (m_compiled) {
    m_previous.clear();
    for (const auto& compilation : m_capture->compilations) {
      if (const auto copy = m_copies.find(compilation->id); copy != m_copies.end()) m_previous.push_back(copy->second);
    }
    m_previousText = m_capture->programText;
  }
  m_timer.stop();
  m_reader.reset();
  m_capture = std::make_unique<Capture>();
  m_reader = std::make_unique<CaptureReader>(*m_capture);
  m_changed.clear();
  m_copies.clear();
  m_compiled = m_done = false;
  m_fresh = true;
}

void CaptureStore::take(const QByteArray& line) {
  const auto message = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
  if (!message.is_object()) {
    emit garbled(QString::fromUtf8(line.left(200)));
    return;
  }
  if (message.contains("method")) {
    if (message["method"] == "event" && message.contains("params")) applyEvent(message["params"]);
    return;
  }
  if (message.contains("id")) {
    publish();
    answer(message);
  }
}

void CaptureStore::applyEvent(const nlohmann::json& event) {
  // Every run of a program announces itself first.
  if (event.value("event", "") == "header") begin();
  const auto changes = m_reader->apply(event);
  if (!changes) {
    emit garbled(QString::fromStdString(changes.error().front().message.text()));
    return;
  }
  if (*changes & kResultsChanged) m_compiled = true;
  if (*changes & kOutcomeChanged) m_done = true;
  if (*changes & kCompilationParts && !m_capture->compilations.empty()) {
    const auto id = event.find("compilation");
    if (id != event.end() && id->is_number_integer())
      m_changed.insert(id->get<int64_t>());
    else
      for (const auto& compilation : m_capture->compilations) m_changed.insert(compilation->id);
  }
  if (!m_timer.isActive()) m_timer.start();
}

void CaptureStore::answer(const nlohmann::json& message) {
  const int id = message["id"].is_number_integer() ? message["id"].get<int>() : -1;
  const auto error = message.find("error");
  if (error == message.end() || !error->is_object()) {
    const auto result = message.find("result");
    emit answered(id, result == message.end() ? QByteArray("null") : QByteArray::fromStdString(result->dump()), {}, {});
    return;
  }
  Diagnostics diagnostics;
  if (const auto data = error->find("data"); data != error->end()) {
    if (data->is_array())
      fromJson(*data, diagnostics);
    else if (data->is_object())
      fromJson(*data, diagnostics.emplace_back());
  }
  std::string words = "error";
  if (const auto text = error->find("message"); text != error->end()) fromJson(*text, words);
  emit answered(id, {}, QString::fromStdString(words), diagnostics);
}

void CaptureStore::publish() {
  m_timer.stop();
  // The reader changes compilations in place: each one that changed is copied for the other thread.
  auto snapshot = std::make_shared<Capture>(*m_capture);
  for (auto& compilation : snapshot->compilations) {
    auto& copy = m_copies[compilation->id];
    if (!copy || m_changed.contains(compilation->id)) copy = std::make_shared<Compilation>(*compilation);
    compilation = copy;
  }
  m_changed.clear();
  if (!m_compiled && !m_done) {
    snapshot->compilations = m_previous;
    snapshot->programText = m_previousText;
  }
  emit captured(std::move(snapshot), std::exchange(m_fresh, false));
}

}  // namespace onepot
