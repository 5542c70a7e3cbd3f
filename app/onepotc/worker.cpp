#include "app/onepotc/worker.h"

#include <filesystem>

#include "app/onepotc/compile_text.h"
#include "app/onepotc/request_options.h"
#include "app/onepotc/resources.h"
#include "app/onepotc/watchdog.h"
#include "engine/backend/device_table.h"
#include "engine/base/result.h"
#include "engine/capture/event_fields.h"
#include "engine/ir/literal.h"

namespace onepot {

using nlohmann::json;

Worker::Worker(int readDescriptor, int writeDescriptor)
    : m_rpc(readDescriptor, writeDescriptor), m_recorder([this](const json& event) { m_rpc.notify("event", event); }) {
  auto devices = openDevices("cpu");
  if (!devices) throw InternalError("the worker found no device");
  m_devices = std::move(*devices);
  setAllocationLimit(defaultMemoryLimit());
  raiseOomScore();
  PythonOptions options;
  options.devices = m_devices.all();
  options.resources = resourceFolder() / "python";
  options.compile = compileOptions(json::object());
  options.captureOutput = true;  // what others print (a C library, a child process) comes through the tap
  options.readLine = [this](std::string_view prompt) { return readLine(prompt); };
  m_tap = std::make_unique<OutputTap>([this](int stream, std::string_view text) { m_recorder.output(stream, text); }, false);
  m_session = std::make_unique<PythonSession>(std::move(options));
}

Worker::~Worker() {
  if (m_reader.joinable()) m_reader.detach();  // it waits for input that no longer comes; the process is about to end
}

int Worker::serve() {
  m_rpc.sendMagic("onepot-worker 1");
  m_reader = std::thread([this] { readRequests(); });
  while (auto request = nextRequest()) {
    if ((*request)["method"] == "shutdown") {
      m_rpc.respond(JsonRpc::idOf(*request), json::object());
      break;
    }
    answer(*request);
  }
  return 0;
}

void Worker::readRequests() {
  while (auto request = m_rpc.receive()) {
    std::string method = (*request)["method"];
    json id = JsonRpc::idOf(*request), params = request->value("params", json::object());
    std::unique_lock lock(m_mutex);
    if (method == "cancel") {
      if (m_running) m_session->cancel();
      m_input.emplace_back();  // a program that waits for input goes on too
      m_rpc.respond(id, json::object());
    } else if (method == "input") {
      const json text = params.value("text", json(""));
      if (text.is_string()) {
        m_input.push_back(text);
        m_rpc.respond(id, json::object());
      } else {
        m_rpc.refuse(id, kInvalidParams, "text must be a string");
      }
    } else {
      m_requests.push_back(std::move(*request));
    }
    m_changed.notify_all();
  }
  std::lock_guard lock(m_mutex);
  m_ended = true;
  if (m_running) m_session->cancel();
  m_changed.notify_all();
}

std::optional<json> Worker::nextRequest() {
  std::unique_lock lock(m_mutex);
  m_running = false;
  m_changed.wait(lock, [this] { return m_ended || !m_requests.empty(); });
  if (m_requests.empty()) return std::nullopt;
  json request = std::move(m_requests.front());
  m_requests.pop_front();
  m_input.clear();
  m_running = true;
  return request;
}

bool Worker::requestWaits() {
  std::lock_guard lock(m_mutex);
  return m_ended || !m_requests.empty();
}

std::string Worker::readLine(std::string_view) {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return m_ended || !m_input.empty(); });
  if (m_input.empty()) return {};
  std::string line = std::move(m_input.front());
  m_input.pop_front();
  return line;
}

void Worker::answer(const json& request) {
  json id = JsonRpc::idOf(request);
  try {
    m_rpc.respond(id, handle(request["method"], request.value("params", json::object())));
  } catch (const std::out_of_range&) {
    m_rpc.refuse(id, kMethodNotFound, "there is no such method");
  } catch (const json::exception& error) {
    m_rpc.refuse(id, kInvalidParams, error.what());
  } catch (const std::exception& error) {
    m_tap->drain();
    m_recorder.done("internal", 3);
    m_rpc.refuse(id, kRequestFailed, error.what());
  }
}

json Worker::handle(const std::string& method, const json& params) {
  if (method == "run") return runProgram(params);
  if (method == "openFile") return openFile(params);
  if (method == "measure") return measure(params);
  if (method != "devices") throw std::out_of_range(method);
  json rows = json::array();
  for (const DeviceRow& row : deviceTable())
    rows.push_back({{"name", row.name}, {"available", row.available}, {"reason", row.reason}, {"doc", row.doc}});
  return {{"devices", std::move(rows)}};
}

void Worker::announce(const std::string& name, const std::string& text) {
  m_recorder.header(m_devices.chosen->name(), ONEPOT_PYTHON_VERSION);
  std::vector<std::pair<std::string, std::string>> devices;
  for (const DeviceRow& row : deviceTable()) devices.emplace_back(row.name, row.reason);
  m_recorder.devices(devices);
  m_recorder.program(name, text);
}

json Worker::runProgram(const json& params) {
  std::string name = params.value("name", "program.py"), text = params.at("text");
  std::filesystem::path folder = params.value("folder", ".");
  std::vector<std::string> arguments = params.value("args", std::vector<std::string>{});
  m_session->setCompileOptions(compileOptions(params.value("options", json::object())));
  announce(name, text);
  PythonOutcome outcome;
  if (params.value("mode", "full") != "retrace" || !m_session->retrace(text, name, folder, m_recorder))
    outcome = m_session->runText(text, name, folder, arguments, m_recorder);
  m_tap->drain();
  m_recorder.done(outcome.outcome, outcome.exitCode);
  if (params.value("measure", true) && outcome.outcome == "done") measureAll();
  return {{"outcome", outcome.outcome}, {"exit_code", outcome.exitCode}};
}

void Worker::measureAll() {
  for (const JittedCall& call : m_session->calls()) {
    if (requestWaits()) return;  // the next program is more urgent than this one's timings
    auto run = m_session->measure(*call.compilation, {}, m_recorder);
    if (run) continue;
    for (const Diagnostic& diagnostic : run.error()) m_recorder.diagnostic(diagnostic);
  }
}

json Worker::measure(const json& params) {
  MeasureOptions options;
  options.seconds = params.value("seconds", options.seconds);
  options.rounds = std::clamp(params.value("rounds", options.rounds), 0, 10'000);
  options.warmUps = std::clamp(params.value("warm_ups", options.warmUps), 0, 1'000);
  int64_t wanted = params.at("compilation");
  for (const JittedCall& call : m_session->calls()) {
    if (call.compilation->id != wanted) continue;
    auto run = m_session->measure(*call.compilation, options, m_recorder);
    if (!run) throw std::runtime_error(run.error().front().message.text());
    return json::object();
  }
  throw std::runtime_error("the worker does not know this compilation");
}

json Worker::openFile(const json& params) {
  std::string name = params.value("name", "module.hlo"), text = params.at("text");
  announce(name, text);
  bool good = compileText(text, name, *m_devices.chosen, compileOptions(params.value("options", json::object())), m_recorder);
  m_recorder.done(good ? "done" : "failed", good ? 0 : 1);
  return {{"outcome", good ? "done" : "failed"}};
}

}  // namespace onepot
