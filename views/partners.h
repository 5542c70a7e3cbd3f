// Everything that belongs to one selected thing, on every level from source to kernel: many to many, by ids and
// origins.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/runtime/compilation.h"
#include "views/ref.h"

namespace onepot {

struct Capture;

struct Partners {
  /// The thing itself, in whatever stage: its own id and what stands for it under the same id. Ring, selected row.
  std::set<InstructionId> selected;
  /// Instructions of any stage that it came from, became, or is fused into. Dotted ring, tint row.
  std::set<InstructionId> instructions;
  std::vector<SourceRange> sources;  // of the selected instructions, innermost
  std::set<int> jaxprLines;
  std::set<std::pair<int, int64_t>> rewrites;  // {stage index, index in its rewrites}
  std::set<int64_t> decisions, buffers;
  std::set<InstructionId> kernels;  // by launched instruction

  bool isSelected(InstructionId id) const { return selected.contains(id); }
  bool isPartner(InstructionId id) const { return instructions.contains(id); }
  bool lit(InstructionId id) const { return isSelected(id) || isPartner(id); }
  /// What the status bar counts as "partners lit".
  int count() const;
};

/// Linear in the compilation's stages and rewrites. `compilation` may be null: then only the source is known.
Partners partnersOf(const Ref& ref, const Compilation* compilation);

/// The instruction with this id in the stage nearest to `stage` that has it (looking back first); null when none has.
struct FoundInstruction {
  const Instruction* instruction = nullptr;
  int stage = -1;
};
FoundInstruction findInstruction(const Compilation& compilation, InstructionId id, int stage);
const Instruction* findIn(const Module& module, InstructionId id);

/// True when `inner` lies inside `outer` (same file, or either without one).
bool contains(const SourceRange& outer, const SourceRange& inner);
bool overlaps(const SourceRange& a, const SourceRange& b);

}  // namespace onepot
