#include "engine/ops/mlir_region.h"

#include <charconv>
#include <unordered_map>
#include <unordered_set>

namespace onepot {

namespace {

constexpr char kUse = '\x01';

/// Gives values their names in the order of MLIR's printer: a region's values first, then those of the regions inside
/// its operations, each of which starts from where its parent ended.
class Names {
 public:
  void nameFunction(const MlirRegion& body) { nameRegion(body, {}); }
  const std::string& of(MlirValue value) const { return m_names.at(value); }

  std::string resolve(const std::string& text) const {
    std::string resolved;
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] != kUse) {
        resolved += text[at];
        continue;
      }
      MlirValue value = 0;
      auto end = std::from_chars(text.data() + at + 1, text.data() + text.size(), value).ptr;
      at = static_cast<size_t>(end - text.data());  // the closing mark
      resolved += of(value);
    }
    return resolved;
  }

 private:
  struct Counters {
    int64_t value = 0, argument = 0, conflict = 0;
  };

  std::string unique(const std::string& hint, Counters& counters, std::vector<std::string>& added) {
    std::string name = hint;
    while (!m_used.insert(name).second) name = hint + "_" + std::to_string(counters.conflict++);
    added.push_back(name);
    return "%" + name;
  }

  void nameResults(const MlirOperation& operation, Counters& counters, std::vector<std::string>& added) {
    if (!operation.hints.empty()) {
      for (size_t i = 0; i < operation.results.size(); ++i)
        m_names[operation.results[i]] = unique(operation.hints[i], counters, added);
      return;
    }
    if (operation.results.empty()) return;
    std::string group = "%" + std::to_string(counters.value++);
    for (size_t i = 0; i < operation.results.size(); ++i)
      m_names[operation.results[i]] = operation.results.size() == 1 ? group : group + "#" + std::to_string(i);
  }

  void nameRegion(const MlirRegion& region, Counters counters) {
    std::vector<std::string> added;
    for (MlirValue argument : region.arguments)
      m_names[argument] = region.argumentHint.empty() ? "%arg" + std::to_string(counters.argument++)
                                                      : unique(region.argumentHint, counters, added);
    for (const MlirOperation& operation : region.operations) nameResults(operation, counters, added);
    for (const MlirOperation& operation : region.operations)
      for (const auto& inner : operation.regions) nameRegion(*inner, counters);
    for (const std::string& name : added) m_used.erase(name);
  }

  std::unordered_map<MlirValue, std::string> m_names;
  std::unordered_set<std::string> m_used;
};

class Renderer {
 public:
  explicit Renderer(const Names& names) : m_names(names) {}

  void region(const MlirRegion& region, int indent) {
    for (const MlirOperation& operation : region.operations) {
      m_text.append(static_cast<size_t>(indent), ' ');
      this->results(operation);
      for (size_t i = 0; i < operation.texts.size(); ++i) {
        this->text(operation.texts[i], indent);
        if (i < operation.regions.size()) {
          m_text += '\n';
          this->region(*operation.regions[i], indent + 2);
          m_text.append(static_cast<size_t>(indent), ' ');
        }
      }
      m_text += '\n';
    }
  }

  std::string& text() { return m_text; }

 private:
  void results(const MlirOperation& operation) {
    if (operation.results.empty()) return;
    if (operation.hints.empty()) {
      std::string first = m_names.of(operation.results.front());
      m_text += first.substr(0, first.find('#'));
      if (operation.results.size() > 1) m_text += ":" + std::to_string(operation.results.size());
    } else {
      for (size_t i = 0; i < operation.results.size(); ++i)
        m_text += (i > 0 ? ", " : "") + m_names.of(operation.results[i]);
    }
    m_text += " = ";
  }

  void text(const std::string& text, int indent) {
    for (char c : m_names.resolve(text)) {
      m_text += c;
      if (c == '\n') m_text.append(static_cast<size_t>(indent), ' ');
    }
  }

  const Names& m_names;
  std::string m_text;
};

}  // namespace

std::string mlirUse(MlirValue value) { return kUse + std::to_string(value) + kUse; }

std::string renderMlirBody(const MlirRegion& body, int indent, std::vector<std::string>& names) {
  Names known;
  known.nameFunction(body);
  for (MlirValue argument : body.arguments) names.push_back(known.of(argument));
  Renderer renderer(known);
  renderer.region(body, indent);
  return std::move(renderer.text());
}

}  // namespace onepot
