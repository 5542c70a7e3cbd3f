#include <CLI/CLI.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/onepotc/command.h"
#include "app/onepotc/common_options.h"
#include "app/onepotc/text_table.h"
#include "engine/backend/device_table.h"

namespace onepot {

int devicesCommand(std::vector<std::string> arguments) {
  CLI::App app("List every device and why it is or isn't there.", "onepotc devices");
  std::string json;
  app.add_option("--json", json, "write the list as JSON")->type_name("OUT.json");
  if (auto code = parseCommandLine(app, std::move(arguments))) return *code;

  TextTable table({"device", "state", "what it is"});
  nlohmann::json list = nlohmann::json::array();
  for (const DeviceRow& row : deviceTable()) {
    table.add({row.name, row.reason, row.doc});
    list.push_back({{"name", row.name}, {"available", row.available}, {"reason", row.reason}, {"doc", row.doc}});
  }
  if (!json.empty()) return writeOutput(json, list.dump(2) + "\n") ? kDone : kWrongInput;
  std::fputs(table.text(false).c_str(), stdout);
  return kDone;
}

}  // namespace onepot
