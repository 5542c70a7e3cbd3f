// The functions behind the rows of the pass list; each is defined in the file that bears its pass's name.
#pragma once

#include "engine/passes/pass.h"

namespace onepot {

bool runLowerTraced(Module& module, PassContext& context);
bool runCallInliner(Module& module, PassContext& context);
bool runFlattenCallGraph(Module& module, PassContext& context);
bool runTupleSimplifier(Module& module, PassContext& context);
bool runDce(Module& module, PassContext& context);
bool runCse(Module& module, PassContext& context);
bool runLayoutAssignment(Module& module, PassContext& context);
bool runReshapeDecomposer(Module& module, PassContext& context);
bool runZeroSizedElimination(Module& module, PassContext& context);
bool runConstantFolding(Module& module, PassContext& context);
bool runReshapeMover(Module& module, PassContext& context);
bool runTransposeFolding(Module& module, PassContext& context);
bool runWhileLoopSimplifier(Module& module, PassContext& context);
bool runAlgsimp(Module& module, PassContext& context);
bool runFusion(Module& module, PassContext& context);
bool runCopyInsertion(Module& module, PassContext& context);
bool runMemoryScheduler(Module& module, PassContext& context);
bool runBufferAssignment(Module& module, PassContext& context);

}  // namespace onepot
