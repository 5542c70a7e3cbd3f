// Where in the user's text Python stands: frames without those of the jax package, with columns in characters.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/source_range.h"
#include "engine/python/py_ref.h"

namespace onepot {

class SourceLocator {
 public:
  /// Files below `packageFolder` are ours and are not shown.
  explicit SourceLocator(std::string packageFolder) : m_packageFolder(std::move(packageFolder)) {}

  /// The user's frames of the running thread, innermost first; at most `limit`.
  std::vector<SourceRange> stack(size_t limit = 16);
  /// The innermost of them.
  SourceRange here();
  /// The user's frames of a traceback, innermost first.
  std::vector<SourceRange> framesOf(PyObject* traceback);
  /// Instruction `lastInstruction` (bytes) of a code object.
  SourceRange positionIn(PyCodeObject* code, int lastInstruction);
  /// The first line of a function's code; unknown for what has none.
  SourceRange definitionOf(PyObject* callable);

  /// Text that stands in no file under that name, or is newer than the file.
  void setText(const std::string& file, const std::string& text);
  /// Line from 1; "" where there is none.
  const std::string& line(const std::string& file, int number);
  bool isOurs(PyCodeObject* code) const;

 private:
  const std::vector<std::string>& linesOf(const std::string& file);
  int characters(const std::string& file, int line, int bytes);

  std::string m_packageFolder;
  std::map<std::string, std::vector<std::string>> m_files;
};

}  // namespace onepot
