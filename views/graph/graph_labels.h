// The words in a node: shape, and the attribute line that tells an operation from its kind.
#pragma once

#include <QString>

#include "engine/ir/module.h"

namespace onepot {

/// "f32[2048,2048]"; tuples as "(f32[2], s32[]) " up to three elements, then a count.
QString shapeLabel(const Shape& shape);
/// "add, dims {0,1}", "perm {1,0}", "LT", "lhs {1} · rhs {0}"; folded constants stand in their places: "(·, 0.125)".
QString attributeLabel(const Instruction& instruction, const Module& module);
/// The word of a combiner that is one operation over its parameters, "add"; otherwise the computation's name.
QString combinerWord(const Computation& computation);
/// A constant that stands in its users' lines: up to eight elements, and not a computation's result.
bool isFoldedConstant(const Instruction& instruction);
/// A computation that a node shows as a word: what reduce, map, sort, scatter and their like call.
bool callsCombiner(const Instruction& instruction);

}  // namespace onepot
