#include "engine/capture/capture.h"

namespace onepot {

std::shared_ptr<const Compilation> Capture::compilation(int64_t id) const {
  for (const auto& one : compilations)
    if (one->id == id) return one;
  return nullptr;
}

}  // namespace onepot
