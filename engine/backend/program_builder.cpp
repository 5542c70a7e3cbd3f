#include "engine/backend/program_builder.h"

#include <algorithm>

#include "engine/analysis/dataflow.h"
#include "engine/analysis/running_computations.h"
#include "engine/backend/comparator_source.h"
#include "engine/backend/kernel_planner.h"
#include "engine/backend/loop_source.h"
#include "engine/backend/sort_step.h"
#include "engine/ops/op.h"
#include "engine/ops/op_cost.h"
#include "engine/passes/buffer_assignment.h"

namespace onepot {

namespace {

/// Seconds on one thread, roughly: it only decides how finely the work is cut.
double roughSeconds(const OpCost& cost) {
  return std::max(static_cast<double>(cost.bytes()) / 1e10,
                  static_cast<double>(cost.flops) / 1e10 + static_cast<double>(cost.transcendentals) / 8e8);
}

class ProgramBuilder {
 public:
  ProgramBuilder(std::shared_ptr<const Module> module, const BufferPlan& plan, KernelCache& cache,
                 const CodegenOptions& options)
      : m_plan(plan), m_cache(cache), m_options(options) {
    m_program.module = std::move(module);
  }

  Result<StepProgram> build() {
    placeBuffers();
    m_program.steps = stepsOf(*module().entry());
    placeOutputs();
    if (auto done = compileKernels(); !done) return failureOf(std::move(done));
    return std::move(m_program);
  }

 private:
  /// A step that waits for its function.
  struct Pending {
    KernelStep* step;
    std::unique_ptr<KernelSource> source;
    std::string name;
    size_t kernel;
    double seconds;
    RangeFunction* function = nullptr;  // where the code goes if there is no step
  };

  const Module& module() const { return *m_program.module; }
  /// None for what has no results.
  std::span<const int> buffersOf(const Instruction& instruction) const {
    auto found = m_buffers.find(instruction.id());
    return found == m_buffers.end() ? std::span<const int>() : std::span<const int>(found->second);
  }

  void placeBuffers() {
    for (const PlannedBuffer& buffer : m_plan.buffers) {
      BufferPlace place{buffer.kind, buffer.offset, buffer.size, -1, {}};
      m_program.buffers.push_back(std::move(place));
    }
    m_program.arenaBytes = m_plan.arenaBytes;
    for (const ValueBuffer& value : m_plan.values)
      m_buffers[value.instruction].push_back(static_cast<int>(value.buffer));
    for (const Instruction* parameter : module().entry()->parameters()) {
      m_program.parameterCount += static_cast<int>(buffersOf(*parameter).size());
    }
    int number = 0;
    for (const Instruction* parameter : module().entry()->parameters())
      for (int buffer : buffersOf(*parameter)) m_program.buffers[static_cast<size_t>(buffer)].parameter = number++;
    for (const Computation* computation : runningComputations(module()))
      for (const auto& instruction : computation->instructions())
        if (instruction->isConstant() && instruction->shape().isArray())
          m_program.buffers[static_cast<size_t>(buffersOf(*instruction)[0])].constant = instruction->literal();
  }

  void placeOutputs() {
    const Instruction& root = *module().entry()->root();
    auto arrays = arraysOf(root.shape());
    std::span<const int> buffers = buffersOf(root);
    for (size_t k = 0; k < buffers.size(); ++k)
      m_program.outputs.push_back({buffers[k], arrays[k].second->withoutLayout()});
  }

  int addTemporary(int64_t bytes) {
    const int64_t offset = (m_program.arenaBytes + 63) / 64 * 64;
    m_program.arenaBytes = offset + bytes;
    m_program.buffers.push_back({BufferKind::Temporary, offset, bytes, -1, {}});
    return static_cast<int>(m_program.buffers.size()) - 1;
  }

  /// A buffer number that stands for the call's cancellation flag.
  int cancelBuffer() {
    if (m_program.cancelBuffer < 0) m_program.cancelBuffer = addTemporary(1);
    return m_program.cancelBuffer;
  }

