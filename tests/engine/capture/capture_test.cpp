#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/capture/capture_file.h"
#include "engine/capture/capture_reader.h"
#include "engine/capture/capture_recorder.h"
#include "engine/capture/event_fields.h"
#include "engine/capture/module_delta.h"
#include "engine/capture/run_report.h"
#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"

using namespace onepot;

namespace {

constexpr const char* kModule = R"(HloModule m

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

ENTRY e {
  x = f32[4]{0} parameter(0)
  y = f32[4]{0} tanh(x), metadata={op_name="jit(f)/tanh" source_file="f.py" source_line=3 source_column=5 source_end_line=3 source_end_column=9}
  z = f32[4]{0} multiply(y, y)
  zero = f32[] constant(0)
  ROOT r = f32[] reduce(z, zero), dimensions={0}, to_apply=add
}
)";

struct Recorded {
  std::vector<nlohmann::json> events;
  Capture capture;
};

/// A compilation of three stages, the middle one unchanged, the last with a new instruction and origins.
Compilation sampleCompilation() {
  auto module = std::move(*parseHlo(kModule));
  Compilation compilation;
  compilation.id = 7;
  compilation.function = "f";
  compilation.signature = "(f32[4])";
  compilation.arguments = {{"x", Shape(ElementType::F32, std::vector<int64_t>{4}), true}};
  Stage first{0, "trace", "trace", "cpu", StageState::End, 0.5, {}, module->freeze(), {}, {}};
  Stage second = first;
  second.number = 1, second.name = second.pass = "dce", second.state = StageState::NoEffect;
  Computation* entry = module->entry();
  Instruction* z = entry->root()->operand(0);
  Instruction* made = entry->addReplacementFor(z, {Opcode::Add, z->shape(), {z->operand(0), z->operand(0)}});
  entry->replaceAllUsesWith(z, made);
  entry->remove(z);
  Stage third = first;
  third.number = 2, third.name = third.pass = "algsimp", third.state = StageState::Changed;
  third.module = module->freeze(first.module.get());
  third.rewrites = {{"square", Assumption::ExactButNan, {z == nullptr ? 0 : 3}, {made->id()}, "z → add", 1.5}};
  compilation.stages = {first, second, third};
  compilation.decisions = {{1, 2, 3, "y", "z", true, false, "loop", Message{"verbatim", {"why"}}, 48, 16, 1e-6, 5e-7, 9, 0}};
  compilation.bytesEager = 100;
  return compilation;
}

Recorded record(const Compilation& compilation) {
  Recorded recorded;
  CaptureRecorder recorder([&](const nlohmann::json& event) { recorded.events.push_back(event); });
  recorder.header("cpu", "3.11");
  recorder.program("f.py", "text \xFF with a byte that is no UTF-8");
  recorder.traced(compilation);
  for (const Stage& stage : compilation.stages) recorder.stageDone(compilation, stage);
  recorder.compiled(compilation);
  recorder.output(1, "one ");
  recorder.output(1, "two");
  Run run;
  run.jit.milliseconds = {1.0, std::numeric_limits<double>::infinity(), 2.0};
  run.ulp = 2.0;
  recorder.ran(compilation, run);
  recorder.done("done", 0);
  CaptureReader reader(recorded.capture);
  for (const auto& event : recorded.events) REQUIRE(reader.apply(event).has_value());
  return recorded;
}

std::string everything(const Module& module) { return print(module, PrintOptions::roundTrip()); }

}  // namespace

TEST_CASE("what is recorded is read back: texts, ids, origins, numbers") {
  Compilation compilation = sampleCompilation();
  Recorded recorded = record(compilation);
  REQUIRE(recorded.capture.compilations.size() == 1);
  const Compilation& back = *recorded.capture.compilations.front();
  CHECK(recorded.capture.programText == "text \xFF with a byte that is no UTF-8");
  CHECK(recorded.capture.output.size() == 1);
  CHECK(recorded.capture.output.front().text == "one two");
  CHECK(back.arguments.front().shape == compilation.arguments.front().shape);
  CHECK(back.decisions.front().reason == compilation.decisions.front().reason);
  CHECK(std::isinf(back.runs.front().jit.milliseconds[1]));
  CHECK(back.runs.front().ulp == 2.0);
  REQUIRE(back.stages.size() == 3);
  for (size_t i = 0; i < 3; ++i) {
    const Module& was = *compilation.stages[i].module;
    const Module& is = *back.stages[i].module;
    CHECK(everything(is) == everything(was));
    for (const auto& computation : was.computations())
      for (const auto& instruction : computation->instructions()) {
        const Instruction* found = is.computation(computation->id())->find(instruction->id());
        REQUIRE(found != nullptr);
        CHECK(found->name() == instruction->name());
        CHECK(found->origins() == instruction->origins());
        CHECK(found->source() == instruction->source());
      }
  }
}

