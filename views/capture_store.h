// The reading half of the worker's stream, in a thread of its own: lines in, captures and answers out.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTimer>
#include <memory>
#include <set>

#include "engine/capture/capture_reader.h"

namespace onepot {

class CaptureStore : public QObject {
  Q_OBJECT
 public:
  explicit CaptureStore(QObject* parent = nullptr);

 public slots:
  /// One line of the worker's stream.
  void take(const QByteArray& line);

 signals:
  /// A copy that nobody changes any more. Until the new run has compiled something, its compilations are the old run's.
  void captured(std::shared_ptr<const onepot::Capture> capture, bool fresh);
  /// The answer to a request; `error` empty when it went well; `result` is JSON.
  void answered(int id, const QByteArray& result, const QString& error, const onepot::Diagnostics& diagnostics);
  /// A line that cannot be understood.
  void garbled(const QString& what);

 private:
  /// A new run begins: what comes from now on belongs to it.
  void begin();
  void applyEvent(const nlohmann::json& event);
  void answer(const nlohmann::json& message);
  void publish();

  std::unique_ptr<Capture> m_capture;
  std::unique_ptr<CaptureReader> m_reader;
  std::vector<std::shared_ptr<const Compilation>> m_previous;
  std::string m_previousText;
  std::set<int64_t> m_changed;  // compilations to copy at the next publishing
  std::map<int64_t, std::shared_ptr<const Compilation>> m_copies;
  bool m_compiled = false, m_fresh = false, m_done = false;
  QTimer m_timer;
};

}  // namespace onepot
