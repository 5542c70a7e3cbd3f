// A stage's module as the difference from the one before: unchanged computations are not sent again, and are shared again.
#pragma once

#include <memory>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/result.h"
#include "engine/ir/module.h"

namespace onepot {

/// {name, scheduled, traced, header, entry, order: [computation ids], changed: [{id, name, text, ids, origins}]}; null when
/// the two are the same object. `text` is HLO; `ids` are its instructions' ids, line by line; constants above 64 elements are
/// elided. `previous` null: everything is sent.
nlohmann::json encodeModule(const std::shared_ptr<const Module>& module, const std::shared_ptr<const Module>& previous);
/// The other way; every computation that did not change is shared with `previous`.
Result<std::shared_ptr<const Module>> decodeModule(const nlohmann::json& delta, const std::shared_ptr<const Module>& previous);

}  // namespace onepot
