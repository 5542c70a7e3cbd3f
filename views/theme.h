// Every colour, font and radius of the window: one table of tokens, light and dark, and the value type that reads it.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <span>

namespace onepot {

enum class Token : uint8_t {
  Window,
  Chrome,
  Panel,
  Canvas,
  Raised,
  Hover,
  Border,
  Hairline,
  Control,
  Text,
  Text2,
  Text3,
  Accent,
  AccentFill,
  OnAccent,
  Tint,
  Tint2,
  Brand,
  Edge,
  BadgeInk,
  Added,
  AddedBg,
  Removed,
  RemovedBg,
  Changed,
  ChangedBg,
  Moved,
  MovedBg,
  EdgeIn,
  EdgeOut,
  Eager,
  EagerBg,
  Jit,
  JitBg,
  Ideal,
  SyntaxKeyword,
  SyntaxFunc,
  SyntaxString,
  SyntaxNumber,
  SyntaxType,
  SyntaxComment,
  SyntaxAttr,
  Shadow,
};

/// `name` is the word after @ in onepot.qss. `contrast` is the least WCAG ratio this colour must keep over the grounds
/// it stands on: 4.5 for text, 3 for lines and marks, 0 for grounds and decoration.
struct TokenRow {
  Token token;
  const char* name;
  QRgb light, dark;
  double contrast;
};
std::span<const TokenRow> tokenTable();

/// What an operation is, by the colours of XLA's own graph dumps.
enum class Kind : uint8_t {
  Elementwise,
  Free,
  Movement,
  Contraction,
  Reduction,
  Parameter,
  ParameterBig,
  Collective,
  Call,
  Fusion,
  Precision,
};
struct KindColors {
  QColor fill, border, text;
};
inline constexpr int kKindCount = 11;

/// Sizes in px at 100 %: see the table in theme.cpp.
enum class TextStyle : uint8_t {
  Figure,
  LessonTitle,
  LessonText,
  Editor,
  Name,
  Title,
  Label,
  Body,
  Small,
  SmallStrong,
  Mono,
  MonoStrong,
  MonoDiff,
  MonoSmall,
  MonoColumn,
  RootTag,
};

/// Radii and the like, in px.
inline constexpr int kRadiusChip = 4, kRadiusButton = 5, kRadiusNode = 6, kRadiusCard = 8, kRadiusCluster = 10;
inline constexpr int kRowPipeline = 21, kRowTable = 22, kRowProperty = 20, kRowMenu = 28, kRowPalette = 30;
inline constexpr int kDockTitleHeight = 30, kHeaderHeight = 44, kStatusHeight = 24, kTabsHeight = 32;

class Theme {
 public:
  /// `scale` multiplies every size: 1.0 to 2.0. `chinese` keeps small text at 12 px or more.
  explicit Theme(bool dark = false, double scale = 1.0, bool chinese = false)
      : m_dark(dark), m_scale(scale), m_chinese(chinese) {}

  bool dark() const { return m_dark; }
  double scale() const { return m_scale; }
  QColor color(Token token) const;
  QColor color(Token token, double alpha) const;
  KindColors kind(Kind kind) const;
  QFont font(TextStyle style) const;
  /// The same with its size in points, for QScintilla, which reads nothing else.
  QFont pointFont(TextStyle style) const;
  int lineHeight(TextStyle style) const;
  /// A length of the design in this theme's scale.
  int px(double length) const { return qRound(length * m_scale); }
  QPalette palette() const;
  /// onepot.qss with its @token words replaced by colours and its #px(n) lengths scaled.
  QString styleSheet() const;

  bool operator==(const Theme&) const = default;

 private:
  bool m_dark;
  double m_scale;
  bool m_chinese;
};

/// The word a kind is called by, as the legend and the inspector print it.
QString kindName(Kind kind);

}  // namespace onepot
