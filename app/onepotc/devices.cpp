#include "app/onepotc/devices.h"

#include "engine/backend/device_table.h"

namespace onepot {

std::vector<Device*> DeviceSet::all() const {
  std::vector<Device*> devices{chosen};
  for (const auto& device : owned)
    if (device.get() != chosen) devices.push_back(device.get());
  return devices;
}

Result<DeviceSet> openDevices(const std::string& name) {
  DeviceSet set;
  std::string known;
  for (const DeviceRow& row : deviceTable()) {
    known += (known.empty() ? "" : ", ") + row.name;
    if (row.name == name && !row.available) return fail(Message{"device.unavailable", {name, row.reason}});
    if (!row.available) continue;
    set.owned.push_back(row.make());
    if (row.name == name) set.chosen = set.owned.back().get();
  }
  if (set.chosen == nullptr) return fail(Message{"device.unknown", {name, known}});
  return set;
}

}  // namespace onepot
