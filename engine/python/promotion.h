// JAX's type promotion: the lattice of dtypes with weak Python scalars, as it is with 64-bit types switched off.
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
ScalarType promote(std::span<const ScalarType> types);
ScalarType promote(ScalarType a, ScalarType b);
/// s64 → s32, u64 → u32, f64 → f32, c128 → c64; others stay.
ElementType canonicalType(ElementType type);
/// The float type that arithmetic on `type` gives where the result cannot be an integer (sin, true division, mean).
ScalarType inexact(ScalarType type);

}  // namespace onepot
