#include "engine/python/promotion.h"

#include <array>

namespace onepot {
namespace {

// Nodes of the lattice: the dtypes, and the three kinds of weak Python scalar.
enum Node {
  B1,
  U8,
  U16,
  U32,
  U64,
  I8,
  I16,
  I32,
  I64,
  WeakInt,
  BF,
  F16,
  F32,
  F64,
  WeakFloat,
  C64,
  C128,
  WeakComplex,
  kNodes
};

struct Edge {
  Node from, to;
};
constexpr Edge kEdges[] = {{B1, WeakInt},      {WeakInt, U8},
                           {WeakInt, I8},      {U8, U16},
                           {U8, I16},          {U16, U32},
                           {U16, I32},         {U32, U64},
                           {U32, I64},         {I8, I16},
                           {I16, I32},         {I32, I64},
                           {U64, WeakFloat},   {I64, WeakFloat},
                           {WeakFloat, BF},    {WeakFloat, F16},
                           {BF, F32},          {F16, F32},
                           {F32, F64},         {F32, C64},
                           {F64, C128},        {WeakFloat, WeakComplex},
                           {WeakComplex, C64}, {C64, C128}};

/// For each node the set (bits) of nodes that are not below it.
constexpr std::array<uint32_t, kNodes> upperBounds() {
  std::array<uint32_t, kNodes> bounds{};
  for (int node = 0; node < kNodes; ++node) bounds[static_cast<size_t>(node)] = 1u << node;
  for (int round = 0; round < kNodes; ++round)
    for (const Edge& edge : kEdges) bounds[edge.from] |= bounds[edge.to];
  return bounds;
}
constexpr auto kUpperBounds = upperBounds();

int nodeOf(ScalarType scalar) {
  if (scalar.weak) {
    switch (typeClass(scalar.type)) {
      case TypeClass::Signed:
      case TypeClass::Unsigned: return WeakInt;
      case TypeClass::Float: return WeakFloat;
      case TypeClass::Complex: return WeakComplex;
      default: break;
    }
  }
  switch (scalar.type) {
    case ElementType::Pred: return B1;
    case ElementType::U8: return U8;
    case ElementType::U16: return U16;
    case ElementType::U32: return U32;
    case ElementType::U64: return U64;
    case ElementType::S8: return I8;
    case ElementType::S16: return I16;
    case ElementType::S32: return I32;
    case ElementType::S64: return I64;
    case ElementType::BF16: return BF;
    case ElementType::F16: return F16;
    case ElementType::F32: return F32;
    case ElementType::F64: return F64;
    case ElementType::C64: return C64;
    case ElementType::C128: return C128;
    default: return -1;
  }
}

constexpr ElementType kTypes[kNodes] = {
    ElementType::Pred, ElementType::U8,  ElementType::U16, ElementType::U32, ElementType::U64,  ElementType::S8,
    ElementType::S16,  ElementType::S32, ElementType::S64, ElementType::S64, ElementType::BF16, ElementType::F16,
    ElementType::F32,  ElementType::F64, ElementType::F64, ElementType::C64, ElementType::C128, ElementType::C128};

}  // namespace

ElementType canonicalType(ElementType type, bool x64) {
  if (x64) return type;
  switch (type) {
    case ElementType::S64: return ElementType::S32;
    case ElementType::U64: return ElementType::U32;
    case ElementType::F64: return ElementType::F32;
    case ElementType::C128: return ElementType::C64;
    default: return type;
  }
}

ScalarType promote(std::span<const ScalarType> types, bool x64) {
  if (types.empty()) return {};
  if (types.size() == 1) return types[0];
  bool allWeak = true, sameType = true;
  for (const ScalarType& type : types) {
    allWeak = allWeak && type.weak;
    sameType = sameType && type.type == types[0].type;
  }
  if (sameType && !allWeak) return {types[0].type, false};
  uint32_t common = ~0u;
  for (const ScalarType& type : types) {
    int node = nodeOf({type.type, type.weak && !allWeak});
    if (node < 0) return {};
    common &= kUpperBounds[static_cast<size_t>(node)];
  }
  for (size_t node = 0; node < kNodes; ++node) {
    if (!(common & (1u << node)) || (common & ~kUpperBounds[node])) continue;
    bool weakNode = node == WeakInt || node == WeakFloat || node == WeakComplex;
    return {canonicalType(kTypes[node], x64), allWeak || weakNode};
  }
  return {};
}

ScalarType promote(ScalarType a, ScalarType b, bool x64) {
  const ScalarType both[] = {a, b};
  return promote(both, x64);
}

ScalarType inexact(ScalarType type, bool x64) {
  if (isFloat(type.type) || isComplex(type.type)) return type;
  const bool wide = type.type == ElementType::S64 || type.type == ElementType::U64;
  return {x64 && wide ? ElementType::F64 : ElementType::F32, type.weak};
}

}  // namespace onepot
