#include "views/partners.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace onepot {

namespace {

/// What the search needs of every distinct computation of every stage, gathered in one walk.
class Lineage {
 public:
  explicit Lineage(const Compilation& compilation) {
    for (const Stage& stage : compilation.stages) {
      if (stage.module && m_modules.insert(stage.module.get()).second) addModule(*stage.module);
    }
  }

  template <typename Function>
  void forEachInstruction(Function function) const {
    for (const Computation* computation : m_computations) {
      for (const auto& instruction : computation->instructions()) function(*instruction);
    }
  }
  /// Fusions that call this computation, in any stage.
  const std::vector<const Instruction*>& fusionsOf(ComputationId id) const {
    static const std::vector<const Instruction*> none;
    const auto found = m_fusions.find(id);
    return found == m_fusions.end() ? none : found->second;
  }

 private:
  void addModule(const Module& module) {
    for (const auto& computation : module.computations()) {
      if (!m_seen.insert(computation.get()).second) continue;
      m_computations.push_back(computation.get());
      for (const auto& instruction : computation->instructions()) {
        if (instruction->opcode() != Opcode::Fusion) continue;
        for (ComputationId body : instruction->called()) m_fusions[body].push_back(instruction.get());
      }
    }
  }

  std::unordered_set<const Module*> m_modules;
  std::unordered_set<const Computation*> m_seen;
  std::vector<const Computation*> m_computations;
  std::unordered_map<ComputationId, std::vector<const Instruction*>> m_fusions;
};

bool anyOf(const std::vector<InstructionId>& ids, const std::set<InstructionId>& wanted) {
  return std::ranges::any_of(ids, [&](InstructionId id) { return wanted.contains(id); });
}

std::vector<InstructionId> instructionsAt(const SourceRange& range, const Lineage& lineage) {
  std::vector<InstructionId> exact, inside;
  lineage.forEachInstruction([&](const Instruction& instruction) {
    if (!instruction.source().known()) return;
    if (overlaps(instruction.source(), range) && contains(instruction.source(), range) &&
        contains(range, instruction.source())) {
      exact.push_back(instruction.id());
    } else if (contains(range, instruction.source())) {
      inside.push_back(instruction.id());
    }
  });
  return exact.empty() ? inside : exact;
}

void seed(const Ref& ref, const Compilation& compilation, const Lineage& lineage, Partners& out) {
  switch (ref.kind) {
    case RefKind::Instruction:
    case RefKind::Launch: out.selected.insert(ref.id); break;
    case RefKind::Kernel:
      out.selected.insert(ref.id);
      for (const Kernel& kernel : compilation.kernels) {
        if (kernel.instruction == ref.id) out.instructions.insert(kernel.members.begin(), kernel.members.end());
      }
      break;
    case RefKind::Source:
      for (InstructionId id : instructionsAt(ref.range, lineage)) out.selected.insert(id);
      break;
    case RefKind::Decision:
      for (const FusionDecision& decision : compilation.decisions) {
        if (decision.id == ref.id) out.selected.insert({decision.producer, decision.consumer});
      }
      break;
    case RefKind::Buffer:
      for (const PlannedBuffer& buffer : compilation.buffers.buffers) {
        if (buffer.id == ref.id) out.selected.insert(buffer.instruction);
      }
      break;
    case RefKind::Rewrite:
      if (ref.stage >= 0 && ref.stage < static_cast<int>(compilation.stages.size())) {
        const auto& rewrites = compilation.stages[static_cast<size_t>(ref.stage)].rewrites;
        if (ref.id >= 0 && ref.id < static_cast<int64_t>(rewrites.size())) {
          const Rewrite& rewrite = rewrites[static_cast<size_t>(ref.id)];
          out.selected.insert(rewrite.before.begin(), rewrite.before.end());
          out.selected.insert(rewrite.after.begin(), rewrite.after.end());
        }
      }
      break;
    default: break;
  }
}

/// Ancestors and descendants of the selected ones, by origins; these stand for the same operation of the program.
std::set<InstructionId> kinOf(const std::set<InstructionId>& selected, const Lineage& lineage) {
  std::set<InstructionId> kin;
  lineage.forEachInstruction([&](const Instruction& instruction) {
    if (selected.contains(instruction.id()))
      kin.insert(instruction.origins().begin(), instruction.origins().end());
    else if (anyOf(instruction.origins(), selected))
      kin.insert(instruction.id());
  });
  return kin;
}

void addFusions(const Lineage& lineage, const std::set<InstructionId>& family, Partners& out) {
  lineage.forEachInstruction([&](const Instruction& instruction) {
    const auto& fusions = lineage.fusionsOf(instruction.parent()->id());
    if (fusions.empty()) return;
    const bool member = family.contains(instruction.id());
    for (const Instruction* fusion : fusions) {
      if (member) out.instructions.insert(fusion->id());
      if (out.selected.contains(fusion->id())) out.instructions.insert(instruction.id());
    }
  });
}

void addSources(const Compilation& compilation, const Lineage& lineage, const std::set<InstructionId>& family,
                Partners& out) {
  auto add = [&](const SourceRange& range) {
    if (range.known() && std::ranges::find(out.sources, range) == out.sources.end()) out.sources.push_back(range);
  };
  lineage.forEachInstruction([&](const Instruction& instruction) {
    if (out.selected.contains(instruction.id())) add(instruction.source());
  });
  for (const TraceStep& step : compilation.trace) {
    if (!family.contains(step.instruction)) continue;
    out.jaxprLines.insert(step.jaxprLine);
    if (out.sources.empty() && !step.stack.empty()) add(step.stack.front());
  }
}

void addRecords(const Compilation& compilation, const std::set<InstructionId>& family, Partners& out) {
  for (size_t stage = 0; stage < compilation.stages.size(); ++stage) {
    const auto& rewrites = compilation.stages[stage].rewrites;
    for (size_t i = 0; i < rewrites.size(); ++i) {
      if (anyOf(rewrites[i].before, family) || anyOf(rewrites[i].after, family)) {
        out.rewrites.insert({static_cast<int>(stage), static_cast<int64_t>(i)});
      }
    }
  }
  for (const FusionDecision& decision : compilation.decisions) {
    if (family.contains(decision.producer) || family.contains(decision.consumer)) out.decisions.insert(decision.id);
  }
  for (const Kernel& kernel : compilation.kernels) {
    if (family.contains(kernel.instruction) || anyOf(kernel.members, family)) out.kernels.insert(kernel.instruction);
  }
  for (const PlannedBuffer& buffer : compilation.buffers.buffers) {
    if (out.lit(buffer.instruction) || anyOf(buffer.partners, out.selected)) out.buffers.insert(buffer.id);
  }
}

}  // namespace

