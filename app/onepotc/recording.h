// What happened, kept as asked: as a capture file, as JSON, as tables, as a dump folder.
#pragma once

#include <memory>
#include <string>

#include "app/onepotc/common_options.h"
#include "engine/base/event_sink.h"
#include "engine/capture/capture.h"

namespace onepot {

class Recording {
 public:
  Recording(const CommonOptions& options, std::string programName, std::string programText);
  ~Recording();
  Recording(const Recording&) = delete;

  EventSink& sink();
  /// Writes everything that was asked for; false (and a message on stderr) when something could not be written.
  bool finish(const std::string& outcome, int exitCode);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace onepot
