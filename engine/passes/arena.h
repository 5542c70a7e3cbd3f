// Places blocks with lifetimes in one stretch of memory, so that those alive at the same time do not overlap.
#pragma once

#include <cstdint>
#include <vector>

namespace onepot {

struct ArenaRequest {
  int64_t size = 0;
  int from = 0, to = 0;  // positions, both included
};

/// Best fit, largest first: each block's offset, a multiple of `alignment`; `total` becomes the arena's size.
std::vector<int64_t> placeInArena(const std::vector<ArenaRequest>& requests, int64_t alignment, int64_t& total);

}  // namespace onepot
