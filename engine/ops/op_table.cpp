// THE OP TABLE. Its rows stand in op_rows_*.inc by family, in the order of ir/opcode.h; a row's text is hand-aligned so
// that each column group has its own line.
#include <array>

#include "engine/ops/batch_rules.h"
#include "engine/ops/cost_rules.h"
#include "engine/ops/element_rules.h"
#include "engine/ops/evaluate_rules.h"
#include "engine/ops/jvp_rules.h"
#include "engine/ops/lower_rules.h"
#include "engine/ops/op.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/transpose_rules.h"

namespace onepot {

namespace {

constexpr std::array kRows = std::to_array<OpRow>({
#include "engine/ops/op_rows_elementwise.inc"
#include "engine/ops/op_rows_structure.inc"
#include "engine/ops/op_rows_traced.inc"
});

/// The first row that does not stand where its opcode says; −1 when all do.
constexpr int misplacedRow() {
  for (int i = 0; i < static_cast<int>(kRows.size()); ++i)
    if (static_cast<int>(kRows[static_cast<size_t>(i)].opcode) != i) return i;
  return -1;
}

constexpr bool everyRowHasAShapeRule() {
  for (const OpRow& row : kRows)
    if (row.shape == nullptr) return false;
  return true;
}

constexpr bool everyMeaningfulRowHasACost() {
  for (const OpRow& row : kRows)
    if (!row.is(kTextOnly) && row.cost == nullptr) return false;
  return true;
}

/// Parameters are what an evaluation is given.
constexpr bool everyMeaningfulRowIsEvaluated() {
  for (const OpRow& row : kRows)
    if (!row.is(kTextOnly) && row.opcode != Opcode::Parameter && row.evaluate == nullptr) return false;
  return true;
}

constexpr bool everyRowIsDescribed() {
  for (const OpRow& row : kRows)
    if (row.doc.empty() || row.example.empty()) return false;
  return true;
}

constexpr bool tracedRowsSaySo() {
  for (const OpRow& row : kRows)
    if (row.is(kTracedRow) != isTraced(row.opcode)) return false;
  return true;
}

static_assert(kRows.size() == static_cast<size_t>(kOpcodeCount), "an opcode has no row, or a row no opcode");
static_assert(misplacedRow() == -1, "rows follow the order of ir/opcode.h");
static_assert(everyRowHasAShapeRule(), "every row has a shape rule");
static_assert(everyMeaningfulRowHasACost(), "every row that is not kept as text only has a cost");
static_assert(everyMeaningfulRowIsEvaluated(), "every row that is not kept as text only has an evaluation");
static_assert(everyRowIsDescribed(), "every row has a doc and an example");
static_assert(tracedRowsSaySo(), "the trait kTracedRow belongs to the traced dialect's rows alone");

}  // namespace

const OpRow& op(Opcode opcode) { return kRows[static_cast<size_t>(opcode)]; }

std::span<const OpRow> opTable() { return kRows; }

}  // namespace onepot
