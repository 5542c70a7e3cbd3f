#include "engine/base/message.h"

namespace onepot {

const std::vector<MessageRow>& messageTable() {
  static const std::vector<MessageRow> rows = {
      {"verbatim", "{0}"},
      // Shape rules.
      {"shape.operand_count", "{0} takes {1} operands, not {2}"},
      {"shape.must_be_written", "the shape of {0} must be written"},
      // the verifier
      {"verify.no_entry", "module {0} has no entry computation"},
      {"verify.no_root", "computation {0} has no root"},
      {"verify.duplicate_id", "{0} has an id that another instruction has too"},
      {"verify.duplicate_name", "two instructions are called {0}"},
      {"verify.traced_row", "{0} is a {1}, which may only stand in a traced module"},
      {"verify.operand_order", "{0} uses {1}, which does not stand before it"},
      {"verify.callee_order", "{0} calls {1}, which does not stand before it"},
      {"verify.shape_refused", "{0}: {1}"},
      {"verify.shape_differs", "{0} has shape {1}, but its operands make {2}"},
      {"verify.parameter_number", "{0} has no valid parameter number in {1}"},
      {"verify.parameter_twice", "{0} has the same parameter number as {1}"},
      {"verify.parameter_missing", "parameter {0} of {1} is missing"},
  };
  return rows;
}

}  // namespace onepot
