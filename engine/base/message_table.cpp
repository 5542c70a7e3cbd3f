#include "engine/base/message.h"

namespace onepot {

const std::vector<MessageRow>& messageTable() {
  static const std::vector<MessageRow> rows = {
      {"verbatim", "{0}"},
  };
  return rows;
}

}  // namespace onepot
