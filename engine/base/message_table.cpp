#include "engine/base/message.h"

namespace onepot {

const std::vector<MessageRow>& messageTable() {
  static const std::vector<MessageRow> rows = {
      {"verbatim", "{0}"},
      // Shape rules.
      {"shape.operand_count", "{0} takes {1} operands, not {2}"},
      {"shape.must_be_written", "the shape of {0} must be written"},
  };
  return rows;
}

}  // namespace onepot
