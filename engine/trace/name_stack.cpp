#include "engine/trace/name_stack.h"

#include <ranges>

#include "engine/base/result.h"
#include "engine/ops/op.h"

namespace onepot {

void NameStack::push(Entry entry) {
  m_entries.push_back(std::move(entry));
  write();
}

void NameStack::pop() {
  ensure(!m_entries.empty(), "a name that ends was begun");
  m_entries.pop_back();
  write();
}

void NameStack::write() {
  m_text.clear();
  for (const Entry& entry : m_entries | std::views::reverse) {
    if (!entry.transform) {
      if (!entry.name.empty()) m_text = m_text.empty() ? entry.name : entry.name + "/" + m_text;
      continue;
    }
    size_t first = std::min(m_text.find('/'), m_text.size());
    m_text = entry.name + "(" + m_text.substr(0, first) + ")" + m_text.substr(first);
  }
}

std::string operationName(const std::string& scope, Opcode opcode, const Attributes& attributes) {
  std::string own;
  if (const auto* call = std::get_if<CallAttributes>(&attributes); call != nullptr && opcode == Opcode::Jit)
    own = "jit(" + call->name + ")";
  else if (opcode == Opcode::Scan || opcode == Opcode::WhileLoop)
    own = "while";
  else if (const auto* compare = std::get_if<CompareAttributes>(&attributes))
    for (char letter : name(compare->direction)) own += static_cast<char>(letter - 'A' + 'a');
  else
    own = op(opcode).jaxpr.empty() ? name(opcode) : op(opcode).jaxpr;
  return scope.empty() ? own : scope + "/" + own;
}

std::string_view scopeOf(const Instruction& instruction) {
  std::string_view name = instruction.metadata().opName;
  size_t last = name.rfind('/');
  return last == std::string_view::npos ? std::string_view() : name.substr(0, last);
}

}  // namespace onepot
