#include "engine/runtime/call_recorder.h"

#include <doctest/doctest.h>

#include <thread>

#include "tests/engine/trace/trace_fixture.h"

using namespace onepot;
using namespace onepot::test;

namespace {

constexpr int64_t kElements = 1000, kBytes = 4 * kElements;

Value ones() { return arrayOf(f32({kElements}), std::vector<double>(kElements, 1.0)); }

void rest(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

}  // namespace

TEST_CASE("an eager operation claims the bytes of its operands and its result") {
  Evaluated evaluated;
  evaluated.tracing.setSourceProvider([] { return std::vector<SourceRange>{{"f.py", 6, 20, 6, 30}}; });
  const Value x = ones(), y = ones();
  CallRecorder recorder(2 * kBytes);
  recorder.setWantsSources(true);
  evaluated.tracing.setRecorder(&recorder);
  Value sum = evaluated.tracing.bind1(Opcode::Add, {x, y});
  Value result = evaluated.tracing.bind1(Opcode::Tanh, {sum});
  evaluated.tracing.setRecorder(nullptr);
  recorder.finish();
  Series series;
  recorder.fill(series);
  REQUIRE(series.launches.size() == 2);
  CHECK(series.launches[0].bytesRead == 2 * kBytes);
  CHECK(series.launches[0].bytesWritten == kBytes);
  CHECK(series.launches[1].bytesRead == kBytes);
  CHECK(series.launches[1].bytesWritten == kBytes);
  CHECK(series.launches[0].opcode == "add");
  CHECK(series.launches[0].source == SourceRange{"f.py", 6, 20, 6, 30});
  CHECK(series.launches[1].start >= series.launches[0].end);
  CHECK(series.callMs >= series.launches[1].end);
}

TEST_CASE("time between operations is the caller's own") {
  Evaluated evaluated;
  const Value x = ones();
  evaluated.tracing.bind1(Opcode::Tanh, {x});  // makes the plan
  CallRecorder recorder(kBytes);
  evaluated.tracing.setRecorder(&recorder);
  Value first = evaluated.tracing.bind1(Opcode::Tanh, {x});
  rest(20);
  Value second = evaluated.tracing.bind1(Opcode::Tanh, {first});
  evaluated.tracing.setRecorder(nullptr);
  recorder.finish();
  Series series;
  recorder.fill(series);
  REQUIRE(series.python.size() == 3);
  CHECK(series.python[1].end - series.python[1].start >= 19);
  CHECK(series.launches[1].start >= series.python[1].end);
}

TEST_CASE("memory and the life of arrays follow what is held") {
  Evaluated evaluated;
  const Value x = ones();
  CallRecorder recorder(kBytes);
  recorder.addArgument("x", *concreteArray(x));
  evaluated.tracing.setRecorder(&recorder);
  Value first = evaluated.tracing.bind1(Opcode::Tanh, {x});
  Value second = evaluated.tracing.bind1(Opcode::Tanh, {first});
  first.reset();
  Value third = evaluated.tracing.bind1(Opcode::Tanh, {second});
  evaluated.tracing.setRecorder(nullptr);
  recorder.finish();
  Series series;
  recorder.fill(series);
  REQUIRE(series.arrays.size() == 4);
  CHECK(series.arrays[0].name == "x");
  CHECK(series.arrays[0].to == series.callMs);
  CHECK(series.arrays[1].bytes == kBytes);
  CHECK(series.arrays[1].to < series.arrays[3].to);
  CHECK(series.arrays[3].to == series.callMs);
  // x and two results: a third never lies beside them. Blocks are rounded up to 64 bytes.
  CHECK(series.peakBytes >= 3 * kBytes);
  CHECK(series.peakBytes < 4 * kBytes);
  CHECK(series.memory.front().bytes == kBytes);
  CHECK(numbers(third).size() == kElements);
}

TEST_CASE("arrays may outlive the recorder") {
  Evaluated evaluated;
  const Value x = ones();
  Value result;
  {
    CallRecorder recorder(kBytes);
    evaluated.tracing.setRecorder(&recorder);
    result = evaluated.tracing.bind1(Opcode::Tanh, {x});
    evaluated.tracing.setRecorder(nullptr);
    recorder.finish();
  }
  CHECK(numbers(result).size() == kElements);
  result.reset();
}

TEST_CASE("what an operation hands on is no new array") {
  Evaluated evaluated;
  const Value x = ones();
  CallRecorder recorder(kBytes);
  recorder.addArgument("x", *concreteArray(x));
  evaluated.tracing.setRecorder(&recorder);
  Value same = makeConcrete(recorder.watch(*concreteArray(x)));
  evaluated.tracing.setRecorder(nullptr);
  recorder.finish();
  Series series;
  recorder.fill(series);
  CHECK(series.arrays.size() == 1);
}

TEST_CASE("a call keeps so many launches and no more") {
  CallRecorder recorder(0);
  recorder.enter("while");
  recorder.add(std::vector<Launch>(kMostLaunches + 5), 0);
  recorder.add(std::vector<Launch>(5), 0);
  recorder.leave();
  recorder.finish();
  Series series;
  recorder.fill(series);
  CHECK(series.launches.size() == kMostLaunches);
}