int Partners::count() const {
  size_t shared = 0;
  for (InstructionId id : kernels) shared += instructions.contains(id) || selected.contains(id) ? 0 : 1;
  const size_t others = std::ranges::count_if(instructions, [&](InstructionId id) { return !selected.contains(id); });
  return static_cast<int>(others + shared + sources.size() + jaxprLines.size() + rewrites.size() + decisions.size() +
                          buffers.size());
}

Partners partnersOf(const Ref& ref, const Compilation* compilation) {
  Partners out;
  if (!ref.valid()) return out;
  if (ref.kind == RefKind::Source) out.sources.push_back(ref.range);
  if (!compilation) return out;
  const Lineage lineage(*compilation);
  seed(ref, *compilation, lineage, out);
  const std::set<InstructionId> kin = kinOf(out.selected, lineage);
  out.instructions.insert(kin.begin(), kin.end());
  std::set<InstructionId> family = out.selected;
  family.insert(kin.begin(), kin.end());
  addFusions(lineage, family, out);
  addSources(*compilation, lineage, family, out);
  addRecords(*compilation, family, out);
  for (InstructionId id : out.selected) out.instructions.erase(id);
  return out;
}

const Instruction* findIn(const Module& module, InstructionId id) {
  for (const auto& computation : module.computations()) {
    if (const Instruction* found = computation->find(id)) return found;
  }
  return nullptr;
}

FoundInstruction findInstruction(const Compilation& compilation, InstructionId id, int stage) {
  const int count = static_cast<int>(compilation.stages.size());
  auto look = [&](int index) -> const Instruction* {
    const auto& module = compilation.stages[static_cast<size_t>(index)].module;
    return module ? findIn(*module, id) : nullptr;
  };
  for (int index = std::min(stage, count - 1); index >= 0; --index) {
    if (const Instruction* found = look(index)) return {found, index};
  }
  for (int index = std::max(stage + 1, 0); index < count; ++index) {
    if (const Instruction* found = look(index)) return {found, index};
  }
  return {};
}

bool contains(const SourceRange& outer, const SourceRange& inner) {
  if (!outer.known() || !inner.known()) return false;
  if (!outer.file.empty() && !inner.file.empty() && outer.file != inner.file) return false;
  return std::pair(outer.line, outer.column) <= std::pair(inner.line, inner.column) &&
         std::pair(inner.endLine, inner.endColumn) <= std::pair(outer.endLine, outer.endColumn);
}

bool overlaps(const SourceRange& a, const SourceRange& b) {
  if (!a.known() || !b.known()) return false;
  if (!a.file.empty() && !b.file.empty() && a.file != b.file) return false;
  return std::pair(a.line, a.column) <= std::pair(b.endLine, b.endColumn) &&
         std::pair(b.line, b.column) <= std::pair(a.endLine, a.endColumn);
}

}  // namespace onepot
