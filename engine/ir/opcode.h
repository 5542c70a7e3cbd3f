// Every operation's name. A new operation starts with a line here; its meaning is a row of ops/op_table.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace onepot {

// X(Enumerator, "name in HLO text")
#define ONEPOT_HLO_OPCODES(X)                                                                                     \
  /* elementwise, one operand */                                                                                  \
  X(Abs, "abs") X(Acos, "acos") X(Acosh, "acosh") X(Asin, "asin") X(Asinh, "asinh") X(Atanh, "atanh")             \
  X(Cbrt, "cbrt") X(Ceil, "ceil") X(CountLeadingZeros, "count-leading-zeros") X(Convert, "convert")               \
  X(BitcastConvert, "bitcast-convert") X(Cosh, "cosh") X(Cosine, "cosine") X(Erf, "erf")                          \
  X(Exponential, "exponential") X(ExponentialMinusOne, "exponential-minus-one") X(Floor, "floor")                 \
  X(Imag, "imag") X(IsFinite, "is-finite") X(Log, "log") X(LogPlusOne, "log-plus-one") X(Logistic, "logistic")    \
  X(Negate, "negate") X(Not, "not") X(PopulationCount, "popcnt") X(Real, "real")                                  \
  X(ReducePrecision, "reduce-precision") X(RoundNearestAfz, "round-nearest-afz")                                  \
  X(RoundNearestEven, "round-nearest-even") X(Rsqrt, "rsqrt") X(Sign, "sign") X(Sine, "sine") X(Sinh, "sinh")     \
  X(Sqrt, "sqrt") X(Tan, "tan") X(Tanh, "tanh") X(Copy, "copy")                                                   \
  /* elementwise, two and three operands */                                                                       \
  X(Add, "add") X(And, "and") X(Atan2, "atan2") X(Compare, "compare") X(Complex, "complex") X(Divide, "divide")   \
  X(Maximum, "maximum") X(Minimum, "minimum") X(Multiply, "multiply") X(MultiplyHigh, "mulhi") X(Or, "or")        \
  X(Power, "power") X(Remainder, "remainder") X(ShiftLeft, "shift-left")                                          \
  X(ShiftRightArithmetic, "shift-right-arithmetic") X(ShiftRightLogical, "shift-right-logical")                   \
  X(StochasticConvert, "stochastic-convert") X(Subtract, "subtract") X(Xor, "xor") X(Clamp, "clamp")              \
  X(Select, "select") X(Map, "map")                                                                               \
  /* sources */                                                                                                   \
  X(Constant, "constant") X(Iota, "iota") X(Parameter, "parameter") X(PartitionId, "partition-id")                \
  X(ReplicaId, "replica-id")                                                                                      \
  /* shape and data movement */                                                                                   \
  X(Bitcast, "bitcast") X(Broadcast, "broadcast") X(Concatenate, "concatenate") X(DynamicReshape, "dynamic-reshape") \
  X(DynamicSlice, "dynamic-slice") X(DynamicUpdateSlice, "dynamic-update-slice") X(Gather, "gather")              \
  X(GetDimensionSize, "get-dimension-size") X(Pad, "pad") X(Reshape, "reshape") X(Reverse, "reverse")             \
  X(Scatter, "scatter") X(SetDimensionSize, "set-dimension-size") X(Slice, "slice") X(Transpose, "transpose")     \
  X(CopyStart, "copy-start") X(CopyDone, "copy-done")                                                             \
  /* contraction, reduction, windows, sorting, linear algebra */                                                  \
  X(Dot, "dot") X(RaggedDot, "ragged-dot") X(ScaledDot, "scaled-dot") X(Convolution, "convolution")               \
  X(Reduce, "reduce") X(ReduceWindow, "reduce-window") X(SelectAndScatter, "select-and-scatter") X(HloScan, "scan") \
  X(Sort, "sort") X(TopK, "topk") X(BatchNormTraining, "batch-norm-training")                                     \
  X(BatchNormInference, "batch-norm-inference") X(BatchNormGrad, "batch-norm-grad") X(Fft, "fft")                 \
  X(TriangularSolve, "triangular-solve") X(Cholesky, "cholesky")                                                  \
  /* structure and control */                                                                                     \
  X(Tuple, "tuple") X(GetTupleElement, "get-tuple-element") X(Call, "call") X(While, "while")                     \
  X(Conditional, "conditional") X(Fusion, "fusion") X(CustomCall, "custom-call") X(AfterAll, "after-all")         \
  X(AddDependency, "add-dependency") X(Domain, "domain") X(OptimizationBarrier, "opt-barrier")                    \
  /* random numbers */                                                                                            \
  X(Rng, "rng") X(RngBitGenerator, "rng-bit-generator") X(RngGetAndUpdateState, "rng-get-and-update-state")       \
  /* communication and asynchrony */                                                                              \
  X(AllGather, "all-gather") X(AllGatherStart, "all-gather-start") X(AllGatherDone, "all-gather-done")            \
  X(AllReduce, "all-reduce") X(AllReduceStart, "all-reduce-start") X(AllReduceDone, "all-reduce-done")            \
  X(AllToAll, "all-to-all") X(RaggedAllToAll, "ragged-all-to-all") X(CollectiveBroadcast, "collective-broadcast") \
  X(CollectivePermute, "collective-permute") X(CollectivePermuteStart, "collective-permute-start")                \
  X(CollectivePermuteDone, "collective-permute-done") X(ReduceScatter, "reduce-scatter")                          \
  X(Infeed, "infeed") X(Outfeed, "outfeed") X(Send, "send") X(SendDone, "send-done") X(Recv, "recv")              \
  X(RecvDone, "recv-done") X(AsyncStart, "async-start") X(AsyncUpdate, "async-update") X(AsyncDone, "async-done")

