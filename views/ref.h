// One thing of a capture, of whatever kind: what a selection is, and what views hand to each other through the session.
#pragma once

#include <cstdint>

#include "engine/base/source_range.h"

namespace onepot {

enum class RefKind : uint8_t {
  None,
  Instruction,  // id: InstructionId
  Source,       // range; id unused
  Stage,        // id: the stage's number
  Rewrite,      // stage, id: index into Stage::rewrites
  Decision,     // id: FusionDecision::id
  Kernel,       // id: the launched instruction
  Buffer,       // id: PlannedBuffer::id
  Launch,       // id: Launch::instruction; series says whose
  Diagnostic,   // id: index into Capture::diagnostics
};

struct Ref {
  RefKind kind = RefKind::None;
  int64_t id = 0;
  int64_t compilation = 0;
  int stage = -1;  // −1: whatever stage is shown
  int64_t capture = 0;
  SourceRange range;  // Source only

  bool valid() const { return kind != RefKind::None; }
  bool operator==(const Ref&) const = default;

  static Ref instruction(int64_t compilation, int64_t id, int stage = -1) {
    return {RefKind::Instruction, id, compilation, stage, 0, {}};
  }
  static Ref source(SourceRange range) { return {RefKind::Source, 0, 0, -1, 0, std::move(range)}; }
  static Ref decision(int64_t compilation, int64_t id) { return {RefKind::Decision, id, compilation, -1, 0, {}}; }
  static Ref kernel(int64_t compilation, int64_t id) { return {RefKind::Kernel, id, compilation, -1, 0, {}}; }
  static Ref buffer(int64_t compilation, int64_t id) { return {RefKind::Buffer, id, compilation, -1, 0, {}}; }
  static Ref launch(int64_t compilation, int64_t id) { return {RefKind::Launch, id, compilation, -1, 0, {}}; }
  static Ref rewrite(int64_t compilation, int stage, int64_t index) {
    return {RefKind::Rewrite, index, compilation, stage, 0, {}};
  }
  static Ref diagnostic(int64_t index) { return {RefKind::Diagnostic, index, 0, -1, 0, {}}; }
};

}  // namespace onepot
