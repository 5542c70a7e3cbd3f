#include "engine/backend/device_table.h"

#include "engine/backend/cpu_device.h"
#include "engine/runtime/evaluator_device.h"

namespace onepot {

namespace {

DeviceRow cpuRow() {
  DeviceRow row{"cpu", "This machine's processor: LLVM code, threads of oneTBB, dots by oneDNN.", false, {}, {}};
  auto device = CpuDevice::create();
  if (!device) {
    row.reason = device.error().front().message.text();
    return row;
  }
  row.available = true;
  row.reason = "ready: " + CpuDevice::hostText();
  row.make = [] { return std::unique_ptr<Device>(std::move(CpuDevice::create().value())); };
  return row;
}

}  // namespace

std::vector<DeviceRow> deviceTable() { return {cpuRow(), evaluatorDeviceRow()}; }

}  // namespace onepot
