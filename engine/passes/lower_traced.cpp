#include "engine/ops/traced_lowering.h"
#include "engine/passes/pass_list.h"

namespace onepot {

bool runLowerTraced(Module& module, PassContext&) { return lowerTraced(module); }

}  // namespace onepot
