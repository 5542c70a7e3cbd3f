#include "app/onepotc/request_options.h"

#include <nlohmann/json.hpp>

namespace onepot {

namespace {

FusionPolicy policyByName(const std::string& name) {
  if (name == "none") return FusionPolicy::None;
  if (name == "elementwise") return FusionPolicy::ElementwiseOnly;
  if (name == "everything") return FusionPolicy::Everything;
  return FusionPolicy::Default;
}

}  // namespace

CompileOptions compileOptions(const nlohmann::json& options) {
  CompileOptions compile;
  compile.disabledPasses = options.value("disabledPasses", compile.disabledPasses);
  compile.disabledRules = options.value("disabledRules", compile.disabledRules);
  compile.fusionPolicy = policyByName(options.value("fusionPolicy", "default"));
  for (const auto& override : options.value("fusionOverrides", nlohmann::json::array()))
    compile.fusionOverrides[{override.at(0).get<std::string>(), override.at(1).get<std::string>()}] = override.at(2).get<bool>();
  compile.codegen.keepLlvmIr = compile.codegen.keepAssembly = true;
  return compile;
}

}  // namespace onepot
