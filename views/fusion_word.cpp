#include "views/fusion_word.h"

#include <algorithm>

namespace onepot {

std::optional<bool> fusionWord(const Session& session, const FusionDecision& decision) {
  const auto& words = session.options().fusionOverrides;
  const auto found = words.find({decision.producerName, decision.consumerName});
  return found == words.end() ? std::nullopt : std::optional(found->second);
}

void setFusionWord(Session& session, const FusionDecision& decision, std::optional<bool> word) {
  SessionOptions options = session.options();
  const std::pair edge(decision.producerName, decision.consumerName);
  if (word)
    options.fusionOverrides[edge] = *word;
  else
    options.fusionOverrides.erase(edge);
  session.setOptions(std::move(options));
}

bool canDecide(const Session& session) { return session.sourceKind() != SourceKind::Capture; }

const FusionDecision* findDecision(const Compilation* compilation, int64_t id) {
  if (!compilation) return nullptr;
  const auto found = std::ranges::find(compilation->decisions, id, &FusionDecision::id);
  return found == compilation->decisions.end() ? nullptr : &*found;
}

}  // namespace onepot
