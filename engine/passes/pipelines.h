// Which passes run for a device, in order: one list a pipeline.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace onepot {

struct Pipeline {
  std::string_view name;                 // DeviceFigures::pipeline
  std::vector<std::string_view> passes;  // rows of the pass list; one may stand several times
};

std::span<const Pipeline> pipelines();
const Pipeline* pipelineByName(std::string_view name);

}  // namespace onepot
