#include "engine/python/call_measurement.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "engine/analysis/ulp_distance.h"
#include "engine/python/array_object.h"
#include "engine/python/conversion.h"
#include "engine/python/jit_function.h"
#include "engine/python/python_error.h"

namespace onepot {
namespace {

using Clock = std::chrono::steady_clock;
double millisecondsBetween(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

/// Calls until the time or the rounds are used up, three times at least; one call before, which is not counted.
std::vector<double> timeCalls(const MeasureOptions& options, const std::function<void()>& call) {
  call();
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

std::vector<Value> callEagerly(Binding& binding, const JitFunctionRecord& record) {
  PyRef output = checked(PyObject_Call(record.function.get(), record.arguments.get(), record.keywords.get()));
  Flattened flat = flatten(binding, output.get());
  std::vector<Value> values;
  for (const PyRef& leaf : flat.leaves) values.push_back(toValue(binding, leaf.get()));
  return values;
}

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
    if (auto distance = ulpDistance(a->literal(), b->literal())) run.ulp = std::max(run.ulp.value_or(0), *distance);
  }
}

/// One more call with every launch recorded; what is outside the launches is dispatch.
void recordLaunches(Binding& binding, JitFunctionRecord& record, Series& series) {
  std::vector<Array> arrays;
  for (const Value& value : record.keptConsts) arrays.push_back(physicalArray(*concreteArray(value)));
  for (const Value& value : record.firstArguments) arrays.push_back(physicalArray(*concreteArray(value)));
  RunOptions options;
  options.cancel = binding.compile.cancel;
  options.launches = &series.launches;
  resetPeakBytes();
  auto results = [&] {
    GilRelease release;
    return record.executable->run(arrays, options);
  }();
  if (!results) raiseDiagnostics(binding, results.error());
  series.peakBytes = peakBytes();
  double kernels = 0;
  for (const Launch& launch : series.launches) kernels += launch.end - launch.start;
  series.dispatchMs = std::max(series.median() - kernels, 0.0);
}

/// The same for a call without jit: one launch an operation.
void recordEagerLaunches(Binding& binding, JitFunctionRecord& record, Series& series) {
  binding.tracing.recordLaunches(&series.launches);
  try {
    callEagerly(binding, record);
  } catch (...) {
    binding.tracing.recordLaunches(nullptr);
    throw;
  }
  binding.tracing.recordLaunches(nullptr);
  double kernels = 0;
  for (const Launch& launch : series.launches) kernels += launch.end - launch.start;
  series.dispatchMs = std::max(series.median() - kernels, 0.0);
}

}  // namespace

Result<Run> measureCall(Binding& binding, JitFunctionRecord& record, const MeasureOptions& options, EventSink& sink) {
  if (!record.arguments) return fail(Message{"measure_inputs_not_kept", {record.compilation->function}});
  const int64_t programCalls = record.compilation->calls;  // those made to measure are not the program's
  Run run;
  run.device = record.compilation->device;
  run.bytesEager = record.compilation->bytesEager;
  run.bytesJit = record.compilation->bytesJit;
  run.bytesIdeal = record.compilation->bytesIdeal;
  for (const Kernel& kernel : record.compilation->kernels) run.threads = std::max(run.threads, kernel.threads);
  try {
    std::vector<Value> jitValues, eagerValues;
    run.jit.milliseconds = timeCalls(options, [&] { jitValues = runRecord(binding, record, record.firstArguments); });
    run.firstCallMs = record.compilation->times.totalMs() + run.jit.median();
    recordLaunches(binding, record, run.jit);
    if (options.eager) {
      resetPeakBytes();
      run.eager.milliseconds = timeCalls(options, [&] { eagerValues = callEagerly(binding, record); });
      run.eager.peakBytes = peakBytes();
      recordEagerLaunches(binding, record, run.eager);
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
