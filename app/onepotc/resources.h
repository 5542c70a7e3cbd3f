// Where the installed resources are: Python packages, schemas.
#pragma once

#include <filesystem>

namespace onepot {

/// The folder named by ONEPOT_RESOURCES, else the one that this program was built with.
std::filesystem::path resourceFolder();

}  // namespace onepot