  Steps stepsOf(const Computation& computation) {
    Steps steps;
    for (const auto& instruction : computation.instructions()) addSteps(*instruction, steps);
    return steps;
  }

  void addSteps(const Instruction& instruction, Steps& steps) {
    switch (instruction.opcode()) {
      case Opcode::While: return addWhile(instruction, steps);
      case Opcode::Conditional: return addConditional(instruction, steps);
      case Opcode::Call: {
        Steps inner = stepsOf(*module().computation(instruction.called()[0]));
        std::ranges::move(inner, std::back_inserter(steps));
        return;
      }
      default: break;
    }
    if (!isKernel(instruction) || namesItsOperands(instruction.opcode())) return;
    // A call without results is made for what it does.
    if (instruction.shape().elementCount() == 0 && instruction.opcode() != Opcode::CustomCall) return;
    addKernel(instruction, steps);
  }

  LaunchLabel labelOf(const Instruction& instruction, const OpCost& cost) const {
    return {instruction.name(), instruction.id(), cost.bytesRead, cost.bytesWritten};
  }

  Kernel& addKernelRow(const Instruction& instruction, const char* implementation, int threads) {
    Kernel kernel;
    kernel.name = instruction.name();
    kernel.instruction = instruction.id();
    kernel.members.push_back(instruction.id());
    if (instruction.opcode() == Opcode::Fusion)
      for (const auto& inside : module().computation(instruction.called()[0])->instructions())
        if (inside->opcode() != Opcode::Parameter) kernel.members.push_back(inside->id());
    const OpCost cost = costOf(instruction, module());
    kernel.bytesRead = cost.bytesRead;
    kernel.bytesWritten = cost.bytesWritten;
    kernel.flops = cost.flops;
    kernel.transcendentals = cost.transcendentals;
    kernel.implementation = implementation;
    kernel.threads = threads;
    return m_program.kernels.emplace_back(std::move(kernel));
  }

  void addKernel(const Instruction& instruction, Steps& steps) {
    const OpCost cost = costOf(instruction, module());
    if (const int64_t offset = contiguousOffset(instruction, module()); offset >= 0) {
      auto step = std::make_unique<CopyStep>();
      step->label = labelOf(instruction, cost);
      step->from = buffersOf(*instruction.operand(0))[0];
      step->to = buffersOf(instruction)[0];
      step->offset = offset;
      step->bytes = byteSize(instruction.shape());
      addKernelRow(instruction, "memcpy", 1).loopOrder = "one stretch of memory";
      steps.push_back(std::move(step));
      return;
    }
    if (instruction.opcode() == Opcode::Dot) {
      if (auto product = MatrixProduct::of(instruction)) {
        addKernelRow(instruction, "oneDNN", product->flops() > 2e6 ? kernelThreads() : 1);
        auto step = std::make_unique<DotStep>(std::move(*product));
        step->label = labelOf(instruction, cost);
        step->lhs = buffersOf(*instruction.operand(0))[0];
        step->rhs = buffersOf(*instruction.operand(1))[0];
        step->result = buffersOf(instruction)[0];
        steps.push_back(std::move(step));
        return;
      }
    }
    if (instruction.opcode() == Opcode::Sort && addSort(instruction, cost, steps)) return;
    if (canEmit(instruction, module())) return addGenerated(instruction, cost, steps);
    addKernelRow(instruction, "reference", 1);
    auto step = std::make_unique<EvaluateStep>();
    step->label = labelOf(instruction, cost);
    step->instruction = &instruction;
    step->module = m_program.module.get();
    for (const Instruction* operand : instruction.operands()) {
      std::span<const int> buffers = buffersOf(*operand);
      step->operands.emplace_back(buffers.begin(), buffers.end());
    }
    std::span<const int> results = buffersOf(instruction);
    step->results.assign(results.begin(), results.end());
    steps.push_back(std::move(step));
  }

