#include "engine/backend/cpu_executable.h"

#include "engine/analysis/dataflow.h"

namespace onepot {

CpuExecutable::CpuExecutable(StepProgram program, Device* device) : m_program(std::move(program)), m_device(device) {
  for (size_t b = 0; b < m_program.buffers.size(); ++b)
    if (m_program.buffers[b].parameter >= 0)
      m_parameterBuffers.emplace_back(static_cast<int>(b), static_cast<int>(m_program.buffers[b].parameter));
  for (const Instruction* parameter : m_program.module->entry()->parameters())
    for (auto& [index, shape] : arraysOf(parameter->shape())) m_parameterShapes.push_back(shape->withoutLayout());
}

std::unique_ptr<Frame> CpuExecutable::takeFrame() {
  {
    std::lock_guard lock(m_mutex);
    if (!m_frames.empty()) {
      auto frame = std::move(m_frames.back());
      m_frames.pop_back();
      return frame;
    }
  }
  auto frame = std::make_unique<Frame>();
  frame->bases.resize(m_program.buffers.size());
  if (m_program.arenaBytes > 0) frame->arena = allocateBytes(m_program.arenaBytes);
  for (size_t b = 0; b < m_program.buffers.size(); ++b) {
    const BufferPlace& place = m_program.buffers[b];
    if (place.kind == BufferKind::Temporary) frame->bases[b] = frame->arena.get() + place.offset;
    if (place.kind == BufferKind::Constant) frame->bases[b] = place.constant.storage().get();
  }
  return frame;
}

void CpuExecutable::giveBack(std::unique_ptr<Frame> frame) {
  std::lock_guard lock(m_mutex);
  if (m_frames.size() < 2) m_frames.push_back(std::move(frame));
}

Result<std::monostate> CpuExecutable::check(std::span<const Array> arguments) const {
  if (arguments.size() != m_parameterShapes.size())
    return fail(
        Message{"run.argument_count", {std::to_string(m_parameterShapes.size()), std::to_string(arguments.size())}});
  for (size_t k = 0; k < arguments.size(); ++k)
    if (!arguments[k].shape.compatible(m_parameterShapes[k]))
      return fail(Message{"run.argument_shape",
                          {std::to_string(k), m_parameterShapes[k].text(false), arguments[k].shape.text(false)}});
  return {};
}

Result<std::vector<Array>> CpuExecutable::run(std::span<const Array> arguments, const RunOptions& options) {
  if (auto fine = check(arguments); !fine) return failureOf(std::move(fine));
  std::unique_ptr<Frame> frame = takeFrame();
  frame->cancel = &options.cancel;
  frame->launches = options.launches;
  if (options.launches) frame->start = std::chrono::steady_clock::now();
  for (auto [buffer, parameter] : m_parameterBuffers)
    frame->bases[static_cast<size_t>(buffer)] = arguments[static_cast<size_t>(parameter)].literal().storage().get();
  if (m_program.cancelBuffer >= 0)
    frame->bases[static_cast<size_t>(m_program.cancelBuffer)] =
        const_cast<std::byte*>(reinterpret_cast<const std::byte*>(options.cancel.flag()));
  std::vector<Array> results;
  results.reserve(m_program.outputs.size());
  for (const ProgramOutput& output : m_program.outputs) {
    const BufferPlace& place = m_program.buffers[static_cast<size_t>(output.buffer)];
    std::byte*& base = frame->bases[static_cast<size_t>(output.buffer)];
    if (place.kind == BufferKind::Parameter) {
      results.push_back(arguments[static_cast<size_t>(place.parameter)]);
      continue;
    }
    if (place.kind == BufferKind::Constant) {
      results.emplace_back(m_device, Literal(output.shape, place.constant.storage()));
      continue;
    }
    std::shared_ptr<std::byte> bytes = allocateBytes(place.bytes);
    base = bytes.get();
    results.emplace_back(m_device, Literal(output.shape, std::move(bytes)));
  }
  const bool done = runSteps(m_program.steps, *frame);
  Diagnostics failure = std::move(frame->failure);
  frame->failure.clear();
  giveBack(std::move(frame));
  if (options.cancel.cancelled()) return fail(Message{"run.cancelled", {}});
  if (!done) return std::unexpected(std::move(failure));
  return results;
}

}  // namespace onepot
