// Why a producer was or was not fused into a consumer, with what it costs either way.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "engine/base/message.h"
#include "engine/ir/module.h"

namespace onepot {

struct FusionDecision {
  int64_t id = 0;              // from 1, in the order they were taken; unique in the compilation
  InstructionId producer = 0;  // ids of the instructions before the fusion pass
  InstructionId consumer = 0;
  std::string producerName, consumerName;
  bool fused = false;
  bool forced = false;                        // by the user's override
  std::string rule;                           // "expensive-producer-duplicated"
  Message reason;                             // plain words
  int64_t bytesApart = 0, bytesFused = 0;     // memory traffic of the two together
  double secondsApart = 0, secondsFused = 0;  // predicted by the cost model
  InstructionId fusion = 0;                   // the fusion both ended up in; 0: apart
  int64_t dependsOn = 0;                      // a decision that this one hangs on; 0: none
};

/// The user's word on an edge, by instruction names: {producer, consumer} → true: fuse, false: keep apart.
using FusionOverrides = std::map<std::pair<std::string, std::string>, bool>;

enum class FusionPolicy : uint8_t { None, ElementwiseOnly, Default, Everything };

}  // namespace onepot
