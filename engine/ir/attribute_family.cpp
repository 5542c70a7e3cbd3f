#include "engine/ir/attribute_family.h"

namespace onepot {

namespace {

Attributes tracedAttributes(Opcode opcode) {
  switch (opcode) {
    case Opcode::Jit:
    case Opcode::CustomJvpCall:
    case Opcode::CustomVjpCall:
    case Opcode::Remat: return CallAttributes{};
    case Opcode::Scan: return ScanAttributes{};
    case Opcode::WhileLoop: return WhileAttributes{};
    case Opcode::ReduceSum:
    case Opcode::ReduceMax:
    case Opcode::ReduceMin:
    case Opcode::ReduceProd:
    case Opcode::ReduceAnd:
    case Opcode::ReduceOr:
    case Opcode::ReduceXor:
    case Opcode::Cumsum:
    case Opcode::Cumprod:
    case Opcode::Cummax:
    case Opcode::Cummin:
    case Opcode::Cumlogsumexp:
    case Opcode::Squeeze: return DimensionsAttributes{};
    case Opcode::Argmax:
    case Opcode::Argmin: return ArgminmaxAttributes{};
    case Opcode::IntegerPow: return IntegerPowAttributes{};
    case Opcode::RandomBits:
    case Opcode::RandomSplit: return RandomAttributes{};
    default: return {};
  }
}

}  // namespace

Attributes emptyAttributes(Opcode opcode) {
  switch (opcode) {
    case Opcode::Parameter: return ParameterAttributes{};
    case Opcode::Constant: return ConstantAttributes{};
    case Opcode::Broadcast:
    case Opcode::Transpose:
    case Opcode::Reverse:
    case Opcode::Concatenate:
    case Opcode::Reduce:
    case Opcode::Map:
    case Opcode::Sort:
    case Opcode::Iota:
    case Opcode::GetDimensionSize:
    case Opcode::SetDimensionSize:
    case Opcode::AllGather:
    case Opcode::AllGatherStart:
    case Opcode::AllToAll:
    case Opcode::ReduceScatter:
    case Opcode::HloScan: return DimensionsAttributes{};
    case Opcode::Slice: return SliceAttributes{};
    case Opcode::DynamicSlice: return DynamicSliceAttributes{};
    case Opcode::Pad: return PadAttributes{};
    case Opcode::Compare: return CompareAttributes{};
    case Opcode::Dot:
    case Opcode::RaggedDot:
    case Opcode::ScaledDot: return DotAttributes{};
    case Opcode::ReduceWindow:
    case Opcode::SelectAndScatter: return WindowAttributes{};
    case Opcode::Convolution: return ConvolutionAttributes{};
    case Opcode::Gather: return GatherAttributes{};
    case Opcode::Scatter: return ScatterAttributes{};
    case Opcode::GetTupleElement: return TupleIndexAttributes{};
    case Opcode::CustomCall: return CustomCallAttributes{};
    case Opcode::Fusion: return FusionAttributes{};
    case Opcode::RngBitGenerator: return RngAttributes{};
    case Opcode::ReducePrecision: return ReducePrecisionAttributes{};
    default: return isTraced(opcode) ? tracedAttributes(opcode) : Attributes{};
  }
}

std::span<const std::string_view> calledNames(Opcode opcode) {
  static constexpr std::string_view kApply[] = {"to_apply"}, kCalls[] = {"calls"}, kLoop[] = {"condition", "body"},
                                    kScatter[] = {"select", "scatter"}, kBranches[] = {"branch_computations"},
                                    kCustom[] = {"called_computations"};
  switch (opcode) {
    case Opcode::While:
    case Opcode::WhileLoop: return kLoop;
    case Opcode::SelectAndScatter: return kScatter;
    case Opcode::Conditional:
    case Opcode::Cond: return kBranches;
    case Opcode::CustomCall: return kCustom;
    case Opcode::Fusion:
    case Opcode::AsyncStart:
    case Opcode::AsyncUpdate:
    case Opcode::AsyncDone: return kCalls;
    default: return kApply;
  }
}

bool calledAsList(std::string_view attribute) {
  return attribute == "branch_computations" || attribute == "called_computations";
}

std::span<const std::string_view> requiredAttributes(Opcode opcode) {
  static constexpr std::string_view kDimensions[] = {"dimensions"}, kReduce[] = {"dimensions", "to_apply"},
                                    kApply[] = {"to_apply"}, kSlice[] = {"slice"}, kSizes[] = {"dynamic_slice_sizes"},
                                    kPad[] = {"padding"}, kIota[] = {"iota_dimension"}, kCompare[] = {"direction"},
                                    kIndex[] = {"index"}, kFusion[] = {"kind", "calls"},
                                    kLoop[] = {"condition", "body"}, kTarget[] = {"custom_call_target"},
                                    kLabels[] = {"dim_labels"}, kRng[] = {"algorithm"},
                                    kSelect[] = {"select", "scatter"},
                                    kPrecision[] = {"exponent_bits", "mantissa_bits"},
                                    kGather[] = {"offset_dims", "collapsed_slice_dims", "start_index_map",
                                                 "index_vector_dim", "slice_sizes"},
                                    kScatter[] = {"update_window_dims", "inserted_window_dims",
                                                  "scatter_dims_to_operand_dims", "index_vector_dim", "to_apply"},
                                    kFft[] = {"fft_type", "fft_length"}, kDistribution[] = {"distribution"};
  switch (opcode) {
    case Opcode::Transpose:
    case Opcode::Reverse:
    case Opcode::Concatenate:
    case Opcode::GetDimensionSize:
    case Opcode::SetDimensionSize: return kDimensions;
    case Opcode::Reduce: return kReduce;
    case Opcode::Call:
    case Opcode::Map:
    case Opcode::Sort:
    case Opcode::ReduceWindow: return kApply;
    case Opcode::Slice: return kSlice;
    case Opcode::DynamicSlice: return kSizes;
    case Opcode::Pad: return kPad;
    case Opcode::Iota: return kIota;
    case Opcode::Compare: return kCompare;
    case Opcode::GetTupleElement: return kIndex;
    case Opcode::Fusion: return kFusion;
    case Opcode::While: return kLoop;
    case Opcode::CustomCall: return kTarget;
    case Opcode::Convolution: return kLabels;
    case Opcode::RngBitGenerator: return kRng;
    case Opcode::Rng: return kDistribution;
    case Opcode::SelectAndScatter: return kSelect;
    case Opcode::ReducePrecision: return kPrecision;
    case Opcode::Gather: return kGather;
    case Opcode::Scatter: return kScatter;
    case Opcode::Fft: return kFft;
    default: return {};
  }
}

}  // namespace onepot
