// The `lower` column of the op table: traced rows as HLO. Each rule is for the rows that its name says.
#pragma once

#include "engine/ops/traced_lowering.h"

namespace onepot {

// lower_rules_call.cpp
void lowerCall(LoweringContext& context);  // jit, custom_jvp_call, custom_vjp_call, remat
void lowerCond(LoweringContext& context);
// lower_rules_loop.cpp
void lowerScan(LoweringContext& context);
void lowerWhileLoop(LoweringContext& context);
// lower_rules_reduce.cpp
void lowerReduction(LoweringContext& context);  // reduce_sum, …, reduce_xor
void lowerArgminmax(LoweringContext& context);
void lowerCumulative(LoweringContext& context);  // cumsum, …, cumlogsumexp
// lower_rules_elementwise.cpp
void lowerIntegerPow(LoweringContext& context);
void lowerSquare(LoweringContext& context);
void lowerExp2(LoweringContext& context);
void lowerSqueeze(LoweringContext& context);
void lowerAddAny(LoweringContext& context);
void lowerIdentity(LoweringContext& context);  // stop_gradient
void lowerSelectN(LoweringContext& context);
void lowerNextAfter(LoweringContext& context);
// lower_rules_erf.cpp
void lowerErfInv(LoweringContext& context);
void lowerErfc(LoweringContext& context);
// lower_rules_random.cpp
void lowerThreefry2x32(LoweringContext& context);
void lowerRandomBits(LoweringContext& context);
void lowerRandomSeed(LoweringContext& context);
void lowerRandomWrap(LoweringContext& context);  // also unwrap: the words are the key
void lowerRandomSplit(LoweringContext& context);
void lowerRandomFoldIn(LoweringContext& context);
/// HLO rows that move elements, on key arrays: the words of a key stay together.
void lowerKeyMovement(LoweringContext& context);

}  // namespace onepot
