// The store on the reader's side: what a stream of events has told so far. Views read this and nothing else.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/runtime/compilation.h"

namespace onepot {

struct OutputChunk {
  int stream = 1;           // 1 stdout, 2 stderr
  std::string text;
};

enum class Outcome : uint8_t { Unknown, Running, Done, Failed, Limit, Internal, Cancelled };

/// One program's life: a live worker's or a file's. Compilations are shared so that a view may keep one while a new run goes on.
struct Capture {
  std::string version;                         // of Onepot that wrote it
  std::string programName;                     // "compose.py"
  std::string programText;                     // as it was when it ran
  std::string device;
  std::string python;                          // "3.11"
  Outcome outcome = Outcome::Unknown;
  int exitCode = 0;
  Diagnostics diagnostics;
  std::vector<OutputChunk> output;
  std::vector<std::shared_ptr<const Compilation>> compilations;   // by order of tracing
  std::vector<CacheMiss> cacheMisses;
  std::vector<std::pair<std::string, std::string>> devices;       // name, "ready: …" or "not available, because …"

  std::shared_ptr<const Compilation> compilation(int64_t id) const;
};

}  // namespace onepot
