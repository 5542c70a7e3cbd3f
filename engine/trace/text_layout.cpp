#include "engine/trace/text_layout.h"

#include <ranges>

namespace onepot {

TextLayout TextLayout::text(std::string text) {
  TextLayout made;
  made.m_node = std::make_shared<Node>(Node{Kind::Text, std::move(text), {}, 0});
  return made;
}

TextLayout TextLayout::breakable(std::string flat) {
  TextLayout made;
  made.m_node = std::make_shared<Node>(Node{Kind::Break, std::move(flat), {}, 0});
  return made;
}

TextLayout TextLayout::concat(std::vector<TextLayout> children) {
  TextLayout made;
  made.m_node = std::make_shared<Node>(Node{Kind::Concat, {}, std::move(children), 0});
  return made;
}

TextLayout TextLayout::group(TextLayout child) {
  TextLayout made;
  made.m_node = std::make_shared<Node>(Node{Kind::Group, {}, {std::move(child)}, 0});
  return made;
}

TextLayout TextLayout::nest(int columns, TextLayout child) {
  TextLayout made;
  made.m_node = std::make_shared<Node>(Node{Kind::Nest, {}, {std::move(child)}, columns});
  return made;
}

TextLayout TextLayout::mark(int64_t number, TextLayout child) {
  TextLayout made;
  made.m_node = std::make_shared<Node>(Node{Kind::Mark, {}, {std::move(child)}, number});
  return made;
}

TextLayout TextLayout::join(const TextLayout& separator, std::vector<TextLayout> children) {
  std::vector<TextLayout> all;
  for (TextLayout& child : children) {
    if (!all.empty()) all.push_back(separator);
    all.push_back(std::move(child));
  }
  return concat(std::move(all));
}

/// Walks the tree with a stack of its own: nesting may be as deep as the program's.
class TextFormatter {
 public:
  TextFormatter(int width, std::vector<int64_t>* marks) : m_width(width), m_marks(marks) { startLineMarks(); }

  std::string format(const TextLayout& root) {
    std::vector<Item> agenda{{0, true, root.m_node.get()}};
    while (!agenda.empty()) {
      Item item = agenda.back();
      agenda.pop_back();
      place(item, agenda);
    }
    return std::move(m_out);
  }

 private:
  using Node = TextLayout::Node;
  using Kind = TextLayout::Kind;
  struct Item {
    int indent;
    bool breaks;
    const Node* node;
  };

  void startLineMarks() {
    if (m_marks != nullptr) m_marks->push_back(0);
  }

  void place(const Item& item, std::vector<Item>& agenda) {
    const Node& node = *item.node;
    switch (node.kind) {
      case Kind::Text: append(node.text); return;
      case Kind::Break:
        if (item.breaks)
          newLine(item.indent);
        else
          append(node.text);
        return;
      case Kind::Concat:
        for (const TextLayout& child : node.children | std::views::reverse)
          agenda.push_back({item.indent, item.breaks, child.m_node.get()});
        return;
      case Kind::Nest:
        agenda.push_back({item.indent + static_cast<int>(node.number), item.breaks, node.children[0].m_node.get()});
        return;
      case Kind::Mark:
        if (m_marks != nullptr && m_marks->back() == 0) m_marks->back() = node.number;
        agenda.push_back({item.indent, item.breaks, node.children[0].m_node.get()});
        return;
      case Kind::Group: agenda.push_back({item.indent, !fits(node), node.children[0].m_node.get()});
    }
  }

  void append(const std::string& text) {
    m_out += text;
    m_column += static_cast<int>(text.size());
  }

  void newLine(int indent) {
    m_out += '\n';
    m_out.append(static_cast<size_t>(indent), ' ');
    m_column = indent;
    startLineMarks();
  }

  bool fits(const Node& group) const {
    int rest = m_width - m_column;
    std::vector<const Node*> agenda{&group};
    while (rest >= 0 && !agenda.empty()) {
      const Node* node = agenda.back();
      agenda.pop_back();
      if (node->kind == Kind::Text || node->kind == Kind::Break) rest -= static_cast<int>(node->text.size());
      for (const TextLayout& child : node->children | std::views::reverse) agenda.push_back(child.m_node.get());
    }
    return rest >= 0;
  }

  int m_width;
  std::vector<int64_t>* m_marks;
  int m_column = 0;
  std::string m_out;
};

std::string TextLayout::format(int width, std::vector<int64_t>* marks) const {
  return TextFormatter(width, marks).format(*this);
}

}  // namespace onepot
