// The session: exit codes, outcomes, diagnostics at exact columns, captured output, cancelling, retracing, measuring.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "engine/python/python_session.h"
#include "engine/runtime/evaluator_device.h"

namespace onepot {
namespace {

class Recorder : public EventSink {
 public:
  void output(int stream, std::string_view text) override { (stream == 1 ? out : err) += text; }
  void diagnostic(const Diagnostic& diagnostic) override { diagnostics.push_back(diagnostic); }
  void compiled(const Compilation& compilation) override { compiledFunctions.push_back(compilation.function); }
  void cacheMiss(const CacheMiss& miss) override { misses.push_back(miss); }
  std::string out, err;
  Diagnostics diagnostics;
  std::vector<std::string> compiledFunctions;
  std::vector<CacheMiss> misses;
};

/// CPython lives once in a process, so all cases share a session.
struct Fixture {
  static PythonSession& session() {
    static EvaluatorDevice device;
    static PythonSession only([] {
      PythonOptions options;
      options.devices = {&device};
      options.captureOutput = true;
      options.resources = ONEPOT_SOURCE_DIR "/resources/python";
      options.readLine = [](std::string_view) { return std::string("typed\n"); };
      return options;
    }());
    return only;
  }
  PythonOutcome run(const std::string& text, std::vector<std::string> arguments = {}) {
    return session().runText(text, "program.py", {}, arguments, events);
  }
  Recorder events;
};

TEST_CASE_FIXTURE(Fixture, "output, arguments, input and exit code are the program's own") {
  auto outcome =
      run("import sys\nprint('é', sys.argv[1:], input())\nprint('e', file=sys.stderr)\nsys.exit(7)\n", {"a", "b"});
  CHECK(outcome.exitCode == 7);
  CHECK(outcome.outcome == "done");
  CHECK(events.out == "é ['a', 'b'] typed\n");
  CHECK(events.err == "e\n");
}

TEST_CASE_FIXTURE(Fixture, "each run has a fresh __main__") {
  run("leftover = 1\n");
  auto outcome = run("print(__name__, 'leftover' in globals())\n");
  CHECK(events.out == "__main__ False\n");
  CHECK(outcome.exitCode == 0);
}

TEST_CASE_FIXTURE(Fixture, "a syntax error is placed") {
  auto outcome = run("x = 1\ny = (2 +\n");
  REQUIRE(outcome.diagnostics.size() == 1);
  CHECK(outcome.exitCode == 1);
  CHECK(outcome.diagnostics[0].errorType == "SyntaxError");
  CHECK(outcome.diagnostics[0].range.line == 2);
  CHECK(outcome.diagnostics[0].range.column == 5);
}

TEST_CASE_FIXTURE(Fixture, "a traced condition is an error at the condition, in characters") {
  auto outcome =
      run("import jax\n"
          "@jax.jit\n"
          "def f(v, w):\n"
          "    é = 1; return w if v > 0 else w\n"
          "f(1.0, 2.0)\n");
  REQUIRE(outcome.diagnostics.size() == 1);
  const Diagnostic& error = outcome.diagnostics[0];
  CHECK(outcome.outcome == "failed");
  CHECK(error.errorType == "TracerBoolConversionError");
  CHECK(error.range.file == "program.py");
  CHECK(error.range.line == 4);
  CHECK(error.range.column == 24);
  CHECK(error.range.endColumn == 28);
  CHECK(error.message.text().find("the argument v.") != std::string::npos);
  REQUIRE(!error.notes.empty());
  CHECK(error.notes[0].range.line == 5);
  CHECK(events.err.find("resources/python/jax") == std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "NumPy on a traced array offers jax.numpy as the fix") {
  auto outcome = run("import jax, numpy as np\njax.jit(lambda x: np.sin(x))(1.0)\n");
  REQUIRE(outcome.diagnostics.size() == 1);
  REQUIRE(outcome.diagnostics[0].fix.has_value());
  CHECK(outcome.diagnostics[0].fix->replacement == "jnp.sin(x)");
  CHECK(outcome.diagnostics[0].fix->range.column == 19);
}

TEST_CASE_FIXTURE(Fixture, "a cache miss says which argument differs") {
  run("import jax, jax.numpy as jnp\nf = jax.jit(lambda x: x * 2)\nf(jnp.ones(4)); f(jnp.ones(8))\n");
  REQUIRE(events.misses.size() == 1);
  CHECK(events.misses[0].because.text() == "argument x: f32[8] now, f32[4] before");
  CHECK(events.misses[0].at.line == 3);
  CHECK(events.misses[0].at.column == 17);
}

TEST_CASE_FIXTURE(Fixture, "a function made in a loop is a miss each time") {
  run("import jax\nfor i in range(3):\n    jax.jit(lambda x: x + 1)(2.0)\n");
  REQUIRE(events.misses.size() == 2);
  CHECK(events.misses[0].because.id == "jit_miss_new_function");
  CHECK(events.misses[0].at.line == 3);
}

TEST_CASE_FIXTURE(Fixture, "jit of one function twice compiles once") {
  run("import jax\ndef f(x): return x + 1\nfor i in range(3):\n    jax.jit(f)(2.0)\n");
  CHECK(events.misses.empty());
  CHECK(session().calls().size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "an endless loop is cancelled") {
  std::thread later([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    session().cancel();
  });
  auto outcome = run("while True:\n    pass\n");
  later.join();
  CHECK(outcome.outcome == "cancelled");
  CHECK(run("print(1)\n").outcome == "done");
}

TEST_CASE_FIXTURE(Fixture, "more memory than there is gives MemoryError at the expression") {
  setAllocationLimit(int64_t{1} << 30);
  auto outcome = run("import jax.numpy as jnp\nx = jnp.ones((100000, 100000)) + jnp.arange(100000)\n");
  setAllocationLimit(0);
  REQUIRE(outcome.diagnostics.size() == 1);
  CHECK(outcome.outcome == "limit");
  CHECK(outcome.diagnostics[0].errorType == "MemoryError");
  CHECK(outcome.diagnostics[0].range.line == 2);
}

TEST_CASE_FIXTURE(Fixture, "known calls are traced anew without running the top level") {
  const std::string text =
      "import jax, jax.numpy as jnp\n"
      "@jax.jit\n"
      "def f(x):\n"
      "    return jnp.sin(x)\n"
      "print('ran')\n"
      "f(jnp.ones(4))\n";
  run(text);
  REQUIRE(session().calls().size() == 1);
  events = {};
  std::string edited = text;
  edited.replace(edited.find("sin"), 3, "cos");
  CHECK(session().retrace(edited, "program.py", {}, events));
  CHECK(events.out.empty());
  REQUIRE(session().calls().size() == 1);
  CHECK(session().calls()[0].compilation->jaxpr.find("cos") != std::string::npos);
}

TEST_CASE_FIXTURE(Fixture, "a call is measured both ways and agrees") {
  run("import jax, jax.numpy as jnp\nf = jax.jit(lambda x: jnp.tanh(x) * 2)\nf(jnp.arange(4.0))\n");
  REQUIRE(session().calls().size() == 1);
  auto measured = session().measure(*session().calls()[0].compilation, {.rounds = 3}, events);
  REQUIRE(measured.has_value());
  CHECK(measured->jit.milliseconds.size() == 3);
  CHECK(measured->eager.milliseconds.size() == 3);
  REQUIRE(measured->ulp.has_value());
  CHECK(*measured->ulp <= 1);
}

TEST_CASE_FIXTURE(Fixture, "what a recorded eager call claims is what its operations read and write") {
  run("import jax, jax.numpy as jnp\n@jax.jit\ndef f(x):\n    return jnp.exp(-x) * x\nf(jnp.ones(1024))\n");
  const Compilation& compilation = *session().calls()[0].compilation;
  auto measured = session().measure(compilation, {.rounds = 3, .warmUps = 2}, events);
  REQUIRE(measured.has_value());
  CHECK(measured->warmUps == 2);
  CHECK(measured->firstRunMs > 0);
  const Series& eager = measured->eager;
  REQUIRE(eager.launches.size() == 3);
  const char* opcodes[] = {"negate", "exponential", "multiply"};
  for (size_t i = 0; i < 3; ++i) {
    const Launch& launch = eager.launches[i];
    CHECK(launch.opcode == opcodes[i]);
    CHECK(launch.source.line == 4);
    CHECK(launch.bytesRead == (i == 2 ? 8192 : 4096));
    CHECK(launch.bytesWritten == 4096);
    const Instruction* traced = nullptr;
    for (const auto& one : compilation.stages.front().module->entry()->instructions())
      if (one->id() == launch.instruction) traced = one.get();
    REQUIRE(traced != nullptr);
    CHECK(traced->source() == launch.source);
  }
  CHECK(measured->bytesEager == 3 * 4096 + 4 * 4096);
  CHECK(eager.callMs > 0);
  CHECK(!eager.memory.empty());
  // x, and what the three operations made; the argument is there from the begin.
  REQUIRE(eager.arrays.size() == 4);
  CHECK(eager.arrays[0].name == "x");
  CHECK(eager.peakBytes >= 3 * 4096);
  CHECK(measured->jit.peakBytes >= 2 * 4096);
}

TEST_CASE_FIXTURE(Fixture, "a function that was traced inside another before is measured too") {
  run("import jax, jax.numpy as jnp\n@jax.jit\ndef g(x):\n    return jnp.tanh(x)\n"
      "@jax.jit\ndef f(x):\n    return g(x) * 2\nf(jnp.ones(8))\ng(jnp.ones(8))\n");
  REQUIRE(session().calls().size() == 2);
  for (const JittedCall& call : session().calls())
    CHECK(session().measure(*call.compilation, {.rounds = 3}, events).has_value());
}

}  // namespace
}  // namespace onepot
