// Damaged captures: what can be read is read and said to be damaged, or the file is refused in words; never a crash.
#include <doctest/doctest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/capture/capture_file.h"
#include "engine/capture/capture_reader.h"
#include "engine/capture/capture_recorder.h"
#include "engine/ir/hlo_parser.h"
#include "engine/passes/pass_runner.h"
#include "engine/runtime/compilation.h"
#include "engine/runtime/compiler.h"
#include "tests/backend/backend_testing.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/seeds.h"

using namespace onepot;
using nlohmann::json;

namespace {

const char* const kText =
    "HloModule m\n\nENTRY e {\n  x = f32[8]{0} parameter(0)\n  y = f32[8]{0} exponential(x)\n  z = f32[8]{0} add(y, "
    "x)\n"
    "  ROOT t = (f32[8]{0}, f32[8]{0}) tuple(z, y)\n}\n";

std::vector<json> eventsOfACompilation() {
  std::vector<json> events;
  CaptureRecorder recorder([&](const json& event) { events.push_back(event); });
  recorder.header("cpu", "3.11");
  recorder.program("program.py", "print('hello')\n");
  auto compilation = std::make_shared<Compilation>();
  compilation->id = 1;
  compilation->function = "f";
  auto made = compile(std::move(*parseHlo(kText)), compilation, onepot::testing::cpu(), {}, recorder);
  REQUIRE(made.has_value());
  recorder.output(1, "hello\n");
  recorder.done("done", 0);
  return events;
}

const std::vector<json>& events() {
  static const std::vector<json> all = eventsOfACompilation();
  return all;
}

/// A file of this process alone, gone at the end.
struct ScratchFile {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("onepot-fuzz-" + std::to_string(::getpid()) + ".onepot");
  ~ScratchFile() { std::filesystem::remove(path); }
  std::string bytes() const {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  void write(const std::string& text) const { std::ofstream(path, std::ios::binary | std::ios::trunc) << text; }
};

/// Another value for one place in the event, chosen at random.
void damage(json& value, std::mt19937_64& random) {
  if (value.is_structured() && !value.empty() && random() % 5 != 0) {
    auto at = value.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random() % value.size()));
    if (random() % 12 == 0)
      value.erase(at);
    else
      damage(*at, random);
    return;
  }
  static const std::vector<json> kOthers = {nullptr,
                                            -1,
                                            0,
                                            1,
                                            2.5,
                                            1e300,
                                            int64_t{1} << 62,
                                            "",
                                            "x",
                                            json::array(),
                                            json::object(),
                                            true,
                                            json::array({1, "a", nullptr}),
                                            NAN};
  value = kOthers[random() % kOthers.size()];
}

}  // namespace

TEST_CASE("damaged capture files are read as far as they go, or refused in words") {
  ScratchFile file;
  {
    auto writer = CaptureWriter::open(file.path);
    REQUIRE(writer.has_value());
    for (const json& event : events()) (*writer)->write(event);
    REQUIRE((*writer)->close());
  }
  const std::string sound = file.bytes();
  forSeeds("capture bytes", 300, [&](uint64_t seed) {
    INFO("seed ", seed);
    std::mt19937_64 random(seed);
    file.write(mutated(sound, random, 3, std::string_view("\0\xff\x28\xb5\x2f\xfd", 6)));
    auto read = readCapture(file.path);
    if (!read) REQUIRE(!read.error().front().message.text().empty());
  });
}

TEST_CASE("events with a wrong value somewhere are refused in words or taken, never more") {
  forSeeds("capture events", 1500, [&](uint64_t seed) {
    INFO("seed ", seed);
    std::mt19937_64 random(seed);
    Capture capture;
    CaptureReader reader(capture);
    for (json event : events()) {
      if (random() % 3 == 0) damage(event, random);
      INFO(event.dump(-1, ' ', false, json::error_handler_t::replace).substr(0, 2000));
      auto applied = reader.apply(event);
      if (!applied) REQUIRE(!applied.error().front().message.text().empty());
    }
  });
}
