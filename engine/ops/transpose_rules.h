// The `transpose` column of the op table: from the result's cotangent to those of the linear operands.
#pragma once

#include "engine/ops/transform_rules.h"

namespace onepot {

// transpose_rules_elementwise.cpp
void transposeIdentity(TransformContext& context);  // copy, reduce-precision
void transposeNegate(TransformContext& context);
void transposeConvert(TransformContext& context);
void transposeAdd(TransformContext& context);  // also add_any
void transposeSubtract(TransformContext& context);
void transposeMultiply(TransformContext& context);
void transposeDivide(TransformContext& context);
void transposeSelect(TransformContext& context);  // select, select_n

// transpose_rules_movement.cpp
void transposeBroadcast(TransformContext& context);
void transposeReshape(TransformContext& context);  // also squeeze
void transposeTranspose(TransformContext& context);
void transposeReverse(TransformContext& context);
void transposeSlice(TransformContext& context);
void transposePad(TransformContext& context);
void transposeConcatenate(TransformContext& context);
void transposeDynamicSlice(TransformContext& context);
void transposeDynamicUpdateSlice(TransformContext& context);

// transpose_rules_contraction.cpp
void transposeDot(TransformContext& context);
void transposeReduceSum(TransformContext& context);
void transposeCumsum(TransformContext& context);

void transposeCustomCall(TransformContext& context);  // custom_call_rules.cpp

// complex_rules.cpp
void transposeComplex(TransformContext& context);
void transposeReal(TransformContext& context);
void transposeImag(TransformContext& context);

// transpose_rules_indexing.cpp
void transposeGather(TransformContext& context);
void transposeScatter(TransformContext& context);

}  // namespace onepot
