// The names that operations are traced under: named scopes and transformations, as a profile shows them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/instruction.h"

namespace onepot {

/// jax.named_scope("layer") is a name; jvp, transpose and vmap wrap the first of the names that follow: "jvp(layer)".
class NameStack {
 public:
  void pushScope(std::string name) { push({std::move(name), false}); }
  void pushTransform(std::string name) { push({std::move(name), true}); }
  void pop();
  /// "train/jvp(layer)", empty outside of all.
  const std::string& text() const { return m_text; }

 private:
  struct Entry {
    std::string name;
    bool transform;
  };
  void push(Entry entry);
  void write();

  std::vector<Entry> m_entries;
  std::string m_text;
};

/// "layer/exp": what an operation that is recorded under `scope` is called; a call has the name of its function.
std::string operationName(const std::string& scope, Opcode opcode, const Attributes& attributes);

/// The scope of an operation that was recorded: its name but for the last part.
std::string_view scopeOf(const Instruction& instruction);

}  // namespace onepot
