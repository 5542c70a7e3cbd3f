// The members of everything that travels in events, named once. Keys may be added here, never renamed.
#pragma once

#include "engine/capture/capture.h"
#include "engine/capture/json_fields.h"
#include "engine/ir/hlo_parser.h"

namespace onepot {

template <typename V>
void fields(V& v, Message& m) {
  v("id", m.id), v("arguments", m.arguments);
}
template <typename V>
void fields(V& v, SourceRange& r) {
  v("file", r.file), v("line", r.line), v("column", r.column), v("end_line", r.endLine), v("end_column", r.endColumn);
}
template <typename V>
void fields(V& v, Fix& f) {
  v("title", f.title), v("range", f.range), v("replacement", f.replacement);
}
template <typename V>
void fields(V& v, Diagnostic& d) {
  v("severity", d.severity), v("range", d.range), v("message", d.message), v("notes", d.notes), v("fix", d.fix);
  v("error_type", d.errorType);
}
/// Shapes travel as HLO text; a text that is no shape leaves the shape as it is.
inline void fields(FieldWriter& v, Shape& s) { v("hlo", s.text()); }
inline void fields(FieldReader& v, Shape& s) {
  std::string text;
  v("hlo", text);
  if (auto parsed = parseShape(text)) s = *parsed;
}
template <typename V>
void fields(V& v, Argument& a) {
  v("name", a.name), v("shape", a.shape), v("weak_type", a.weakType);
}
template <typename V>
void fields(V& v, TraceStep& t) {
  v("instruction", t.instruction), v("line", t.jaxprLine), v("stack", t.stack);
}
template <typename V>
void fields(V& v, Rewrite& r) {
  v("rule", r.rule), v("assumption", r.assumption), v("before", r.before), v("after", r.after), v("text", r.text);
  v("us", r.microseconds);
}
template <typename V>
void fields(V& v, StageStatistics& s) {
  v("instructions", s.instructions), v("entry_instructions", s.entryInstructions), v("fusions", s.fusions);
  v("kernels", s.kernels), v("bytes", s.bytes), v("flops", s.flops);
}
/// Without its module, which travels as a difference (module_delta.h).
template <typename V>
void fields(V& v, Stage& s) {
  v("number", s.number), v("pass", s.pass), v("name", s.name), v("pipeline", s.pipeline), v("state", s.state);
  v("ms", s.milliseconds), v("note", s.note), v("rewrites", s.rewrites), v("statistics", s.statistics);
}
template <typename V>
void fields(V& v, FusionDecision& d) {
  v("id", d.id), v("producer", d.producer), v("consumer", d.consumer), v("producer_name", d.producerName);
  v("consumer_name", d.consumerName), v("fused", d.fused), v("forced", d.forced), v("rule", d.rule);
  v("reason", d.reason), v("bytes_apart", d.bytesApart), v("bytes_fused", d.bytesFused);
  v("seconds_apart", d.secondsApart), v("seconds_fused", d.secondsFused), v("fusion", d.fusion);
  v("depends_on", d.dependsOn);
}
template <typename V>
void fields(V& v, PlannedBuffer& b) {
  v("id", b.id), v("instruction", b.instruction), v("name", b.name), v("shape_index", b.shapeIndex), v("kind", b.kind);
  v("offset", b.offset), v("size", b.size), v("from", b.from), v("to", b.to), v("partners", b.partners);
}
template <typename V>
void fields(V& v, BufferPlan& p) {
  v("buffers", p.buffers), v("arena_bytes", p.arenaBytes), v("peak_bytes", p.peakBytes), v("peak_at", p.peakAt);
  v("order", p.order);
}
template <typename V>
void fields(V& v, Kernel& k) {
  v("name", k.name), v("instruction", k.instruction), v("members", k.members), v("implementation", k.implementation);
  v("bytes_read", k.bytesRead), v("bytes_written", k.bytesWritten), v("flops", k.flops);
  v("transcendentals", k.transcendentals), v("predicted_seconds", k.predictedSeconds), v("vector_width", k.vectorWidth);
  v("threads", k.threads), v("loop_order", k.loopOrder), v("llvm_before", k.llvmBefore), v("llvm_after", k.llvmAfter);
  v("assembly", k.assembly), v("llvm_before_lines", k.llvmBeforeLines), v("llvm_after_lines", k.llvmAfterLines);
  v("assembly_lines", k.assemblyLines);
}
template <typename V>
void fields(V& v, ThreadWork& w) {
  v("thread", w.thread), v("start", w.start), v("end", w.end);
}
template <typename V>
void fields(V& v, Launch& l) {
  v("name", l.name), v("instruction", l.instruction), v("start", l.start), v("end", l.end);
  v("bytes_read", l.bytesRead), v("bytes_written", l.bytesWritten), v("live_bytes", l.liveBytes);
  v("live_before", l.liveBefore), v("opcode", l.opcode), v("source", l.source), v("work", l.work);
}
template <typename V>
void fields(V& v, Interval& i) {
  v("start", i.start), v("end", i.end);
}
template <typename V>
void fields(V& v, MemoryPoint& p) {
  v("at", p.at), v("bytes", p.bytes);
}
template <typename V>
void fields(V& v, ArrayLife& a) {
  v("name", a.name), v("instruction", a.instruction), v("bytes", a.bytes), v("from", a.from), v("to", a.to);
}
template <typename V>
void fields(V& v, Series& s) {
  v("ms", s.milliseconds), v("launches", s.launches), v("dispatch_ms", s.dispatchMs), v("peak_bytes", s.peakBytes);
  v("call_ms", s.callMs), v("python", s.python), v("memory", s.memory), v("arrays", s.arrays);
}
template <typename V>
void fields(V& v, Run& r) {
  v("device", r.device), v("measured", r.measured), v("threads", r.threads), v("jit", r.jit), v("eager", r.eager);
  v("warm_ups", r.warmUps), v("first_run_ms", r.firstRunMs);
  v("first_call_ms", r.firstCallMs), v("ulp", r.ulp), v("ulp_of_greatest", r.ulpOfGreatest), v("jit_value", r.jitValue),
      v("eager_value", r.eagerValue);
  v("bytes_eager", r.bytesEager), v("bytes_jit", r.bytesJit), v("bytes_ideal", r.bytesIdeal);
}
template <typename V>
void fields(V& v, CompileTimes& t) {
  v("trace_ms", t.traceMs), v("lower_ms", t.lowerMs), v("passes_ms", t.passesMs), v("codegen_ms", t.codegenMs);
  v("llvm_ir_ms", t.llvmIrMs), v("llvm_optimize_ms", t.llvmOptimizeMs), v("object_ms", t.objectMs);
}
template <typename V>
void fields(V& v, CacheMiss& m) {
  v("function", m.function), v("at", m.at), v("because", m.because);
}
/// What the `traced` event says of a compilation.
template <typename V>
void tracedFields(V& v, Compilation& c) {
  v("id", c.id), v("function", c.function), v("signature", c.signature), v("definition", c.definition);
  v("arguments", c.arguments), v("device", c.device), v("jaxpr", c.jaxpr), v("trace", c.trace);
}
/// What the `compiled` event adds; stages and runs have events of their own.
template <typename V>
void compiledFields(V& v, Compilation& c) {
  v("decisions", c.decisions), v("buffers", c.buffers), v("kernels", c.kernels), v("times", c.times);
  v("diagnostics", c.diagnostics), v("calls", c.calls), v("bytes_eager", c.bytesEager), v("bytes_jit", c.bytesJit);
  v("bytes_ideal", c.bytesIdeal), v("device", c.device);
}

}  // namespace onepot
