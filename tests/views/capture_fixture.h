// A small capture for the views' tests: the tanh-exp program, really compiled by the engine's passes, timings made up.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "engine/base/event_sink.h"
#include "engine/capture/capture.h"
#include "engine/ir/hlo_parser.h"
#include "engine/runtime/compiler.h"
#include "engine/runtime/evaluator_device.h"

namespace onepot {

inline const char* const kProgram =
    "import jax\n"
    "import jax.numpy as jnp\n"
    "\n"
    "@jax.jit\n"
    "def f(x):\n"
    "    return jnp.sum(jnp.tanh(x) * jnp.exp(-x))\n"
    "\n"
    "key = jax.random.PRNGKey(42)\n"
    "x = jax.random.normal(key, (2048, 2048))\n"
    "print(f(x))\n";

inline const char* const kHlo = R"(HloModule f

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

ENTRY main {
  x.1 = f32[2048,2048]{1,0} parameter(0)
  tanh.3 = f32[2048,2048]{1,0} tanh(x.1)
  negate.4 = f32[2048,2048]{1,0} negate(x.1)
  exponential.5 = f32[2048,2048]{1,0} exponential(negate.4)
  multiply.6 = f32[2048,2048]{1,0} multiply(tanh.3, exponential.5)
  zero.2 = f32[] constant(0)
  ROOT reduce.7 = f32[] reduce(multiply.6, zero.2), dimensions={0,1}, to_apply=add
})";

inline const Instruction* named(const Module& module, const std::string& name) {
  for (const auto& computation : module.computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (instruction->name() == name) return instruction.get();
    }
  }
  return nullptr;
}

inline SourceRange place(int column, int endColumn) { return {"tanh_exp.py", 6, column, 6, endColumn}; }

/// The evaluator, but with the passes of the CPU.
class PassesOfCpu : public EvaluatorDevice {
 public:
  PassesOfCpu() : m_cpu(EvaluatorDevice::figures()) { m_cpu.name = m_cpu.pipeline = "cpu"; }
  const DeviceFigures& figures() const override { return m_cpu; }

 private:
  DeviceFigures m_cpu;
};

inline std::unique_ptr<Module> tracedProgram() {
  auto parsed = parseHlo(kHlo);
  if (!parsed) throw std::runtime_error(parsed.error().front().message.text());
  auto module = std::move(*parsed);
  auto at = [&](const char* name, int column, int endColumn) {
    const_cast<Instruction*>(named(*module, name))->setSource(place(column, endColumn));
  };
  at("tanh.3", 20, 30);
  at("negate.4", 42, 43);
  at("exponential.5", 34, 44);
  at("multiply.6", 20, 44);
  at("reduce.7", 12, 45);
  return module;
}

inline void addTrace(Compilation& compilation, const Module& module) {
  compilation.jaxpr =
      "{ lambda ; a:f32[2048,2048]. let\n"
      "    b:f32[2048,2048] = tanh a\n"
      "    c:f32[2048,2048] = neg a\n"
      "    d:f32[2048,2048] = exp c\n"
      "    e:f32[2048,2048] = mul b d\n"
      "    f:f32[] = reduce_sum[axes=(0, 1)] e\n"
      "  in (f,) }";
  int line = 1;
  for (const char* name : {"tanh.3", "negate.4", "exponential.5", "multiply.6", "reduce.7"}) {
    const Instruction* instruction = named(module, name);
    compilation.trace.push_back({instruction->id(), line++, {instruction->source()}});
  }
}

inline void addMeasurements(Compilation& compilation) {
  Run run;
  run.device = "cpu";
  run.threads = 8;
  for (int i = 0; i < 20; ++i) {
    run.jit.milliseconds.push_back(2.14 + 0.01 * (i % 7));
    run.eager.milliseconds.push_back(10.3 + 0.05 * (i % 9));
  }
  double at = 0;
  for (const char* name : {"tanh.3", "negate.4", "exponential.5", "multiply.6", "reduce.7"}) {
    const Instruction* instruction = named(*compilation.stages.front().module, name);
    run.eager.launches.push_back({name, instruction->id(), at, at + 2.0, 16 << 20, 16 << 20, 48 << 20});
    at += 2.07;
  }
  for (const Kernel& kernel : compilation.kernels) {
    run.jit.launches.push_back(
        {kernel.name, kernel.instruction, 0.01, 2.17, kernel.bytesRead, kernel.bytesWritten, 16 << 20});
  }
  run.firstCallMs = 36.5;
  run.ulp = 2;
  run.jitValue = "-3806150.25";
  run.eagerValue = "-3806150.75";
  run.jit.peakBytes = 16 << 20;
  run.eager.peakBytes = 64 << 20;
  run.bytesEager = compilation.bytesEager;
  run.bytesJit = compilation.bytesJit;
  run.bytesIdeal = compilation.bytesIdeal;
  compilation.runs.push_back(std::move(run));
}

/// Machine code made by hand: views need text and links, not a compiler.
inline void addCode(Compilation& compilation) {
  for (Kernel& kernel : compilation.kernels) {
    kernel.implementation = "loop";
    kernel.vectorWidth = 8;
    kernel.threads = 8;
    kernel.llvmAfter =
        "loop:\n  %v = load <8 x float>, ptr %p, align 32\n  %n = fneg <8 x float> %v\n  br i1 %done, label %exit, "
        "label %loop";
    kernel.assembly = ".LBB0_2:\n\tvmovups\tymm0, [rdi + 4*rax]\n\tvxorps\tymm1, ymm0, ymm15\n\tjb\t.LBB0_2";
    const InstructionId inside = kernel.members.empty() ? kernel.instruction : kernel.members.front();
    kernel.llvmAfterLines = {0, inside, kernel.members.empty() ? inside : kernel.members.back(), 0};
    kernel.assemblyLines = kernel.llvmAfterLines;
  }
}

inline std::shared_ptr<Compilation> compiledProgram(int64_t id = 1) {
  PassesOfCpu device;
  auto module = tracedProgram();
  auto compilation = std::make_shared<Compilation>();
  compilation->id = id;
  compilation->function = "f";
  compilation->signature = "(f32[2048,2048])";
  compilation->definition = {"tanh_exp.py", 5, 1, 5, 9};
  compilation->arguments = {{"x", Shape(ElementType::F32, std::vector<int64_t>{2048, 2048}), false}};
  addTrace(*compilation, *module);
  EventSink sink;
  auto compiled = compile(std::move(module), compilation, device, {}, sink);
  if (!compiled) throw std::runtime_error(compiled.error().front().message.text());
  compilation->times = {1.21, 0.38, 0.92, 31.4, 2.1, 24.6, 4.7};
  addCode(*compilation);
  addMeasurements(*compilation);
  return compilation;
}

inline std::shared_ptr<Capture> programCapture() {
  auto capture = std::make_shared<Capture>();
  capture->version = "test";
  capture->programName = "tanh_exp.py";
  capture->programText = kProgram;
  capture->device = "cpu";
  capture->python = "3.11";
  capture->outcome = Outcome::Done;
  capture->output = {{1, "-3806150.2\n"}};
  capture->devices = {{"cpu", "ready: AVX2, 8 threads"}, {"gpu", "not available, because there is no driver"}};
  capture->compilations.push_back(compiledProgram());
  return capture;
}

}  // namespace onepot
