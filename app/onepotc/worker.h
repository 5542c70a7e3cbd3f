// The worker behind `onepotc serve`: runs the window's requests one after the other and streams what happens.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/onepotc/devices.h"
#include "app/onepotc/json_rpc.h"
#include "app/onepotc/output_tap.h"
#include "engine/capture/capture_recorder.h"
#include "engine/python/python_session.h"

namespace onepot {

/// Requests (params → result):
///   run {name, text, folder?, args?, mode: full|retrace, measure?, options?} → {outcome, exit_code}
///   openFile {name, text, options?} → {outcome}       HLO or StableHLO text: compiled, not run
///   measure {compilation, seconds?} → {}              eager beside jit, on the inputs of the last call
///   cancel {} → {}   input {text} → {}   devices {} → {devices}   shutdown {} → {}
/// `options`: {disabledPasses, disabledRules, fusionPolicy: none|elementwise|default|everything,
/// fusionOverrides: [[producer, consumer, fuse]]}. While a request runs, notifications `event` carry capture events.
/// cancel and input are answered at once, from the reading thread; the others wait their turn.
class Worker {
 public:
  Worker(int readDescriptor, int writeDescriptor);
  ~Worker();
  /// Serves until shutdown or the end of input; returns the exit code.
  int serve();

 private:
  void readRequests();
  std::optional<nlohmann::json> nextRequest();
  void answer(const nlohmann::json& request);
  nlohmann::json handle(const std::string& method, const nlohmann::json& params);
  nlohmann::json runProgram(const nlohmann::json& params);
  nlohmann::json openFile(const nlohmann::json& params);
  nlohmann::json measure(const nlohmann::json& params);
  void measureAll();
  void announce(const std::string& name, const std::string& text);
  std::string readLine(std::string_view prompt);
  bool requestWaits();

  JsonRpc m_rpc;
  CaptureRecorder m_recorder;
  DeviceSet m_devices;
  std::unique_ptr<PythonSession> m_session;
  std::unique_ptr<OutputTap> m_tap;

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<nlohmann::json> m_requests;
  std::deque<std::string> m_input;
  bool m_ended = false;
  bool m_running = false;
  std::thread m_reader;
};

}  // namespace onepot