  bool addSort(const Instruction& instruction, const OpCost& cost, Steps& steps) {
    auto step = SortStep::of(instruction, module());
    if (!step) return false;
    step->label = labelOf(instruction, cost);
    for (const Instruction* operand : instruction.operands()) step->operands.push_back(buffersOf(*operand)[0]);
    const std::span<const int> results = buffersOf(instruction);
    step->results.assign(results.begin(), results.end());
    const bool keyed = step->order.has_value();
    addKernelRow(instruction, keyed ? "vector sort" : "stable sort", kernelThreads()).loopOrder =
        keyed ? "keys with positions, in chunks, then merged" : "positions by the compiled comparator";
    if (!keyed)
      m_pending.push_back({nullptr,
                           std::make_unique<ComparatorSource>(*module().computation(instruction.called()[0]), module()),
                           instruction.name(), m_program.kernels.size() - 1, 0, &step->comparator});
    steps.push_back(std::move(step));
    return true;
  }

  /// A scatter starts from its operands.
  void addScatterCopies(const Instruction& scatter, Steps& steps) {
    const std::span<const int> results = buffersOf(scatter);
    for (size_t k = 0; k < results.size(); ++k) {
      const Instruction& operand = *scatter.operand(static_cast<int>(k));
      if (buffersOf(operand)[0] == results[k]) continue;
      auto step = std::make_unique<CopyStep>();
      step->label = {scatter.name(), scatter.id(), 0, 0};
      step->from = buffersOf(operand)[0];
      step->to = results[k];
      step->bytes = byteSize(operand.shape());
      steps.push_back(std::move(step));
    }
  }

  void addGenerated(const Instruction& instruction, const OpCost& cost, Steps& steps) {
    const auto overlays = [&](int output, int operand) {
      return buffersOf(instruction)[static_cast<size_t>(output)] == buffersOf(*instruction.operand(operand))[0];
    };
    std::vector<KernelBody> bodies = planKernels(instruction, module(), kernelThreads(), overlays);
    std::vector<int> partials;
    for (ElementType type : bodies[0].partialTypes)
      partials.push_back(
          addTemporary(byteWidth(type) * bodies[0].chunks * bodies[0].outputs[0].shape().elementCount()));
    const bool reduces = !bodies[0].reduces.empty();
    Kernel& row = addKernelRow(instruction, reduces ? "reduction" : "loop", 1);
    row.loopOrder = loopOrderText(bodies[0], 1);
    const size_t kernel = m_program.kernels.size() - 1;
    if (bodies[0].strategy == KernelStrategy::Scatter) {
      addScatterCopies(instruction, steps);
      if (instruction.operand(instruction.operandCount() - 1)->shape().elementCount() == 0) return;
    }
    for (size_t phase = 0; phase < bodies.size(); ++phase) {
      auto step = std::make_unique<KernelStep>();
      step->label = labelOf(instruction, cost);
      if (phase > 0) step->label.bytesRead = step->label.bytesWritten = 0;
      const bool fusion = instruction.opcode() == Opcode::Fusion;
      for (size_t k = 0; k < bodies[phase].inputs.size(); ++k) {
        const Instruction* source =
            fusion ? instruction.operand(static_cast<int>(k)) : bodies[phase].inputs[k].instruction;
        step->buffers.push_back(buffersOf(*source)[0]);
      }
      for (int buffer : buffersOf(instruction)) step->buffers.push_back(buffer);
      for (int buffer : partials) step->buffers.push_back(buffer);
      const double seconds = phase == 0 ? roughSeconds(cost) : 1e-6;
      m_pending.push_back(
          {step.get(), std::make_unique<BodySource>(std::move(bodies[phase])), instruction.name(), kernel, seconds});
      steps.push_back(std::move(step));
    }
  }

