// Everything about one compiled signature of one function: what the window shows and a capture keeps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/passes/buffer_plan.h"
#include "engine/passes/fusion_decision.h"
#include "engine/passes/stage.h"
#include "engine/runtime/kernel.h"
#include "engine/runtime/run.h"

namespace onepot {

/// One operation in the order it was traced.
struct TraceStep {
  InstructionId instruction = 0;
  int jaxprLine = 0;                     // from 0 in `Compilation::jaxpr`
  std::vector<SourceRange> stack;        // the user's frames, innermost first
};

struct Argument {
  std::string name;                      // "x", "params['w'][0]"
  Shape shape;
  bool weakType = false;
};

struct CompileTimes {
  double traceMs = 0, lowerMs = 0, passesMs = 0, codegenMs = 0, llvmIrMs = 0, llvmOptimizeMs = 0, objectMs = 0;
  double totalMs() const { return traceMs + lowerMs + passesMs + codegenMs; }
};

struct Compilation {
  int64_t id = 0;                        // unique in a capture
  std::string function;                  // "compose_jit"
  std::string signature;                 // "(f32[2048,2048], f32[2048,2048])"
  SourceRange definition;                // where the function is defined
  std::vector<Argument> arguments;
  std::string device;
  std::string jaxpr;                     // text of the traced dialect
  std::vector<TraceStep> trace;
  std::vector<Stage> stages;             // stage 0 is the trace
  std::vector<FusionDecision> decisions;
  BufferPlan buffers;
  std::vector<Kernel> kernels;
  CompileTimes times;
  std::vector<Run> runs;
  Diagnostics diagnostics;
  int64_t calls = 0;                     // of the compiled function so far
  int64_t bytesEager = 0, bytesJit = 0, bytesIdeal = 0;  // counted from the IR
};

/// A call of a jitted function that had to compile although the function was compiled before.
struct CacheMiss {
  std::string function;
  SourceRange at;                        // the call
  Message because;                       // "argument x: f32[8] now, f32[4] before"
};

}  // namespace onepot
