// A StepProgram that runs: frames are kept between calls, so a call allocates nothing but its results.
#pragma once

#include <mutex>
#include <vector>

#include "engine/backend/program_builder.h"

namespace onepot {

class CpuExecutable final : public Executable {
 public:
  CpuExecutable(StepProgram program, Device* device);

  Result<std::vector<Array>> run(std::span<const Array> arguments, const RunOptions& options) override;
  const std::vector<Kernel>& kernels() const override { return m_program.kernels; }
  double irMs() const override { return m_program.emitMs; }
  double optimizeMs() const override { return m_program.times.optimizeMs; }
  double objectMs() const override { return m_program.times.objectMs; }

 private:
  std::unique_ptr<Frame> takeFrame();
  void giveBack(std::unique_ptr<Frame> frame);
  Result<std::monostate> check(std::span<const Array> arguments) const;

  StepProgram m_program;
  Device* m_device;
  std::vector<std::pair<int, int>> m_parameterBuffers;  // buffer, parameter
  std::vector<Shape> m_parameterShapes;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<Frame>> m_frames;  // not in use
};

}  // namespace onepot
