#include "engine/passes/pipelines.h"

#include <algorithm>

namespace onepot {

namespace {

const std::vector<Pipeline>& rows() {
  static const std::vector<Pipeline> kPipelines = {
      {"cpu",
       {
           // one dialect, one computation, no tuples in the way
           "lower-traced",
           "call-inliner",
           "tuple-simplifier",
           "zero-sized-hlo-elimination",
           "dce",
           // fewer operations
           "algsimp",
           "constant-folding",
           "while-loop-simplifier",
           "reshape-mover",
           "cse",
           "algsimp",
           "transpose-folding",
           "tuple-simplifier",
           "dce",
           // memory: layouts, kernels, copies, order, places
           "layout-assignment",
           "fusion",
           "reshape-decomposer",
           "flatten-call-graph",
           "copy-insertion",
           "hlo-memory-scheduler",
           "buffer-assignment",
       }},
      {"evaluator", {"lower-traced"}},
  };
  return kPipelines;
}

}  // namespace

std::span<const Pipeline> pipelines() { return rows(); }

const Pipeline* pipelineByName(std::string_view name) {
  auto found = std::ranges::find(rows(), name, &Pipeline::name);
  return found == rows().end() ? nullptr : &*found;
}

}  // namespace onepot
