#include "app/onepotc/common_options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "app/onepotc/command.h"

namespace onepot {

void CommonOptions::addTo(CLI::App& app) {
  app.add_option("--capture", capture, "write everything that happened to OUT.onepot")->type_name("OUT.onepot");
  app.add_option("--dump-to", dumpTo, "write HLO, graphs and code into a folder, with XLA's file names")
      ->type_name("DIR");
  app.add_option("--json", json, "write the results as JSON")->type_name("OUT.json");
  app.add_flag("--report", report, "print tables of passes, fusions, kernels and times on stderr");
  app.add_option("--device", device, "which device compiles and runs (onepotc devices lists them)")->type_name("NAME");
  app.add_option("--disable", disable, "passes to leave out")->delimiter(',')->type_name("PASS,…");
  app.add_option("--memory-limit", memoryLimit, "stop when the process holds more, e.g. 8GiB")->type_name("SIZE");
  app.add_option("--time-limit", timeLimitSeconds, "stop after so many seconds")->type_name("SECONDS");
  app.add_option("--color", color)->check(CLI::IsMember({"auto", "never"}));
}

bool CommonOptions::colored() const { return color == "auto" && isatty(STDERR_FILENO) == 1; }

std::optional<int64_t> parseByteSize(const std::string& text) {
  size_t used = 0;
  double number = 0;
  try {
    number = std::stod(text, &used);
  } catch (const std::exception&) {
    return std::nullopt;
  }
  std::string unit = text.substr(used);
  std::erase_if(unit, [](char c) { return c == ' ' || c == 'i' || c == 'I' || c == 'B' || c == 'b'; });
  static constexpr std::string_view kUnits = "KMGT";
  if (unit.size() > 1 || !(number >= 0)) return std::nullopt;
  if (unit.empty()) return static_cast<int64_t>(number);
  size_t power = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))));
  if (power == std::string_view::npos) return std::nullopt;
  return static_cast<int64_t>(number * std::pow(1024.0, static_cast<double>(power + 1)));
}

std::optional<int> parseCommandLine(CLI::App& app, std::vector<std::string> arguments) {
  std::ranges::reverse(arguments);  // CLI11 takes them last first
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return kWrongCommandLine;
  }
  return std::nullopt;
}

std::optional<std::string> readInput(const std::string& path) {
  if (path == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) {
    std::fprintf(stderr, "onepotc: cannot read %s: it is a folder\n", path.c_str());
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "onepotc: cannot read %s: %s\n", path.c_str(), std::strerror(errno));
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

bool writeOutput(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return true;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (file.flush()) return true;
  std::fprintf(stderr, "onepotc: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
  return false;
}

}  // namespace onepot
