// The object of `--json`: what a run did, for programs to read (resources/run.schema.json is its schema).
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/capture/capture.h"

namespace onepot {

/// `files`: what else was written, by path. Keys may be added, never renamed.
nlohmann::json runReport(const Capture& capture, const std::vector<std::string>& files);

}  // namespace onepot
