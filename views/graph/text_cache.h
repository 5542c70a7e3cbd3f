// Laid-out words of the graph, kept by text, font step and width: five thousand nodes ask for the same few again and
// again.
#pragma once

#include <QHash>
#include <QStaticText>

#include "views/theme.h"

namespace onepot {

/// How the words of a node are set.
enum class NodeText : uint8_t { Name, Line, Tag, Title };

class TextCache {
 public:
  explicit TextCache(const Theme& theme);
  /// `size` in px of the scene; elided in the middle to `width`.
  const QStaticText& get(const QString& text, NodeText style, double size, double width);
  const QFont& font(NodeText style, double size);

 private:
  Theme m_theme;
  QHash<QString, QStaticText> m_texts;
  QHash<int, QFont> m_fonts;
};

}  // namespace onepot
