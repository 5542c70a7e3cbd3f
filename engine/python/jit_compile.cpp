// The slow half of a jitted call: tracing the function, compiling the trace, and running what was compiled.
#include <algorithm>
#include <chrono>

#include "engine/python/array_object.h"
#include "engine/python/conversion.h"
#include "engine/python/jit_function.h"
#include "engine/python/python_error.h"
#include "engine/python/source_locator.h"
#include "engine/runtime/call_recorder.h"
#include "engine/trace/evaluate_function.h"

namespace onepot {
namespace {

using Clock = std::chrono::steady_clock;
double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

bool isStatic(const CallKey& key, uint32_t position) {
  return std::ranges::any_of(key.statics, [&](const auto& each) { return each.first == position; });
}

/// The call's arguments with each dynamic leaf replaced: (tuple, dict or null).
struct Rebuilt {
  PyRef positional, keywords;
};
Rebuilt rebuild(Binding& binding, const CallKey& key, PyObject* const* args, std::span<const PyRef> leaves) {
  std::vector<Tree> trees = splitForest(key.tree);
  size_t tree = 0, leaf = 0;
  auto valueAt = [&](uint32_t position) {
    if (isStatic(key, position)) return PyRef::borrow(args[position]);
    const Tree& part = trees[tree++];
    leaf += part.leafCount();
    return unflatten(binding, part, leaves.subspan(leaf - part.leafCount(), part.leafCount()));
  };
  Rebuilt result;
  result.positional = checked(PyTuple_New(key.positional));
  for (uint32_t i = 0; i < key.positional; ++i) PyTuple_SET_ITEM(result.positional.get(), i, valueAt(i).release());
  if (!key.keywords.empty()) result.keywords = checked(PyDict_New());
  for (uint32_t i = 0; i < key.keywords.size(); ++i)
    checkStatus(PyDict_SetItem(result.keywords.get(), key.keywords[i].get(), valueAt(key.positional + i).get()));
  return result;
}

std::vector<Value> flattenOutputs(Binding& binding, const std::string& name, PyObject* output, Tree& tree) {
  Flattened flat = flatten(binding, output);
  tree = std::move(flat.tree);
  std::vector<Value> values;
  for (size_t i = 0; i < flat.leaves.size(); ++i) {
    PyObject* leaf = flat.leaves[i].get();
    try {
      values.push_back(toValue(binding, leaf));
    } catch (PythonError&) {
      if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw;
      PyErr_Clear();
      auto paths = leafPaths(tree);
      PyRef type = checked(PyObject_Repr(reinterpret_cast<PyObject*>(Py_TYPE(leaf))));
      raise(PyExc_TypeError, "function " + name + " traced for jit returned a value of type " + textOf(type.get()) +
                                 (paths[i].empty() ? "" : " at output component " + paths[i]) +
                                 ", which is not a valid JAX type");
    }
  }
  return values;
}

std::string signatureText(const std::vector<Aval>& avals) {
  std::string text = "(";
  for (size_t i = 0; i < avals.size(); ++i) text += (i ? ", " : "") + avals[i].shape.jaxText();
  return text + ")";
}

std::shared_ptr<Compilation> describe(Binding& binding, const JitFunctionRecord& record, const JitState& state) {
  auto compilation = std::make_shared<Compilation>();
  compilation->id = ++binding.compilationCount;
  compilation->function = state.name;
  compilation->signature = signatureText(record.key.avals);
  compilation->definition = binding.locator->definitionOf(record.function.get());
  auto names = leafNames(state, record.key);
  for (size_t i = 0; i < record.key.avals.size(); ++i)
    compilation->arguments.push_back({names[i], record.key.avals[i].shape, record.key.avals[i].weakType});
  compilation->device = binding.device()->name();
  JaxprText jaxpr = jaxprText(*record.traced);
  compilation->jaxpr = jaxpr.text;
  std::unordered_map<InstructionId, int> lines;
  for (size_t i = 0; i < jaxpr.lines.size(); ++i) lines.emplace(jaxpr.lines[i], static_cast<int>(i));
  compilation->trace = record.traced->steps;
  for (TraceStep& step : compilation->trace)
    if (auto line = lines.find(step.instruction); line != lines.end()) step.jaxprLine = line->second;
  compilation->times.traceMs = record.traceMs;
  return compilation;
}

}  // namespace

std::vector<std::string> leafNames(const JitState& state, const CallKey& key) {
  std::vector<std::string> roots, names;
  for (uint32_t i = 0; i < key.positional; ++i)
    if (!isStatic(key, i))
      roots.push_back(i < state.parameterNames.size() ? state.parameterNames[i] : "args[" + std::to_string(i) + "]");
  for (uint32_t i = 0; i < key.keywords.size(); ++i)
    if (!isStatic(key, key.positional + i)) roots.push_back(textOf(key.keywords[i].get()));
  std::vector<Tree> trees = splitForest(key.tree);
  for (size_t i = 0; i < trees.size(); ++i)
    for (const std::string& path : leafPaths(trees[i])) names.push_back(roots[i] + path);
  return names;
}

namespace {

/// Inputs larger than this are not kept for measuring: they would stay in memory as long as the function.
constexpr int64_t kMostKeptBytes = int64_t{256} << 20;

}  // namespace

void keepCall(Binding& binding, JitFunctionRecord& record, const CallArguments& call, PyObject* const* args) {
  int64_t bytes = 0;
  for (const Value& value : call.values) bytes += byteSize(value->aval().shape);
  if (bytes > kMostKeptBytes) return;
  std::vector<PyRef> leaves;
  for (const Value& value : call.values) leaves.push_back(wrapValue(binding, value));
  Rebuilt rebuilt = rebuild(binding, record.key, args, leaves);
  record.firstArguments = call.values;
  record.arguments = rebuilt.positional;
  record.keywords = rebuilt.keywords;
}

std::shared_ptr<JitFunctionRecord> recordFor(JitObject& jit, const CallArguments& call, PyObject* const* args) {
  Binding& binding = *jit.binding;
  auto record = std::make_shared<JitFunctionRecord>();
  record->key = call.key;
  record->function = PyRef::borrow(jit.function);
  FlatFunction flat = [&](std::span<const Value> values) {
    std::vector<PyRef> leaves;
    for (const Value& value : values) leaves.push_back(wrapValue(binding, value));
    Rebuilt rebuilt = rebuild(binding, record->key, args, leaves);
    PyRef output = checked(PyObject_Call(jit.function, rebuilt.positional.get(), rebuilt.keywords.get()));
    return flattenOutputs(binding, jit.state->name, output.get(), record->outputs);
  };
  auto start = Clock::now();
  auto names = leafNames(*jit.state, record->key);
  record->traced = binding.tracing.trace(flat, record->key.avals, jit.state->name, names);
  record->traceMs = millisecondsSince(start);
  if (!call.traced && !jit.state->library) keepCall(binding, *record, call, args);
  if (!record->traced->capturesTracers()) jit.state->cache->add(record);
  return record;
}

void compileRecord(Binding& binding, JitFunctionRecord& record, const JitState& state) {
  if (record.executable) return;
  if (!binding.device()) raise(PyExc_RuntimeError, "no device is there to compile for");
  auto compilation = describe(binding, record, state);
  std::vector<size_t> kept;
  std::unique_ptr<Module> module = moduleForCompiling(*record.traced, &kept);
  module->setName(hloName("jit_" + state.name));
  for (size_t index : kept) record.keptConsts.push_back(record.traced->consts[index]);
  auto compiled = [&] {
    GilRelease release;
    return compile(std::move(module), compilation, *binding.device(), binding.compile, binding.events());
  }();
  if (!compiled) raiseDiagnostics(binding, compiled.error());
  record.compilation = compiled->compilation;
  record.executable = compiled->executable;
  binding.records.push_back(record.shared_from_this());
}

std::vector<Value> runRecord(Binding& binding, JitFunctionRecord& record, std::span<const Value> arguments) {
  std::vector<Array> arrays;
  arrays.reserve(record.keptConsts.size() + arguments.size());
  for (const Value& value : record.keptConsts) arrays.push_back(physicalArray(*concreteArray(value)));
  for (const Value& value : arguments) arrays.push_back(physicalArray(*concreteArray(value)));
  RunOptions options;
  options.cancel = binding.compile.cancel;
  ++record.compilation->calls;
  // Inside a call that is recorded operation by operation a jitted function is one of them.
  CallRecorder* recorder = binding.tracing.recorder();
  std::vector<Launch> launches;
  if (recorder) options.launches = &launches, recorder->enter("jit");
  const double offset = recorder ? recorder->now() : 0;
  const auto start = Clock::now();
  auto results = [&] {
    GilRelease release;
    return record.executable->run(arrays, options);
  }();
  if (record.firstRunMs == 0) record.firstRunMs = millisecondsSince(start);
  for (Launch& launch : launches) launch.instruction = 0;  // another program's
  if (recorder) recorder->add(std::move(launches), offset, true), recorder->leave();
  if (!results) raiseDiagnostics(binding, results.error());
  std::vector<Value> values;
  values.reserve(results->size());
  for (size_t i = 0; i < results->size(); ++i) {
    values.push_back(makeConcrete(logicalArray(std::move((*results)[i]), record.traced->results[i])));
  }
  return values;
}

}  // namespace onepot
