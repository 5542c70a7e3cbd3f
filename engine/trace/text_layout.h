// Text with places where lines may break, laid out in a width: the pretty printer behind jaxprs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace onepot {

/// A group prints on one line where it fits into the width, else its breaks (not those of groups inside) start new
/// lines. After Wadler and Lindig; only the group itself must fit, as in JAX's printer.
class TextLayout {
 public:
  enum class Kind : uint8_t { Text, Break, Concat, Group, Nest, Mark };
  struct Node {
    Kind kind = Kind::Text;
    std::string text;  // Text; Break: what stands there when it does not break
    std::vector<TextLayout> children;
    int64_t number = 0;  // Nest: columns; Mark: what the line that it starts on belongs to
  };

  static TextLayout text(std::string text);
  static TextLayout breakable(std::string flat = " ");
  static TextLayout concat(std::vector<TextLayout> children);
  static TextLayout group(TextLayout child);
  static TextLayout nest(int columns, TextLayout child);
  static TextLayout mark(int64_t number, TextLayout child);
  static TextLayout join(const TextLayout& separator, std::vector<TextLayout> children);

  /// Nothing at all, as a layout that was made without one of the functions above.
  bool empty() const { return m_node == nullptr; }
  /// `marks` gets one number a line: of the first mark that starts on it, else 0.
  std::string format(int width, std::vector<int64_t>* marks) const;

 private:
  friend class TextFormatter;
  std::shared_ptr<const Node> m_node;
};

}  // namespace onepot
