// Types and constants as MLIR text writes them.
#pragma once

#include <string>

#include "engine/ir/literal.h"

namespace onepot {

/// "tensor<2x3xf32>", "!stablehlo.token".
std::string mlirType(const Shape& shape);
/// "f32", "i1", "ui8", "complex<f32>".
std::string mlirElementType(ElementType type);
/// "dense<[1.000000e+00, 2.000000e+00]>"; equal elements once; above 100 elements the bytes in hex.
std::string mlirDense(const Literal& literal);
/// "[1, 2]".
std::string mlirList(const std::vector<int64_t>& values);
/// "array<i64: 1, 2>".
std::string mlirArray(const std::vector<int64_t>& values);
/// In double quotes, with MLIR's escapes.
std::string mlirQuoted(const std::string& text);

}  // namespace onepot
