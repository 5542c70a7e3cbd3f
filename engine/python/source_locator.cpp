#include "engine/python/source_locator.h"

#include <algorithm>
#include <fstream>

namespace onepot {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start <= text.size()) {
    size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

}  // namespace

bool SourceLocator::isOurs(PyCodeObject* code) const {
  Py_ssize_t size = 0;
  const char* file = PyUnicode_AsUTF8AndSize(code->co_filename, &size);
  if (!file) {
    PyErr_Clear();
    return false;
  }
  std::string_view name(file, static_cast<size_t>(size));
  return name.starts_with(m_packageFolder) || name.starts_with("<frozen ");
}

void SourceLocator::setText(const std::string& file, const std::string& text) { m_files[file] = split(text); }

const std::vector<std::string>& SourceLocator::linesOf(const std::string& file) {
  auto found = m_files.find(file);
  if (found != m_files.end()) return found->second;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  if (stream) text.assign(std::istreambuf_iterator<char>(stream), {});
  return m_files[file] = split(text);
}

const std::string& SourceLocator::line(const std::string& file, int number) {
  static const std::string kNone;
  const auto& lines = linesOf(file);
  return number >= 1 && static_cast<size_t>(number) <= lines.size() ? lines[static_cast<size_t>(number - 1)] : kNone;
}

int SourceLocator::characters(const std::string& file, int number, int bytes) {
  const std::string& text = line(file, number);
  size_t end = std::min(text.size(), static_cast<size_t>(std::max(bytes, 0)));
  auto continuation = std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end),
                                    [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; });
  return bytes - static_cast<int>(continuation);
}

SourceRange SourceLocator::positionIn(PyCodeObject* code, int lastInstruction) {
  SourceRange range;
  range.file = textOf(code->co_filename);
  int line = 0, column = -1, endLine = 0, endColumn = -1;
  if (!PyCode_Addr2Location(code, lastInstruction, &line, &column, &endLine, &endColumn)) return range;
  range.line = std::max(line, 0);
  if (column < 0 || endColumn < 0) return range;
  range.column = characters(range.file, line, column) + 1;
  range.endLine = endLine;
  range.endColumn = characters(range.file, endLine, endColumn);
  return range;
}

std::vector<SourceRange> SourceLocator::stack(size_t limit) {
  std::vector<SourceRange> ranges;
  PyRef frame = PyRef::borrow(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  while (frame && ranges.size() < limit) {
    auto* raw = reinterpret_cast<PyFrameObject*>(frame.get());
    PyRef code = PyRef::steal(reinterpret_cast<PyObject*>(PyFrame_GetCode(raw)));
    auto* rawCode = reinterpret_cast<PyCodeObject*>(code.get());
    if (!isOurs(rawCode)) ranges.push_back(positionIn(rawCode, PyFrame_GetLasti(raw)));
    frame = PyRef::steal(reinterpret_cast<PyObject*>(PyFrame_GetBack(raw)));
  }
  return ranges;
}

SourceRange SourceLocator::here() {
  auto ranges = stack(1);
  return ranges.empty() ? SourceRange{} : ranges.front();
}

std::vector<SourceRange> SourceLocator::framesOf(PyObject* traceback) {
  std::vector<SourceRange> ranges;
  PyRef next = PyRef::borrow(traceback);
  while (next && PyTraceBack_Check(next.get())) {
    auto* entry = reinterpret_cast<PyTracebackObject*>(next.get());
    PyRef code = PyRef::steal(reinterpret_cast<PyObject*>(PyFrame_GetCode(entry->tb_frame)));
    auto* rawCode = reinterpret_cast<PyCodeObject*>(code.get());
    if (!isOurs(rawCode)) ranges.push_back(positionIn(rawCode, entry->tb_lasti));
    next = PyRef::borrow(reinterpret_cast<PyObject*>(entry->tb_next));
  }
  std::ranges::reverse(ranges);
  return ranges;
}

SourceRange SourceLocator::definitionOf(PyObject* callable) {
  SourceRange range;
  PyRef object = PyRef::borrow(callable);
  for (int depth = 0; depth < 16; ++depth) {
    PyRef inner = PyRef::steal(PyObject_GetAttrString(object.get(), "__wrapped__"));
    if (!inner) break;
    object = inner;
  }
  PyErr_Clear();
  PyRef code = PyRef::steal(PyObject_GetAttrString(object.get(), "__code__"));
  PyErr_Clear();
  if (!code || !PyCode_Check(code.get())) return range;
  auto* raw = reinterpret_cast<PyCodeObject*>(code.get());
  range.file = textOf(raw->co_filename);
  range.line = raw->co_firstlineno;
  // A lambda's or decorated function's text begins where its line's text does.
  const std::string& text = line(range.file, range.line);
  auto first = text.find_first_not_of(" \t");
  range.column = first == std::string::npos ? 1 : static_cast<int>(first) + 1;
  range.endLine = range.line;
  range.endColumn = std::max(range.column, characters(range.file, range.line, static_cast<int>(text.size())));
  return range;
}

}  // namespace onepot
