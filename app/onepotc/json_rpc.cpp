#include "app/onepotc/json_rpc.h"

#include <unistd.h>

#include <cerrno>

namespace onepot {

using nlohmann::json;

namespace {
std::string dump(const json& message) { return message.dump(-1, ' ', false, json::error_handler_t::replace); }
}  // namespace

std::optional<std::string> JsonRpc::readLine() {
  bool tooLong = false;
  size_t searched = 0;
  while (true) {
    size_t end = m_buffer.find('\n', searched);
    if (end != std::string::npos) {
      std::string line = m_buffer.substr(0, end);
      m_buffer.erase(0, end + 1);
      if (!tooLong) return line;
      tooLong = false;
      searched = 0;
      refuse(nullptr, kParseError, "the line is too long");
      continue;
    }
    searched = m_buffer.size();
    if (m_buffer.size() > kLongestLine) {
      tooLong = true;
      m_buffer.clear();
      searched = 0;
    }
    char chunk[65536];
    ssize_t count = ::read(m_read, chunk, sizeof chunk);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    m_buffer.append(chunk, static_cast<size_t>(count));
  }
}

std::optional<json> JsonRpc::receive() {
  if (auto request = nextOfBatch()) return request;
  while (auto line = readLine()) {
    if (line->find_first_not_of(" \t\r") == std::string::npos) continue;
    json message = json::parse(*line, nullptr, false);
    if (message.is_discarded()) {
      refuse(nullptr, kParseError, "the line is not JSON");
    } else if (message.is_array() && !message.empty()) {
      for (json& one : message) m_batch.push_back(std::move(one));
    } else {
      m_batch.push_back(std::move(message));
    }
    if (auto request = nextOfBatch()) return request;
  }
  return std::nullopt;
}

std::optional<json> JsonRpc::nextOfBatch() {
  while (!m_batch.empty()) {
    json message = std::move(m_batch.front());
    m_batch.pop_front();
    json id = message.is_object() ? idOf(message) : json();
    const bool named = id.is_null() || id.is_string() || id.is_number() || id.is_discarded();
    if (!named) {
      refuse(nullptr, kInvalidRequest, "an id is a string, a number or null");
    } else if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) {
      refuse(id.is_discarded() ? json() : id, kInvalidRequest, "a request needs a method");
    } else if (message.contains("params") && !message["params"].is_object()) {
      refuse(id, kInvalidParams, "params must be an object");
    } else {
      return message;
    }
  }
  return std::nullopt;
}

json JsonRpc::idOf(const json& request) {
  return request.contains("id") ? request["id"] : json(json::value_t::discarded);
}

void JsonRpc::respond(const json& id, json result) {
  if (id.is_discarded()) return;
  writeLine(dump({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}));
}

void JsonRpc::refuse(const json& id, int code, const std::string& message, json data) {
  if (id.is_discarded()) return;
  json error = {{"code", code}, {"message", message}};
  if (!data.is_null()) error["data"] = std::move(data);
  writeLine(dump({{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}}));
}

void JsonRpc::notify(const std::string& method, const json& params) {
  writeLine(dump({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}));
}

void JsonRpc::writeLine(const std::string& line) {
  std::lock_guard lock(m_writing);
  std::string whole = line + "\n";
  const char* from = whole.data();
  size_t left = whole.size();
  while (left > 0) {
    ssize_t count = ::write(m_write, from, left);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;  // the window is gone; the end of input will tell
    from += count;
    left -= static_cast<size_t>(count);
  }
}

}  // namespace onepot
