// The options that run, opt, eval and bench share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace onepot {

struct CommonOptions {
  std::string capture, dumpTo, json;
  std::string device = "cpu";
  std::vector<std::string> disable;
  std::string memoryLimit;      // "20GiB"
  double timeLimitSeconds = 0;  // 0: none
  std::string color = "auto";
  bool report = false;

  void addTo(CLI::App& app);
  /// Somebody wants to know what happened inside: snapshots and code texts are kept then.
  bool recording() const { return report || !capture.empty() || !dumpTo.empty() || !json.empty(); }
  bool colored() const;         // --color auto: a terminal on stderr
};

/// "512", "8K", "20GiB", "1.5G" → bytes; nothing for other text.
std::optional<int64_t> parseByteSize(const std::string& text);

/// Parses; prints help or the mistake. A value is the exit code to leave with.
std::optional<int> parseCommandLine(CLI::App& app, std::vector<std::string> arguments);

/// The whole file, or stdin for "-"; nothing and a message on stderr when it cannot be read.
std::optional<std::string> readInput(const std::string& path);
/// To the file, or to stdout for "" and "-"; false and a message on stderr when it cannot be written.
bool writeOutput(const std::string& path, const std::string& text);

}  // namespace onepot
