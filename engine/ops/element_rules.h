// The element rules that rows of the op table name; one function a family where the opcode tells the rest.
#pragma once

#include "engine/ops/element_lowering.h"

namespace onepot {

// element_rules_arithmetic.cpp: hlo-facts' semantics of integers, floats and pred.
Scalar unaryElement(ElementContext& context);   // abs, negate, not, sign, floor, ceil, round*, popcnt, clz, sqrt, copy
Scalar binaryElement(ElementContext& context);  // add … xor, shifts, maximum, minimum, remainder, mulhi
Scalar compareElement(ElementContext& context);
Scalar selectElement(ElementContext& context);
Scalar clampElement(ElementContext& context);
Scalar convertElement(ElementContext& context);
Scalar bitcastConvertElement(ElementContext& context);
Scalar isFiniteElement(ElementContext& context);
Scalar reducePrecisionElement(ElementContext& context);

// element_rules_math.cpp: the elementary functions.
Scalar unaryMathElement(ElementContext& context);   // exponential, log, tanh, sine…
Scalar binaryMathElement(ElementContext& context);  // power (floats and integers), atan2

// element_rules_movement.cpp
Scalar iotaElement(ElementContext& context);
Scalar broadcastElement(ElementContext& context);
Scalar reshapeElement(ElementContext& context);  // reshape and bitcast
Scalar transposeElement(ElementContext& context);
Scalar reverseElement(ElementContext& context);
Scalar sliceElement(ElementContext& context);
Scalar concatenateElement(ElementContext& context);
Scalar padElement(ElementContext& context);
Scalar dynamicSliceElement(ElementContext& context);
Scalar dynamicUpdateSliceElement(ElementContext& context);
Scalar gatherElement(ElementContext& context);

/// One value of a binary operation as the rules above compute it: what reductions combine with.
Scalar combineElements(ScalarBuilder& builder, Opcode opcode, Scalar a, Scalar b);

}  // namespace onepot
