// Conditions and hand-written replacements of the rule table's rows, by family.
#pragma once

#include "engine/passes/rewrite_rule.h"

namespace onepot::rules {

// ---- of the root's element type
bool isIntegral(const Match& match);  // integers and pred
bool isFloating(const Match& match);
bool isPredicate(const Match& match);
bool comparesUnsigned(const Match& match);
bool comparesIntegral(const Match& match);
bool comparesPredicate(const Match& match);

// ---- arithmetic
Instruction* multiplyByReciprocal(const Match& match, Builder& builder);  // constants that are powers of two
Instruction* shiftForPowerOfTwo(const Match& match, Builder& builder);
Instruction* maskForPowerOfTwo(const Match& match, Builder& builder);
bool areOrderedBounds(const Match& match);  // c ≤ d, neither NaN

// ---- conversions
Instruction* operandOfSameType(const Match& match, Builder& builder);
Instruction* oneConversion(const Match& match, Builder& builder);

// ---- shapes
Instruction* operandOfSameShape(const Match& match, Builder& builder);
Instruction* oneReshape(const Match& match, Builder& builder);
Instruction* mergedTransposes(const Match& match, Builder& builder);
Instruction* identityTranspose(const Match& match, Builder& builder);
Instruction* reshapeForTranspose(const Match& match, Builder& builder);
Instruction* identityBroadcast(const Match& match, Builder& builder);
Instruction* mergedBroadcasts(const Match& match, Builder& builder);
Instruction* reshapeForBroadcast(const Match& match, Builder& builder);
Instruction* broadcastOfReshape(const Match& match, Builder& builder);
Instruction* wholeSlice(const Match& match, Builder& builder);
Instruction* mergedSlices(const Match& match, Builder& builder);
Instruction* sliceOfOnePart(const Match& match, Builder& builder);
Instruction* sliceOfScalarBroadcast(const Match& match, Builder& builder);
Instruction* noReverse(const Match& match, Builder& builder);
Instruction* twiceReversed(const Match& match, Builder& builder);
Instruction* noPadding(const Match& match, Builder& builder);
Instruction* onePartConcatenate(const Match& match, Builder& builder);
Instruction* zeroIota(const Match& match, Builder& builder);

// ---- reductions
Instruction* reduceOfNothing(const Match& match, Builder& builder);
Instruction* reduceOfTranspose(const Match& match, Builder& builder);
Instruction* reduceOfReduce(const Match& match, Builder& builder);
Instruction* reshapeForReduce(const Match& match, Builder& builder);

}  // namespace onepot::rules
