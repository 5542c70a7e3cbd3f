// What lane_builder.cpp and lane_memory.cpp share: vector types, and the kinds of remembered values.
#pragma once

#include <llvm/IR/DerivedTypes.h>

#include <cstdint>

namespace onepot {

enum LaneTag : uint64_t {
  kConstant = 1,
  kUnary = 0x100,
  kBinary = 0x200,
  kFma = 0x300,
  kCompare = 0x400,
  kSelect = 0x500,
  kConvert = 0x600,
  kBitcast = 0x700,
  kLoad = 0x800
};

/// `scalar`, as often as `like` has lanes.
inline llvm::Type* withLanes(llvm::Type* scalar, llvm::Type* like) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(like);
  return vector ? llvm::FixedVectorType::get(scalar, vector->getNumElements()) : scalar;
}

}  // namespace onepot
