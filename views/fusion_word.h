// The person's own word on a fusion edge: what it is, and how it is given.
#pragma once

#include <optional>

#include "views/session.h"

namespace onepot {

/// Fuse, keep apart, or nothing: the compiler decides.
std::optional<bool> fusionWord(const Session& session, const FusionDecision& decision);
/// Gives it; the worker compiles anew.
void setFusionWord(Session& session, const FusionDecision& decision, std::optional<bool> word);
/// Whether a word would be heard: a replayed capture has no compiler.
bool canDecide(const Session& session);
const FusionDecision* findDecision(const Compilation* compilation, int64_t id);

}  // namespace onepot
