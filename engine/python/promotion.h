// JAX's type promotion: the lattice of dtypes with weak Python scalars. `x64`: 64-bit types are switched on.
#pragma once

#include <span>

#include "engine/ir/element_type.h"

namespace onepot {

struct ScalarType {
  ElementType type = ElementType::Invalid;
  bool weak = false;
  bool operator==(const ScalarType&) const = default;
};

/// The least upper bound of `types`; Invalid where there is none (an fp8 with another fp8, a key with a number).
ScalarType promote(std::span<const ScalarType> types, bool x64);
ScalarType promote(ScalarType a, ScalarType b, bool x64);
/// s64 → s32, u64 → u32, f64 → f32, c128 → c64 unless 64-bit types are on; others stay.
ElementType canonicalType(ElementType type, bool x64);
/// The float type that arithmetic on `type` gives where the result cannot be an integer (sin, true division, mean).
ScalarType inexact(ScalarType type, bool x64);

}  // namespace onepot
