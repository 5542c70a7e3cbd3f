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
      {"capture.unknown_compilation", "The capture speaks of a compilation that it did not announce."},
      {"capture.computation_missing", "The capture leaves out computation {0} of a stage."},
      {"capture.bad_module", "A stage of the capture holds no module that can be read."},
      {"capture.bad_event", "The capture holds an event that cannot be read."},
      {"capture.no_capture", "{0} is not an Onepot capture."},
      {"capture.cannot_read", "Cannot read {0}: {1}."},
      {"capture.cannot_write", "Cannot write {0}: {1}."},
      {"capture.damaged", "The capture is damaged: {0}. What comes before is shown."},
      {"capture.cut_short", "The capture is cut short. What is there is shown; open the whole file to see the rest."},
      {"capture.too_large", "The capture expands to more than Onepot opens. What comes before is shown."},
      {"capture.line_too_long", "The capture holds an event that is too long. What comes before is shown."},
      {"capture.events_read", "{0} events were read."},
      {"device.unknown", "There is no device '{0}'. Known are: {1}."},
      {"device.unavailable", "The device '{0}' is {1}."},
  };
  return rows;
}

}  // namespace onepot
