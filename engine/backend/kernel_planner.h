// Which kernels a launched instruction becomes, and how each walks over its elements.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/backend/kernel_body.h"

namespace onepot {

/// Arrays whose elements the generated code can hold: no complex numbers, no types of a byte's part, no fp8.
bool isSupportedShape(const Shape& shape);
/// Combiners and comparators that generated code can hold.
bool hasScalarRules(const Computation& computation);
/// True when every operation inside has an element rule (or is a reduction, dot or window that loops are nested for).
bool canEmit(const Instruction& instruction, const Module& module);

/// The kernels, to be run one after another; several where a reduction takes two phases. `overlays(output, input)` says
/// whether an output lies where the input of that operand number lies. Inputs are operands, in order, each once.
std::vector<KernelBody> planKernels(const Instruction& instruction, const Module& module, int threads,
                                    const std::function<bool(int output, int operand)>& overlays);

/// Equal for bodies that become equal code: what identical layers of a network share. Names do not count.
std::string fingerprint(const KernelBody& body);

/// "rows in parallel, 16 columns at a time".
std::string loopOrderText(const KernelBody& body, int vectorWidth);

/// Bytes from the start of the operand where the result is one contiguous stretch of it: a copy, a slice of leading
/// dimensions, also seen through reshapes; −1: it is not. Such an instruction needs no code.
int64_t contiguousOffset(const Instruction& instruction, const Module& module);

}  // namespace onepot
