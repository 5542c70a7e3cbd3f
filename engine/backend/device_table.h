// The device list: every device this build knows, and why it is or isn't there.
#pragma once

#include <vector>

#include "engine/runtime/device.h"

namespace onepot {

std::vector<DeviceRow> deviceTable();

}  // namespace onepot
