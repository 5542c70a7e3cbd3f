// What every refusal of HLO text owes its reader: a place, and words.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "engine/base/diagnostic.h"

namespace onepot {

inline void checkRefusal(const Diagnostics& faults, const std::string& text) {
  REQUIRE(!faults.empty());
  for (const Diagnostic& fault : faults) {
    REQUIRE(fault.range.line >= 1);
    REQUIRE(fault.range.column >= 1);
    REQUIRE(!fault.render(text).empty());
  }
}

}  // namespace onepot
