// The devices that are there on this machine, made from the device table, the chosen one first.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/runtime/device.h"

namespace onepot {

struct DeviceSet {
  std::vector<std::unique_ptr<Device>> owned;
  Device* chosen = nullptr;
  std::vector<Device*> all() const;   // the chosen one first
};

/// Makes the available devices. Fails in words when `name` is not in the table or not available.
Result<DeviceSet> openDevices(const std::string& name);

}  // namespace onepot
