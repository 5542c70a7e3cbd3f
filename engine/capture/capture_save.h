// Writes a capture that is in memory as a file: the stream of events that would make it again.
#pragma once

#include <filesystem>

#include "engine/base/result.h"
#include "engine/capture/capture.h"

namespace onepot {

/// Fails when the file cannot be made, or not be written to its end. Reading it gives the same compilations, runs,
/// output and problems.
Result<void> saveCapture(const Capture& capture, const std::filesystem::path& path);

}  // namespace onepot
