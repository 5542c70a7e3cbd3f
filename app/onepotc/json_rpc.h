// JSON-RPC 2.0, one message a line: reads requests from a descriptor, writes answers and events to another.
#pragma once

#include <cstdint>
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
  /// The next request or notification; nothing at the end of input. Malformed lines are answered with an error and skipped.
  std::optional<nlohmann::json> receive();
  void respond(const nlohmann::json& id, nlohmann::json result);
  void refuse(const nlohmann::json& id, int code, const std::string& message, nlohmann::json data = nullptr);
  void notify(const std::string& method, const nlohmann::json& params);

 private:
  std::optional<std::string> readLine();
  void writeLine(const std::string& line);

  int m_read, m_write;
  std::string m_buffer;
  std::mutex m_writing;
};

}  // namespace onepot
