// Every HLO file of the public collections and of real dump folders: read, printed, read again.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"

using namespace onepot;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The modules of a file; lines that begin with "// -----" stand between them.
std::vector<std::string> modulesOf(const std::string& text) {
  std::vector<std::string> modules(1);
  std::stringstream lines(text);
  bool says = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("// -----")) {
      if (!says) modules.pop_back();
      modules.emplace_back();
      says = false;
      continue;
    }
    modules.back() += line + "\n";
    says |= !line.empty() && !line.starts_with("//");
  }
  if (!says) modules.pop_back();
  return modules;
}

/// Their shapes do not fit; XLA's own verifier refuses them too.
bool hasWrongShapes(const fs::path& path) {
  return path.filename() == "invalid_concat.hlo" || path.filename() == "print_indexing_test.hlo";
}

void checkFile(const fs::path& path, int& read) {
  CAPTURE(path.string());
  for (const std::string& text : modulesOf(contents(path))) {
    ParseOptions options;
    if (hasWrongShapes(path)) {
      CHECK(!parseHlo(text).has_value());
      options.checkShapes = false;
    }
    auto module = parseHlo(text, options);
    if (!module) {
      FAIL_CHECK(module.error().front().render(text).substr(0, 500));
      continue;
    }
    std::string first = print(**module, PrintOptions::roundTrip());
    auto again = parseHlo(first, options);
    if (!again) {
      FAIL_CHECK(again.error().front().render(first).substr(0, 500));
      continue;
    }
    CHECK(print(**again, PrintOptions::roundTrip()) == first);
    CHECK(parseHlo(print(**module, PrintOptions::canonical()), options).has_value());
    ++read;
  }
}

/// Text that XLA printed is printed again to the letter (but for empty lines at the end).
void checkCanonical(std::string text) {
  auto module = parseHlo(text);
  if (!module) return;
  PrintOptions options = PrintOptions::canonical();
  bool isShort = text.find("ROOT %") == std::string::npos;
  if (isShort) options.percent = options.programShape = false;
  while (text.ends_with("\n\n")) text.pop_back();
  CHECK(print(**module, options) == text);
}

}  // namespace

TEST_CASE("public HLO collections") {
  fs::path folder = fs::path(ONEPOT_SOURCE_DIR) / ".." / "shared" / "conformance" / "hlo";
  if (!fs::exists(folder)) {
    std::cout << "skipped: " << folder << " is not there\n";
    return;
  }
  int read = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == ".hlo") checkFile(entry.path(), read);
  CHECK(read > 150);
}

TEST_CASE("folders that XLA dumped") {
  fs::path folder = fs::path(ONEPOT_SOURCE_DIR) / ".." / "shared" / "dumps";
  if (!fs::exists(folder)) {
    std::cout << "skipped: " << folder << " is not there\n";
    return;
  }
  int read = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".txt") continue;
    std::string text = contents(entry.path());
    if (!text.starts_with("HloModule")) continue;
    checkFile(entry.path(), read);
    checkCanonical(text);
  }
  CHECK(read > 100);
}