TEST_CASE("an unchanged stage sends no module, an unchanged computation is sent once and shared") {
  Recorded recorded = record(sampleCompilation());
  std::vector<nlohmann::json> stages;
  for (const auto& event : recorded.events)
    if (event["event"] == "stage") stages.push_back(event);
  CHECK(stages[1]["module"].is_null());
  CHECK(stages[2]["module"]["changed"].size() == 1);
  const auto& read = recorded.capture.compilations.front()->stages;
  CHECK(read[0].module == read[1].module);
  CHECK(read[0].module->computations().front() == read[2].module->computations().front());
}

TEST_CASE("a capture file reopens, and one that is cut short gives what is there and says so") {
  Recorded recorded = record(sampleCompilation());
  std::filesystem::path path = std::filesystem::temp_directory_path() / "onepot-capture-test.onepot";
  {
    auto writer = CaptureWriter::open(path);
    REQUIRE(writer.has_value());
    for (const auto& event : recorded.events) (*writer)->write(event);
    CHECK((*writer)->close());
  }
  auto whole = readCapture(path);
  REQUIRE(whole.has_value());
  CHECK(whole->diagnostics.empty());
  CHECK(whole->outcome == Outcome::Done);
  CHECK(runReport(*whole, {}) == runReport(recorded.capture, {}));

  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  for (size_t size = 0; size < bytes.size(); size += 37) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.substr(0, size);
    auto part = readCapture(path);
    if (part) CHECK_MESSAGE(!part->diagnostics.empty(), size);
    else CHECK(!part.error().front().message.text().empty());
  }
  for (size_t at = 0; at < bytes.size(); at += 53) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x5A);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
    auto part = readCapture(path);
    if (part) CHECK_MESSAGE(!part->diagnostics.empty(), at);
  }
  std::filesystem::remove(path);
}

TEST_CASE("events that do not fit are refused in words, and change nothing") {
  Capture capture;
  CaptureReader reader(capture);
  CHECK_FALSE(reader.apply({{"event", "stage"}, {"compilation", 3}}).has_value());
  CHECK_FALSE(reader.apply(nlohmann::json::array()).has_value());
  CHECK_FALSE(reader.apply({{"event", "traced"}}).has_value());
  CHECK_FALSE(reader.apply({{"event", "traced"}, {"compilation", {{"id", 1}}}, {"x", 1}}).value_or(0) == 0);
  CHECK_FALSE(reader.apply({{"event", "stage"}, {"compilation", 1}, {"module", {{"order", {4}}, {"scheduled", "yes"}}}}).has_value());
  CHECK(reader.apply({{"event", "from a later version"}}).value() == 0);
  CHECK(capture.compilations.front()->stages.empty());
}

TEST_CASE("what a run recorded of a call comes back") {
  Run run;
  run.warmUps = 3;
  run.firstRunMs = 2.6;
  Launch launch{"tanh.3", 3, 0.5, 2.5, 16, 16, 48, 32};
  launch.opcode = "tanh";
  launch.source = {"f.py", 6, 20, 6, 30};
  launch.work = {{1, 0.5, 2.25}};
  run.eager.launches = {launch};
  run.eager.callMs = 2.75;
  run.eager.python = {{0, 0.5}};
  run.eager.memory = {{0, 16}, {0.5, 32}};
  run.eager.arrays = {{"tanh.3", 3, 16, 0.5, 2.75}};
  Run back;
  fromJson(toJson(run), back);
  CHECK(back.warmUps == 3);
  CHECK(back.firstRunMs == 2.6);
  REQUIRE(back.eager.launches.size() == 1);
  CHECK(back.eager.launches[0].opcode == "tanh");
  CHECK(back.eager.launches[0].source == launch.source);
  CHECK(back.eager.launches[0].liveBefore == 32);
  REQUIRE(back.eager.launches[0].work.size() == 1);
  CHECK(back.eager.launches[0].work[0].end == 2.25);
  CHECK(back.eager.callMs == 2.75);
  CHECK(back.eager.python.size() == 1);
  CHECK(back.eager.memory[1].bytes == 32);
  CHECK(back.eager.arrays[0].name == "tanh.3");
  // A capture of an earlier version holds none of this.
  Run old;
  fromJson(Json::parse(R"({"device": "cpu", "eager": {"ms": [1, 2], "launches": [{"name": "a", "start": 0, "end": 1}]}})"), old);
  CHECK(old.eager.launches[0].opcode.empty());
  CHECK(old.eager.callMs == 0);
}

TEST_CASE("every text survives, UTF-8 or not") {
  for (std::string text : {std::string("plain"), std::string("\xFF\xFE\x80"), std::string("é中🙂"), std::string("\xEF\x9E\x80"),
                           std::string("\xED\xA0\x80"), std::string("a\0b", 3), std::string("\xF0\x9F")}) {
    CHECK(decodeText(encodeText(text)) == text);
    CHECK(decodeText(nlohmann::json::parse(nlohmann::json(encodeText(text)).dump()).get<std::string>()) == text);
  }
}
