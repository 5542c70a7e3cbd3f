#include "engine/python/call_measurement.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/analysis/ulp_distance.h"
#include "engine/python/array_object.h"
#include "engine/python/call_recording.h"
#include "engine/python/conversion.h"
#include "engine/python/jit_function.h"
#include "engine/python/python_error.h"
#include "engine/runtime/call_recorder.h"

namespace onepot {
namespace {

using Clock = std::chrono::steady_clock;
double millisecondsBetween(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

/// Calls until the time or the rounds are used up, three times at least, after those that are not counted.
std::vector<double> timeCalls(const MeasureOptions& options, const std::function<void()>& call) {
  for (int i = 0; i < options.warmUps; ++i) call();
  std::vector<double> times;
  auto begin = Clock::now();
  while (true) {
    size_t done = times.size();
    if (options.rounds > 0
            ? done >= static_cast<size_t>(options.rounds)
            : done >= 3 && (millisecondsBetween(begin, Clock::now()) > options.seconds * 1e3 || done >= 2000))
      return times;
    auto start = Clock::now();
    call();
    times.push_back(millisecondsBetween(start, Clock::now()));
  }
}

/// What the recorded call moved; 0 where it had more launches than are kept.
int64_t bytesOf(const Series& series) {
  int64_t bytes = 0;
  if (series.launches.size() >= kMostLaunches) return 0;
  for (const Launch& launch : series.launches) bytes += launch.bytesRead + launch.bytesWritten;
  return bytes;
}

}  // namespace

std::vector<Value> callEagerly(Binding& binding, const JitFunctionRecord& record) {
  PyRef output = checked(PyObject_Call(record.function.get(), record.arguments.get(), record.keywords.get()));
  Flattened flat = flatten(binding, output.get());
  std::vector<Value> values;
  for (const PyRef& leaf : flat.leaves) values.push_back(toValue(binding, leaf.get()));
  return values;
}

namespace {

/// A scalar's text, or the sum of absolute values: enough for a person to see that two ways agree.
std::string checksum(const std::vector<Value>& values) {
  double sum = 0;
  for (const Value& value : values) {
    const Array* array = concreteArray(value);
    if (!array || isComplex(array->shape.type()) || array->shape.type() == ElementType::Key) continue;
    if (values.size() == 1 && array->shape.rank() == 0) return array->literal().elementText(0);
    for (int64_t i = 0; i < array->shape.elementCount(); ++i) sum += std::fabs(array->literal().doubleAt(i));
  }
  return "Σ|x| = " + std::to_string(sum);
}

void compareResults(const std::vector<Value>& jit, const std::vector<Value>& eager, Run& run) {
  run.jitValue = checksum(jit);
  run.eagerValue = checksum(eager);
  for (size_t i = 0; i < std::min(jit.size(), eager.size()); ++i) {
    const Array *a = concreteArray(jit[i]), *b = concreteArray(eager[i]);
    if (!a || !b) continue;
    if (auto scaled = ulpOfGreatest(a->literal(), b->literal()))
      run.ulpOfGreatest = std::max(run.ulpOfGreatest.value_or(0), *scaled);
    if (auto distance = ulpDistance(a->literal(), b->literal())) run.ulp = std::max(run.ulp.value_or(0), *distance);
  }
}

}  // namespace

Result<Run> measureCall(Binding& binding, JitFunctionRecord& record, const MeasureOptions& options, EventSink& sink) {
  if (!record.arguments) return fail(Message{"measure_inputs_not_kept", {record.compilation->function}});
  const int64_t programCalls = record.compilation->calls;  // those made to measure are not the program's
  Run run;
  run.device = record.compilation->device;
  run.warmUps = options.warmUps;
  run.bytesEager = record.compilation->bytesEager;
  run.bytesJit = record.compilation->bytesJit;
  run.bytesIdeal = record.compilation->bytesIdeal;
  for (const Kernel& kernel : record.compilation->kernels) run.threads = std::max(run.threads, kernel.threads);
  try {
    std::vector<Value> jitValues, eagerValues;
    run.jit.milliseconds = timeCalls(options, [&] { jitValues = runRecord(binding, record, record.firstArguments); });
    recordJitCall(binding, record, run.jit);
    if (const int64_t moved = bytesOf(run.jit); moved > 0) run.bytesJit = moved;
    run.firstRunMs = record.firstRunMs;
    run.firstCallMs = record.compilation->times.totalMs() + run.firstRunMs;
    if (options.eager) {
      run.eager.milliseconds = timeCalls(options, [&] { eagerValues = callEagerly(binding, record); });
      recordEagerCall(binding, record, run.eager);
      if (const int64_t moved = bytesOf(run.eager); moved > 0) run.bytesEager = moved;
      if (options.compareValues) compareResults(jitValues, eagerValues, run);
    }
  } catch (const PythonError&) {
    return std::unexpected(Diagnostics{diagnosticOf(binding, takeError())});
  }
  record.compilation->calls = programCalls;
  record.compilation->runs.push_back(run);
  sink.ran(*record.compilation, run);
  return run;
}

}  // namespace onepot
