// The op table's shape rules: what each asks of its operands and what it makes of them.
#pragma once

#include "engine/ir/shape_inference.h"

namespace onepot::shape {

// ---- shape_rules_elementwise.cpp

Result<Shape> elementwise(const ShapeQuery& query);         // any numbers
Result<Shape> floatElementwise(const ShapeQuery& query);    // floats, complex numbers
Result<Shape> realElementwise(const ShapeQuery& query);     // floats
Result<Shape> bitwise(const ShapeQuery& query);             // integers, pred
Result<Shape> integerElementwise(const ShapeQuery& query);  // integers
Result<Shape> abs(const ShapeQuery& query);                 // complex → real
Result<Shape> power(const ShapeQuery& query);               // floats; the traced dialect takes integer exponents
Result<Shape> convert(const ShapeQuery& query);
Result<Shape> bitcastConvert(const ShapeQuery& query);
Result<Shape> realPart(const ShapeQuery& query);
Result<Shape> complexOf(const ShapeQuery& query);
Result<Shape> predicate(const ShapeQuery& query);
Result<Shape> compare(const ShapeQuery& query);
Result<Shape> clamp(const ShapeQuery& query);
Result<Shape> select(const ShapeQuery& query);
Result<Shape> map(const ShapeQuery& query);

// ---- shape_rules_movement.cpp

Result<Shape> asWritten(const ShapeQuery& query);
Result<Shape> iota(const ShapeQuery& query);
Result<Shape> broadcast(const ShapeQuery& query);
Result<Shape> concatenate(const ShapeQuery& query);
Result<Shape> pad(const ShapeQuery& query);
Result<Shape> reshape(const ShapeQuery& query);
Result<Shape> reverse(const ShapeQuery& query);
Result<Shape> slice(const ShapeQuery& query);
Result<Shape> transpose(const ShapeQuery& query);
Result<Shape> squeeze(const ShapeQuery& query);
Result<Shape> dimensionSize(const ShapeQuery& query);
Result<Shape> deviceId(const ShapeQuery& query);

// ---- shape_rules_indexing.cpp

Result<Shape> dynamicSlice(const ShapeQuery& query);
Result<Shape> dynamicUpdateSlice(const ShapeQuery& query);
Result<Shape> gather(const ShapeQuery& query);
Result<Shape> scatter(const ShapeQuery& query);

// ---- shape_rules_contraction.cpp

Result<Shape> dot(const ShapeQuery& query);
Result<Shape> convolution(const ShapeQuery& query);

// ---- shape_rules_reduction.cpp

Result<Shape> reduce(const ShapeQuery& query);
Result<Shape> reduceWindow(const ShapeQuery& query);
Result<Shape> selectAndScatter(const ShapeQuery& query);
Result<Shape> sort(const ShapeQuery& query);
Result<Shape> reduceAxes(const ShapeQuery& query);  // reduce_sum…
Result<Shape> argminmax(const ShapeQuery& query);
Result<Shape> cumulative(const ShapeQuery& query);

// ---- shape_rules_control.cpp

Result<Shape> tuple(const ShapeQuery& query);
Result<Shape> getTupleElement(const ShapeQuery& query);
Result<Shape> call(const ShapeQuery& query);  // call, fusion, jit, custom_jvp_call…
Result<Shape> whileLoop(const ShapeQuery& query);
Result<Shape> conditional(const ShapeQuery& query);
Result<Shape> token(const ShapeQuery& query);
Result<Shape> firstOperand(const ShapeQuery& query);
Result<Shape> barrier(const ShapeQuery& query);
Result<Shape> rngBitGenerator(const ShapeQuery& query);

// ---- shape_rules_traced.cpp

Result<Shape> scan(const ShapeQuery& query);
Result<Shape> tracedWhile(const ShapeQuery& query);
Result<Shape> cond(const ShapeQuery& query);
Result<Shape> selectN(const ShapeQuery& query);
Result<Shape> threefry(const ShapeQuery& query);
Result<Shape> randomBits(const ShapeQuery& query);
Result<Shape> randomSeed(const ShapeQuery& query);
Result<Shape> randomWrap(const ShapeQuery& query);
Result<Shape> randomUnwrap(const ShapeQuery& query);
Result<Shape> randomSplit(const ShapeQuery& query);
Result<Shape> randomFoldIn(const ShapeQuery& query);

}  // namespace onepot::shape
