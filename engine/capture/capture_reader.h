// Applies events, one at a time, to a Capture.
#pragma once

#include <map>
#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/result.h"
#include "engine/capture/capture.h"

namespace onepot {

/// Which parts an event touched; views refresh only for theirs.
enum CaptureChange : unsigned {
  kHeaderChanged = 1u << 0,
  kProgramChanged = 1u << 1,
  kOutputChanged = 1u << 2,
  kDiagnosticsChanged = 1u << 3,
  kCompilationsChanged = 1u << 4,   // a new one, or its trace
  kStagesChanged = 1u << 5,
  kResultsChanged = 1u << 6,        // decisions, buffers, kernels, times
  kRunsChanged = 1u << 7,
  kCacheChanged = 1u << 8,
  kOutcomeChanged = 1u << 9,
};

class CaptureReader {
 public:
  /// `capture` outlives the reader. A compilation that is there is changed in place as its events come.
  explicit CaptureReader(Capture& capture) : m_capture(capture) {}

  /// What changed, as CaptureChange bits; 0 for kinds that this version does not know. Fails, and changes nothing, when the
  /// event does not fit what came before (a stage of an unknown compilation, a module that cannot be read).
  Result<unsigned> apply(const nlohmann::json& event);

 private:
  Result<unsigned> applyChecked(const nlohmann::json& event);
  Result<unsigned> applyStage(const nlohmann::json& event);
  Compilation* find(const nlohmann::json& event);

  Capture& m_capture;
  std::map<int64_t, std::shared_ptr<Compilation>> m_compilations;
};

}  // namespace onepot