  void addWhile(const Instruction& loop, Steps& steps) {
    if (auto source = LoopSource::of(loop, module(), m_buffers, cancelBuffer())) {
      auto step = std::make_unique<KernelStep>();
      step->label = {loop.name(), loop.id(), 0, 0};
      step->buffers = source->buffers();
      addKernelRow(loop, "loop in code", 1).loopOrder = "the whole loop is one function";
      m_pending.push_back({step.get(), std::move(source), loop.name(), m_program.kernels.size() - 1, 0});
      steps.push_back(std::move(step));
      return;
    }
    auto step = std::make_unique<WhileStep>();
    const Computation& condition = *module().computation(loop.called()[0]);
    step->condition = stepsOf(condition);
    step->predicate = buffersOf(*condition.root())[0];
    step->body = stepsOf(*module().computation(loop.called()[1]));
    steps.push_back(std::move(step));
  }

  void addConditional(const Instruction& conditional, Steps& steps) {
    auto step = std::make_unique<ConditionalStep>();
    step->index = buffersOf(*conditional.operand(0))[0];
    step->byPredicate = conditional.operand(0)->shape().type() == ElementType::Pred;
    for (ComputationId branch : conditional.called()) step->branches.push_back(stepsOf(*module().computation(branch)));
    steps.push_back(std::move(step));
  }

  Result<std::monostate> compileKernels() {
    std::vector<KernelRequest> requests;
    for (const Pending& pending : m_pending) requests.push_back({pending.source.get(), pending.name});
    auto kernels =
        m_cache.get(requests, m_options.keepLlvmIr, m_options.keepAssembly, m_program.times, m_program.emitMs);
    if (!kernels) return failureOf(std::move(kernels));
    for (size_t k = 0; k < m_pending.size(); ++k) {
      const CompiledKernel& compiled = *(*kernels)[k];
      if (m_pending[k].function) *m_pending[k].function = compiled.function;
      if (!m_pending[k].step) continue;
      KernelStep& step = *m_pending[k].step;
      step.function = compiled.function;
      step.count = compiled.range.outerCount;
      step.split = splitFor(step.count, m_pending[k].seconds);
      if (compiled.range.sequential) step.split.parallel = false;
      describe(m_program.kernels[m_pending[k].kernel], m_pending[k], compiled, step);
    }
    m_program.code = std::move(*kernels);
    return {};
  }

  void describe(Kernel& row, const Pending& pending, const CompiledKernel& compiled, const KernelStep& step) const {
    const auto* body = dynamic_cast<const BodySource*>(pending.source.get());
    row.vectorWidth = std::max(row.vectorWidth, compiled.range.vectorWidth);
    if (step.split.parallel) row.threads = kernelThreads();
    if (body && row.llvmAfter.empty() && row.assembly.empty() &&
        body->body().strategy != KernelStrategy::CombineReduction)
      row.loopOrder = loopOrderText(body->body(), compiled.range.vectorWidth);
    const auto append = [](std::string& text, const std::string& more, std::vector<InstructionId>& lines,
                           const std::vector<InstructionId>& moreLines) {
      text += more;
      lines.insert(lines.end(), moreLines.begin(), moreLines.end());
    };
    append(row.llvmBefore, compiled.texts.llvmBefore, row.llvmBeforeLines, compiled.llvmBeforeLines);
    append(row.llvmAfter, compiled.texts.llvmAfter, row.llvmAfterLines, compiled.llvmAfterLines);
    append(row.assembly, compiled.texts.assembly, row.assemblyLines, compiled.assemblyLines);
  }

  const BufferPlan& m_plan;
  KernelCache& m_cache;
  CodegenOptions m_options;
  StepProgram m_program;
  std::unordered_map<InstructionId, std::vector<int>> m_buffers;  // of the instruction's arrays, flattened
  std::vector<Pending> m_pending;
};

}  // namespace

Result<StepProgram> buildProgram(std::shared_ptr<const Module> module, const BufferPlan& plan, KernelCache& cache,
                                 const CodegenOptions& options) {
  if (!plan.values.empty()) return ProgramBuilder(std::move(module), plan, cache, options).build();
  // The pipeline was cut short before buffer assignment.
  const BufferPlan own = planBuffers(*module, 64);
  return ProgramBuilder(std::move(module), own, cache, options).build();
}

}  // namespace onepot
