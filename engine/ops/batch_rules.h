// The `batch` column of the op table: the operation on all of a batch at once, and where the batch lies in the result.
#pragma once

#include "engine/ops/transform_rules.h"

namespace onepot {

/// Elementwise, any number of operands; scalars and dimensions of size 1 stretch.
void batchElementwise(TransformContext& context);
/// The same for rows whose operands must have one shape: select, select_n, clamp, threefry2x32, random_fold_in.
void batchElementwiseFull(TransformContext& context);
/// Keys in front: random_bits, random_split, random_seed, random_wrap, random_unwrap.
void batchLeading(TransformContext& context);
/// One after another, where an operation has no form of its own for a batch.
void batchLoop(TransformContext& context);

// batch_rules_movement.cpp
void batchBroadcast(TransformContext& context);
void batchReshape(TransformContext& context);
void batchSqueeze(TransformContext& context);
void batchTranspose(TransformContext& context);
void batchReverse(TransformContext& context);
void batchSlice(TransformContext& context);
void batchPad(TransformContext& context);
void batchConcatenate(TransformContext& context);
void batchDynamicSlice(TransformContext& context);
void batchDynamicUpdateSlice(TransformContext& context);

// batch_rules_reduce.cpp
void batchReduction(TransformContext& context);  // reduce_sum, …
void batchArgminmax(TransformContext& context);
void batchCumulative(TransformContext& context);
void batchDot(TransformContext& context);

void batchCustomCall(TransformContext& context);  // custom_call_rules.cpp

// batch_rules_indexing.cpp
void batchGather(TransformContext& context);
void batchScatter(TransformContext& context);
void batchSort(TransformContext& context);
void batchReduceWindow(TransformContext& context);

}  // namespace onepot
