// An array of the running program: its shards on their devices.
#pragma once

#include <vector>

#include "engine/ir/literal.h"

namespace onepot {

class Device;

struct Shard {
  Device* device = nullptr;
  Literal data;            // host memory for devices that compute there
};

/// Immutable; copies share their bytes. Most arrays have one shard that holds all of them.
struct Array {
  Shape shape;
  bool weakType = false;
  std::vector<Shard> shards;

  Array() = default;
  Array(Device* device, Literal data, bool weak = false)
      : shape(data.shape()), weakType(weak), shards{{device, std::move(data)}} {}
  /// The whole value in host memory.
  const Literal& literal() const { return shards.front().data; }
  Device* device() const { return shards.empty() ? nullptr : shards.front().device; }
};

}  // namespace onepot