// The traced dialect: JAX's primitives that are not HLO. The first pass of every pipeline lowers them.
#define ONEPOT_TRACED_OPCODES(X)                                                                                  \
  X(Jit, "traced-jit") X(CustomJvpCall, "traced-custom-jvp-call") X(CustomVjpCall, "traced-custom-vjp-call")      \
  X(Remat, "traced-remat") X(Scan, "traced-scan") X(WhileLoop, "traced-while") X(Cond, "traced-cond")             \
  X(ReduceSum, "traced-reduce-sum") X(ReduceMax, "traced-reduce-max") X(ReduceMin, "traced-reduce-min")           \
  X(ReduceProd, "traced-reduce-prod") X(ReduceAnd, "traced-reduce-and") X(ReduceOr, "traced-reduce-or")           \
  X(ReduceXor, "traced-reduce-xor") X(Argmax, "traced-argmax") X(Argmin, "traced-argmin")                         \
  X(Cumsum, "traced-cumsum") X(Cumprod, "traced-cumprod") X(Cummax, "traced-cummax") X(Cummin, "traced-cummin")   \
  X(Cumlogsumexp, "traced-cumlogsumexp") X(IntegerPow, "traced-integer-pow") X(Square, "traced-square")           \
  X(Exp2, "traced-exp2") X(ErfInv, "traced-erf-inv") X(Erfc, "traced-erfc") X(Squeeze, "traced-squeeze")          \
  X(AddAny, "traced-add-any") X(StopGradient, "traced-stop-gradient") X(NextAfter, "traced-nextafter")      \
  X(SelectN, "traced-select-n")                                                                                   \
  X(Threefry2x32, "traced-threefry2x32") X(RandomBits, "traced-random-bits") X(RandomSeed, "traced-random-seed")  \
  X(RandomWrap, "traced-random-wrap") X(RandomUnwrap, "traced-random-unwrap")                                     \
  X(RandomSplit, "traced-random-split") X(RandomFoldIn, "traced-random-fold-in")

enum class Opcode : uint8_t {
#define X(enumerator, name) enumerator,
  ONEPOT_HLO_OPCODES(X) ONEPOT_TRACED_OPCODES(X)
#undef X
};

#define X(enumerator, name) +1
inline constexpr int kHloOpcodeCount = 0 ONEPOT_HLO_OPCODES(X);
inline constexpr int kOpcodeCount = kHloOpcodeCount ONEPOT_TRACED_OPCODES(X);
#undef X

std::string_view name(Opcode opcode);
std::optional<Opcode> opcodeByName(std::string_view name);
constexpr bool isTraced(Opcode opcode) { return static_cast<int>(opcode) >= kHloOpcodeCount; }

}  // namespace onepot
