#include "engine/passes/pass_runner.h"

#include <chrono>
#include <map>

#include "engine/ir/verifier.h"
#include "engine/passes/stage_statistics.h"

namespace onepot {

namespace {

/// Changes whenever anything of the module does.
uint64_t fingerprint(const Module& module) {
  uint64_t sum = 14695981039346656037ull;
  auto mix = [&](uint64_t value) { sum = (sum ^ value) * 1099511628211ull; };
  for (const auto& computation : module.computations()) {
    mix(static_cast<uint64_t>(computation->id()));
    mix(computation->version());
  }
  mix(module.scheduled());
  mix(module.traced());
  mix(module.header().size());
  return sum;
}

double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

class Runner {
 public:
  Runner(Module& module, const PassRunnerInput& input, const DeviceFigures& figures, const PassOptions& options,
         std::vector<Stage>& stages)
      : m_module(module), m_input(input), m_figures(figures), m_options(options), m_stages(stages) {}

  Result<PassResults> run() {
    std::map<std::string, int> total, seen;
    for (const std::string& name : m_input.passes) {
      if (passByName(name) == nullptr) return fail(Message{"pass.unknown", {name}});
      ++total[name];
    }
    addFirstStage();
    for (const std::string& name : m_input.passes) {
      if (m_options.cancel.cancelled()) return fail(Message{"compile.cancelled", {}});
      int occurrence = ++seen[name];
      bool numbered = total[name] > 1 && occurrence > 1;
      runOne(*passByName(name), numbered ? name + "#" + std::to_string(occurrence) : name);
      if (m_options.untilPass == name || m_options.untilPass == m_stages.back().name) break;
    }
    if (m_stages.back().module == nullptr) m_stages.back().module = m_module.freeze(m_lastSnapshot.get());
    return std::move(m_results);
  }

 private:
  void addFirstStage() {
    Stage stage;
    stage.pass = stage.name = m_module.traced() ? "trace" : "input";
    stage.pipeline = m_input.pipeline;
    stage.state = StageState::End;
    m_lastSnapshot = stage.module = m_module.freeze();
    stage.statistics = countStage(m_module);
    finish(std::move(stage));
  }

  void runOne(const PassRow& row, std::string name) {
    Stage stage;
    stage.number = static_cast<int>(m_stages.size());
    stage.pass = row.name;
    stage.name = std::move(name);
    stage.pipeline = m_input.pipeline;
    stage.statistics = m_stages.back().statistics;
    stage.module = m_stages.back().module;
    if (m_options.disabledPasses.contains(stage.pass) || m_options.disabledPasses.contains(stage.name)) {
      stage.state = StageState::Disabled;
      stage.note = {"pass.disabled", {}};
    } else if (row.applies != nullptr && !row.applies(m_module)) {
      stage.state = StageState::NotApplicable;
      stage.note = {std::string(row.absent), {}};
    } else {
      runAndRecord(row, stage);
    }
    finish(std::move(stage));
  }

  void runAndRecord(const PassRow& row, Stage& stage) {
    uint64_t before = fingerprint(m_module);
    PassContext context{m_figures, m_options, {}, {}, {}, {}};
    auto start = std::chrono::steady_clock::now();
    bool changed = false;
    try {
      changed = row.run(m_module, context);
    } catch (const std::logic_error& fault) {
      throw PassFault(stage.name, stage.number, fault.what());
    }
    stage.milliseconds = millisecondsSince(start);
    bool differs = fingerprint(m_module) != before;
    if (changed != differs)
      throw PassFault(
          stage.name, stage.number,
          changed ? "says that it changed the module, which is as it was" : "changed the module and did not say so");
    stage.rewrites = std::move(context.rewrites);
    stage.note = std::move(context.note);
    if (!context.decisions.empty()) m_results.decisions = std::move(context.decisions);
    if (!context.buffers.order.empty()) m_results.buffers = std::move(context.buffers);
    if (stage.note.empty() && !stage.rewrites.empty())
      stage.note = {"pass.rewrites", {std::to_string(stage.rewrites.size())}};
    if (changed) recordChange(stage);
  }

  void recordChange(Stage& stage) {
    stage.state = StageState::Changed;
    if (m_options.verify) {
      Diagnostics faults = verify(m_module);
      if (!faults.empty()) throw PassFault(stage.name, stage.number, faults.front().message.text());
    }
    stage.module = m_options.snapshots ? m_module.freeze(m_lastSnapshot.get()) : nullptr;
    if (stage.module != nullptr) m_lastSnapshot = stage.module;
    if (m_options.snapshots) stage.statistics = countStage(m_module);
  }

  void finish(Stage stage) {
    m_stages.push_back(std::move(stage));
    if (m_input.stageDone) m_input.stageDone(m_stages.back());
  }

  Module& m_module;
  const PassRunnerInput& m_input;
  const DeviceFigures& m_figures;
  const PassOptions& m_options;
  std::vector<Stage>& m_stages;
  std::shared_ptr<const Module> m_lastSnapshot;
  PassResults m_results;
};

}  // namespace

Result<PassResults> runPasses(Module& module, const PassRunnerInput& input, const DeviceFigures& figures,
                              const PassOptions& options, std::vector<Stage>& stages) {
  return Runner(module, input, figures, options, stages).run();
}

}  // namespace onepot
