// A sort on the CPU: (key, position) pairs by Highway's vector sort, or positions by a compiled comparator; then every
// operand is put into that order.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/backend/program.h"
#include "engine/backend/sort_order.h"

namespace onepot {

class SortStep final : public Step {
 public:
  /// Null where an operand's type is none that this sorts.
  static std::unique_ptr<SortStep> of(const Instruction& sort, const Module& module);

  LaunchLabel label;
  std::vector<int> operands, results;  // buffers
  RangeFunction comparator = nullptr;  // where `order` is none
  std::optional<SortOrder> order;
  bool run(Frame& frame) const override;

 private:
  struct Row;
  bool sortRow(const Frame& frame, int64_t row, bool parallel, PieceLog* log) const;
  bool keyedOrder(const Row& row, std::vector<uint32_t>& positions, bool parallel, const CancellationToken& cancel,
                  PieceLog* log) const;
  bool comparedOrder(const Row& row, std::vector<uint32_t>& positions, bool parallel, const CancellationToken& cancel,
                     PieceLog* log) const;

  std::vector<ElementType> m_types;
  int64_t m_rows = 1, m_length = 1, m_stride = 1;
};

}  // namespace onepot
