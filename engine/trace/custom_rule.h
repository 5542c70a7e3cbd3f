// A custom derivative as the program gave it; instructions refer to it by number.
#pragma once

#include "engine/trace/api.h"

namespace onepot {

struct CustomRule {
  uint64_t id = 0;
  size_t arguments = 0;
  FlatFunction jvp;  // custom_jvp: primals, then tangents → results, then result tangents
  FlatFunction forward,
      backward;  // custom_vjp: arguments → results, then residuals; residuals, then cotangents → cotangents
};

}  // namespace onepot
