// JSON-RPC 2.0, one message a line: reads requests from a descriptor, writes answers and events to another.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace onepot {

/// Error codes of the JSON-RPC 2.0 specification, and one of our own.
enum RpcError { kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602, kRequestFailed = -32000 };

class JsonRpc {
 public:
  static constexpr size_t kLongestLine = size_t{64} << 20;

  JsonRpc(int readDescriptor, int writeDescriptor) : m_read(readDescriptor), m_write(writeDescriptor) {}

  /// A line that says who speaks, for a login that chatters before.
  void sendMagic(const std::string& line) { writeLine(line); }
  /// The next request or notification, those of a batch one by one; nothing at the end of input. What is no request is
  /// answered with an error and skipped. `params`, where there are any, are an object.
  std::optional<nlohmann::json> receive();
  /// A request's id; discarded for a notification, which gets no answer.
  static nlohmann::json idOf(const nlohmann::json& request);
  void respond(const nlohmann::json& id, nlohmann::json result);
  void refuse(const nlohmann::json& id, int code, const std::string& message, nlohmann::json data = nullptr);
  void notify(const std::string& method, const nlohmann::json& params);

 private:
  std::optional<nlohmann::json> nextOfBatch();
  std::optional<std::string> readLine();
  void writeLine(const std::string& line);

  int m_read, m_write;
  std::string m_buffer;
  std::deque<nlohmann::json> m_batch;
  std::mutex m_writing;
};

}  // namespace onepot
