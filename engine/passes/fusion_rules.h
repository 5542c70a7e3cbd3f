// What may be inside of a kernel and what must not: the rules of fusion that hold whatever the cost model says.
#pragma once

#include <optional>
#include <string>

#include "engine/base/message.h"
#include "engine/passes/fusion_group.h"
#include "engine/passes/pass_options.h"

namespace onepot {

/// A rule that spoke: its id and its words.
struct FusionRefusal {
  std::string rule;
  Message reason;
};

/// May be inside of a kernel with others: element by element, or a reduction.
bool isFusible(const Instruction& instruction);

/// Why a consumer that is no member of any kernel in the making cannot take its operands in; none for plumbing
/// (tuples).
std::optional<FusionRefusal> refuseConsumer(const Instruction& producer, const Instruction& consumer);
/// Why a producer that is not fusible stays apart.
std::optional<FusionRefusal> refuseProducer(const Instruction& producer, const Instruction& consumer);
/// Why `producer`, fusible and read by `group`, must not be computed inside it; `consumer` is its user there.
std::optional<FusionRefusal> refuseInside(Instruction& producer, const FusionGroup& group, const Instruction& consumer,
                                          FusionPolicy policy);

/// Why two kernels cannot become one with the results of both; empty: they can, as far as shapes go.
bool sameIteration(const FusionGroup& a, const FusionGroup& b);

}  // namespace onepot
