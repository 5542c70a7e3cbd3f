// What an instruction carries besides operands and shape: one small struct a family of operations, in one variant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/ir/literal.h"

namespace onepot {

/// Parameter: its position in the computation's signature.
struct ParameterAttributes {
  int64_t number = 0;
  bool operator==(const ParameterAttributes&) const = default;
};

struct ConstantAttributes {
  Literal value;
  bool elided = false;  // the text said "{...}"; `value` is zeros
  bool operator==(const ConstantAttributes&) const = default;
};

/// broadcast, transpose, reverse, concatenate, reduce, iota (one), map, sort, cumulative and reduce_* primitives,
/// get-dimension-size… : which dimensions.
struct DimensionsAttributes {
  std::vector<int64_t> dimensions;
  bool reverse = false;   // cumulative primitives: from the end
  bool stable = false;    // sort
  bool operator==(const DimensionsAttributes&) const = default;
};

struct SliceAttributes {
  std::vector<int64_t> starts, limits, strides;
  bool operator==(const SliceAttributes&) const = default;
};

/// dynamic-slice: the sizes of the slice.
struct DynamicSliceAttributes {
  std::vector<int64_t> sizes;
  bool operator==(const DynamicSliceAttributes&) const = default;
};

struct PadAttributes {
  std::vector<int64_t> low, high, interior;
  bool operator==(const PadAttributes&) const = default;
};

enum class CompareDirection : uint8_t { EQ, NE, GE, GT, LE, LT };
enum class CompareOrder : uint8_t { Default, Float, TotalOrder, Signed, Unsigned };
struct CompareAttributes {
  CompareDirection direction = CompareDirection::EQ;
  CompareOrder order = CompareOrder::Default;
  bool operator==(const CompareAttributes&) const = default;
};

struct DotAttributes {
  std::vector<int64_t> lhsContracting, rhsContracting, lhsBatch, rhsBatch;
  std::vector<std::string> operandPrecision;  // "highest", "default"
  ElementType preferredType = ElementType::Invalid;  // traced dialect; Invalid = none asked for
  bool operator==(const DotAttributes&) const = default;
};

struct WindowDimension {
  int64_t size = 1, stride = 1, padLow = 0, padHigh = 0, baseDilation = 1, windowDilation = 1;
  bool reversal = false;
  bool operator==(const WindowDimension&) const = default;
};
struct WindowAttributes {
  std::vector<WindowDimension> dims;
  bool operator==(const WindowAttributes&) const = default;
};

/// convolution. dim_labels "b01f_01io->b01f" is kept as positions.
struct ConvolutionAttributes {
  std::vector<WindowDimension> window;
  int64_t inputBatch = 0, inputFeature = 0, kernelInput = 0, kernelOutput = 0, outputBatch = 0, outputFeature = 0;
  std::vector<int64_t> inputSpatial, kernelSpatial, outputSpatial;
  int64_t featureGroupCount = 1, batchGroupCount = 1;
  std::vector<std::string> operandPrecision;
  bool operator==(const ConvolutionAttributes&) const = default;
};

struct GatherAttributes {
  std::vector<int64_t> offsetDims, collapsedSliceDims, startIndexMap, operandBatchingDims, startIndicesBatchingDims;
  int64_t indexVectorDim = 0;
  std::vector<int64_t> sliceSizes;
  bool indicesAreSorted = false;
  bool operator==(const GatherAttributes&) const = default;
};

struct ScatterAttributes {
  std::vector<int64_t> updateWindowDims, insertedWindowDims, scatterDimsToOperandDims, inputBatchingDims,
      scatterIndicesBatchingDims;
  int64_t indexVectorDim = 0;
  bool indicesAreSorted = false, uniqueIndices = false;
  bool operator==(const ScatterAttributes&) const = default;
};

struct TupleIndexAttributes {
  int64_t index = 0;
  bool operator==(const TupleIndexAttributes&) const = default;
};

class HostFunction;
/// `function`: what runs, where the target is no library's; not part of the text.
struct CustomCallAttributes {
  std::string target;
  std::shared_ptr<const HostFunction> function = nullptr;
  bool operator==(const CustomCallAttributes&) const = default;
};

enum class FusionKind : uint8_t { Loop, Input, Output, Custom };
struct FusionAttributes {
  FusionKind kind = FusionKind::Loop;
  bool operator==(const FusionAttributes&) const = default;
};

/// rng-bit-generator: "rng_default", "rng_three_fry", "rng_philox".
struct RngAttributes {
  std::string algorithm;
  bool operator==(const RngAttributes&) const = default;
};

struct ReducePrecisionAttributes {
  int64_t exponentBits = 8, mantissaBits = 23;
  bool operator==(const ReducePrecisionAttributes&) const = default;
};

// ---- the traced dialect

/// jit, custom_jvp_call, custom_vjp_call, remat: the name of the function; called[0] is its body.
/// custom_jvp/vjp keep the rules that were given as a key into the tracer's own table (0: none).
struct CallAttributes {
  std::string name;
  uint64_t rule = 0;
  bool inlined = false;
  bool operator==(const CallAttributes&) const = default;
};

/// scan: operands are consts, initial carries, then stacked inputs; called[0] maps (consts, carry, x) to (carry, y).
struct ScanAttributes {
  int64_t length = 0, numConsts = 0, numCarry = 0, unroll = 1;
  bool reverse = false;
  bool operator==(const ScanAttributes&) const = default;
};

/// while: operands are cond consts, body consts, then the carry; called = {cond, body}.
struct WhileAttributes {
  int64_t condConsts = 0, bodyConsts = 0;
  bool operator==(const WhileAttributes&) const = default;
};

/// integer_pow's exponent.
struct IntegerPowAttributes {
  int64_t exponent = 1;
  bool operator==(const IntegerPowAttributes&) const = default;
};

/// argmax, argmin: the dimension; the result's type says the index type.
struct ArgminmaxAttributes {
  int64_t dimension = 0;
  bool operator==(const ArgminmaxAttributes&) const = default;
};

/// random_bits, random_split, random_fold_in…: bit width and the shape that is drawn for each key.
struct RandomAttributes {
  int64_t bitWidth = 32;
  std::vector<int64_t> shape;
  bool operator==(const RandomAttributes&) const = default;
};

/// convert in the traced dialect: whether the result's type is weak (lowering drops it).
struct ConvertAttributes {
  bool weakType = false;
  bool operator==(const ConvertAttributes&) const = default;
};

using Attributes =
    std::variant<std::monostate, ParameterAttributes, ConstantAttributes, DimensionsAttributes, SliceAttributes,
                 DynamicSliceAttributes, PadAttributes, CompareAttributes, DotAttributes, WindowAttributes,
                 ConvolutionAttributes, GatherAttributes, ScatterAttributes, TupleIndexAttributes, CustomCallAttributes,
                 FusionAttributes, RngAttributes, ReducePrecisionAttributes, CallAttributes, ScanAttributes,
                 WhileAttributes, IntegerPowAttributes, ArgminmaxAttributes, RandomAttributes, ConvertAttributes>;

/// Attributes that no rule reads are kept as they were written: {"sharding", "{replicated}"}; printed in this order.
using ExtraAttributes = std::vector<std::pair<std::string, std::string>>;

std::string_view name(CompareDirection direction);
std::string_view name(FusionKind kind);  // "kLoop"

}  // namespace onepot
