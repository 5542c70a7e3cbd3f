// dot through oneDNN: products of f32 matrices, batches and transposes by strides.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/backend/parallel.h"
#include "engine/ir/instruction.h"

namespace onepot {

/// A dot as batches of M×K times K×N matrices in memory, worked out once.
class MatrixProduct {
 public:
  /// None where the dot is not one of f32 arrays whose dimensions merge into matrices with a unit stride.
  static std::optional<MatrixProduct> of(const Instruction& dot);

  /// result = lhs · rhs. False when cancelled.
  bool run(const float* lhs, const float* rhs, float* result, const CancellationToken& cancel,
           PieceLog* log = nullptr) const;
  double flops() const {
    return 2.0 * static_cast<double>(m_rows) * static_cast<double>(m_columns) * static_cast<double>(m_inner) *
           static_cast<double>(m_batches);
  }

 private:
  struct Operand {
    bool transposed = false;
    int64_t leading = 1;  // elements between rows
    std::vector<int64_t> batchOffsets;
  };
  static bool arrange(const Shape& shape, const std::vector<int64_t>& batch, const std::vector<int64_t>& rows,
                      const std::vector<int64_t>& columns, Operand& operand);
  /// The right side as it lies in memory, and elements from one of its rows to the next.
  struct Right {
    const float* data = nullptr;
    int64_t leading = 0;
  };
  bool wantsPadding() const;
  Right padded(const float* rhs, std::shared_ptr<std::byte>& memory, const CancellationToken& cancel) const;
  void product(const float* lhs, Right rhs, float* result, int64_t batch, int64_t row, int64_t rows, int64_t column,
               int64_t columns) const;

  Operand m_lhs, m_rhs;
  int64_t m_batches = 1, m_rows = 1, m_columns = 1, m_inner = 1;
};

}  // namespace onepot
