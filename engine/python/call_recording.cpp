#include "engine/python/call_recording.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>

#include "engine/python/array_object.h"
#include "engine/python/jit_function.h"
#include "engine/python/python_error.h"
#include "engine/runtime/call_recorder.h"

namespace onepot {
namespace {

/// Recording takes some microseconds a call; long calls are recorded once.
constexpr int kMostRecorded = 5;
constexpr double kLongCallMs = 50;

std::vector<Array> argumentsOf(const JitFunctionRecord& record) {
  std::vector<Array> arrays;
  for (const Value& value : record.keptConsts) arrays.push_back(physicalArray(*concreteArray(value)));
  for (const Value& value : record.firstArguments) arrays.push_back(physicalArray(*concreteArray(value)));
  return arrays;
}

int64_t bytesOf(const std::vector<Array>& arrays) {
  int64_t bytes = 0;
  for (const Array& array : arrays) bytes += array.shape.isArray() ? byteSize(array.shape) : 0;
  return bytes;
}

void addArguments(const JitFunctionRecord& record, const std::vector<Array>& arrays, CallRecorder& recorder) {
  const auto& arguments = record.compilation->arguments;
  const size_t consts = record.keptConsts.size();
  for (size_t i = 0; i < arrays.size(); ++i) {
    const bool named = i >= consts && i - consts < arguments.size();
    recorder.addArgument(named ? arguments[i - consts].name : "const", arrays[i]);
  }
}

/// The recorded call that stands for the series.
void keepNearest(const CallRecorder& recorder, Series& series, double& nearest) {
  const double distance = std::fabs(recorder.milliseconds() - series.median());
  if (distance >= nearest) return;
  nearest = distance;
  recorder.fill(series);
  double kernels = 0;
  for (const Launch& launch : series.launches) kernels += launch.end - launch.start;
  series.dispatchMs = std::max(series.callMs - kernels, 0.0);
}

/// Operations of the call and of the trace are the same program's, in the same order: what has the same name at the
/// same place in the text belongs together.
void matchWithTrace(std::vector<RecordedOperation>& operations, const Compilation& compilation) {
  if (compilation.stages.empty() || !compilation.stages.front().module) return;
  std::map<std::pair<std::string, SourceRange>, std::deque<const Instruction*>> traced;
  for (const auto& computation : compilation.stages.front().module->computations())
    for (const auto& one : computation->instructions())
      traced[{std::string(name(one->opcode())), one->source()}].push_back(one.get());
  for (RecordedOperation& operation : operations) {
    auto found = traced.find({operation.opcode, operation.source});
    if (found == traced.end() || found->second.empty() || !operation.source.known()) continue;
    operation.instruction = found->second.front()->id();
    operation.name = found->second.front()->name();
    // In a loop the last one stands for every further turn.
    if (found->second.size() > 1) found->second.pop_front();
  }
}

/// Where operations stand does not change from call to call.
void takeSources(std::vector<RecordedOperation>& operations, const std::vector<RecordedOperation>& known) {
  if (operations.size() != known.size()) return;
  for (size_t i = 0; i < known.size(); ++i)
    if (operations[i].opcode == known[i].opcode) operations[i] = known[i];
}

struct RecorderScope {
  Tracing& tracing;
  RecorderScope(Tracing& to, CallRecorder& recorder) : tracing(to) { tracing.setRecorder(&recorder); }
  ~RecorderScope() { tracing.setRecorder(nullptr); }
};

}  // namespace

void recordJitCall(Binding& binding, JitFunctionRecord& record, Series& series) {
  const std::vector<Array> held = argumentsOf(record);
  // The arena of temporaries stays with the executable from call to call.
  const int64_t bytes = bytesOf(held) + record.compilation->buffers.arenaBytes;
  const int calls = series.median() > kLongCallMs ? 1 : kMostRecorded;
  double nearest = INFINITY;
  for (int call = 0; call < calls; ++call) {
    CallRecorder recorder(bytes);
    std::vector<Array> arrays = argumentsOf(record);
    addArguments(record, held, recorder);
    RunOptions options;
    std::vector<Launch> launches;
    options.cancel = binding.compile.cancel;
    options.launches = &launches;
    recorder.enter("jit");
    const double offset = recorder.now();
    auto results = [&] {
      GilRelease release;
      return record.executable->run(arrays, options);
    }();
    if (!results) raiseDiagnostics(binding, results.error());
    recorder.add(std::move(launches), offset, true);
    recorder.leave();
    recorder.finish();
    keepNearest(recorder, series, nearest);
  }
  for (Launch& launch : series.launches) launch.opcode.clear();
  series.arrays.clear();  // the buffer plan tells of them
}

void recordEagerCall(Binding& binding, JitFunctionRecord& record, Series& series) {
  const std::vector<Array> arrays = argumentsOf(record);
  std::vector<RecordedOperation> known;
  const int calls = series.median() > kLongCallMs ? 1 : kMostRecorded + 1;
  double nearest = INFINITY;
  for (int call = 0; call < calls; ++call) {
    CallRecorder recorder(bytesOf(arrays));
    addArguments(record, arrays, recorder);
    recorder.setWantsSources(call == 0);
    std::vector<Value> results;
    {
      RecorderScope scope(binding.tracing, recorder);
      results = callEagerly(binding, record);
    }
    recorder.finish();
    if (call == 0) {
      matchWithTrace(recorder.operations(), *record.compilation);
      known = recorder.operations();
      if (calls > 1) continue;
    }
    takeSources(recorder.operations(), known);
    keepNearest(recorder, series, nearest);
  }
}

}  // namespace onepot
