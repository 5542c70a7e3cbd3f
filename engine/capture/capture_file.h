// A capture on disk (.onepot): the event stream as zstd-compressed JSON lines.
#pragma once

#include <filesystem>
#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/result.h"
#include "engine/capture/capture.h"

namespace onepot {

/// Writes events as they come; each event is on disk, readable, before the next one is taken.
class CaptureWriter {
 public:
  /// Fails when the file cannot be made.
  static Result<std::unique_ptr<CaptureWriter>> open(const std::filesystem::path& path);
  ~CaptureWriter();
  CaptureWriter(const CaptureWriter&) = delete;
  void write(const nlohmann::json& event);
  /// False when something could not be written (a full disk).
  bool close();

 private:
  struct State;
  explicit CaptureWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

struct CaptureFileLimits {
  int64_t expandedBytes = int64_t{4} << 30;
  int64_t lineBytes = int64_t{512} << 20;
  int nesting = 64;
  int windowLog = 27;                     // zstd refuses frames that ask for more memory
};

/// What could be read, and, where the file is cut short or damaged, a diagnostic in the capture that says so and how much of it
/// was read. Fails only when nothing could be read: no such file, no capture, a newer format.
Result<Capture> readCapture(const std::filesystem::path& path, const CaptureFileLimits& limits = {});

}  // namespace onepot
