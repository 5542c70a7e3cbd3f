#include "app/onepotc/resources.h"

#include <cstdlib>

namespace onepot {

std::filesystem::path resourceFolder() {
  const char* chosen = std::getenv("ONEPOT_RESOURCES");
  return chosen != nullptr && *chosen != '\0' ? chosen : ONEPOT_RESOURCE_DIR;
}

}  // namespace onepot
