// The blocks FileNames, FunctionNames, FileLocations, StackFrames of recent dumps: where an instruction's frame stands.
#pragma once

#include <unordered_map>

#include "engine/ir/hlo_lexer.h"

namespace onepot {

class HloStackTables {
 public:
  /// Reads the blocks at the cursor (none is fine) and returns them as they were written.
  std::string parse(HloLexer& lexer);
  /// The place of a frame; unknown where the tables do not have it.
  SourceRange place(int64_t frame) const;

 private:
  void parseRow(HloLexer& lexer, std::string_view table);

  std::unordered_map<int64_t, std::string> m_files;
  std::unordered_map<int64_t, SourceRange> m_locations;
  std::unordered_map<int64_t, int64_t> m_frames;
};

}  // namespace onepot
