#include "views/theme.h"

#include <QCoreApplication>
#include <QFile>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QScreen>
#include <array>

namespace onepot {

namespace {

constexpr TokenRow kTokens[] = {
    {Token::Window, "window", 0xFFECEEF1, 0xFF101215, 0},
    {Token::Chrome, "chrome", 0xFFF5F6F8, 0xFF17191D, 0},
    {Token::Panel, "panel", 0xFFFFFFFF, 0xFF1B1E23, 0},
    {Token::Canvas, "canvas", 0xFFF8F9FB, 0xFF15171B, 0},
    {Token::Raised, "raised", 0xFFFFFFFF, 0xFF262A31, 0},
    {Token::Hover, "hover", 0xFFEEF1F5, 0xFF262A31, 0},
    {Token::Border, "border", 0xFFD3D8DF, 0xFF31363F, 0},
    {Token::Hairline, "hairline", 0xFFE6E9EE, 0xFF272B32, 0},
    {Token::Control, "control", 0xFF818A98, 0xFF6B7483, 3},
    {Token::Text, "text", 0xFF161A21, 0xFFE6E9EE, 4.5},
    {Token::Text2, "text2", 0xFF464E5B, 0xFFB2BAC6, 4.5},
    {Token::Text3, "text3", 0xFF5A626F, 0xFF98A1AE, 4.5},
    {Token::Accent, "accent", 0xFF1B57CC, 0xFF82AEFF, 4.5},
    {Token::AccentFill, "accentFill", 0xFF1F5FDB, 0xFF2F6BE0, 0},
    {Token::OnAccent, "onAccent", 0xFFFFFFFF, 0xFFFFFFFF, 0},
    {Token::Tint, "tint", 0xFFEDF3FE, 0xFF1B2740, 0},
    {Token::Tint2, "tint2", 0xFFD8E5FD, 0xFF22355A, 0},
    {Token::Brand, "brand", 0xFFAD4A1A, 0xFFE08A57, 4.5},
    {Token::Edge, "edge", 0xFF818A98, 0xFF667080, 3},
    {Token::BadgeInk, "badgeInk", 0xFFFFFFFF, 0xFF14161A, 0},
    {Token::Added, "added", 0xFF0A6E43, 0xFF5CC893, 4.5},
    {Token::AddedBg, "addedBg", 0xFFE0F4E9, 0xFF14301F, 0},
    {Token::Removed, "removed", 0xFFB02132, 0xFFF58D96, 4.5},
    {Token::RemovedBg, "removedBg", 0xFFFCE7E8, 0xFF3A1A1E, 0},
    {Token::Changed, "changed", 0xFF8A5200, 0xFFE2AE4A, 4.5},
    {Token::ChangedBg, "changedBg", 0xFFFCF0D6, 0xFF352810, 0},
    {Token::Moved, "moved", 0xFF4B5B91, 0xFFA3B2E6, 4.5},
    {Token::MovedBg, "movedBg", 0xFFECEFF8, 0xFF20263A, 0},
    {Token::EdgeIn, "edgeIn", 0xFF0A6F85, 0xFF4FC3DA, 4.5},
    {Token::EdgeOut, "edgeOut", 0xFFA12C78, 0xFFEE8CC8, 4.5},
    {Token::Eager, "eager", 0xFF9E4514, 0xFFE8A274, 4.5},
    {Token::EagerBg, "eagerBg", 0xFFF6E3D7, 0xFF3A2618, 0},
    {Token::Jit, "jit", 0xFF1B57CC, 0xFF82AEFF, 4.5},
    {Token::JitBg, "jitBg", 0xFFDCE7FD, 0xFF1D2F52, 0},
    {Token::Ideal, "ideal", 0xFF5A6371, 0xFF9AA3B1, 4.5},
    {Token::SyntaxKeyword, "keyword", 0xFF7A2FB5, 0xFFC9A0F5, 4.5},
    {Token::SyntaxFunc, "func", 0xFF1A55B8, 0xFF8AB4FF, 4.5},
    {Token::SyntaxString, "string", 0xFF0B6E4A, 0xFF7CCFA2, 4.5},
    {Token::SyntaxNumber, "number", 0xFF98480A, 0xFFEBA36B, 4.5},
    {Token::SyntaxType, "type", 0xFF0A6B7C, 0xFF6CCBDD, 4.5},
    {Token::SyntaxComment, "comment", 0xFF5A626F, 0xFF98A1AE, 4.5},
    {Token::SyntaxAttr, "attr", 0xFF6A5314, 0xFFD6BE74, 4.5},
    {Token::Shadow, "shadow", 0x29000000, 0x29000000, 0},  // 16 % black
};

struct KindRow {
  Kind kind;
  const char* name;
  QRgb light[3], dark[3];  // fill, border, text
};
constexpr KindRow kKinds[] = {
    {Kind::Elementwise,
     QT_TRANSLATE_NOOP("Kind", "elementwise"),
     {0xFFFFF7CE, 0xFFA88607, 0xFF362C00},
     {0xFF383213, 0xFFB3942F, 0xFFF7EAB0}},
    {Kind::Free,
     QT_TRANSLATE_NOOP("Kind", "free"),
     {0xFFFFFFFF, 0xFF818A98, 0xFF161A21},
     {0xFF22262C, 0xFF6B7483, 0xFFE6E9EE}},
    {Kind::Movement,
     QT_TRANSLATE_NOOP("Kind", "movement"),
     {0xFFDFF2DE, 0xFF4C9352, 0xFF12341A},
     {0xFF1A3722, 0xFF56A662, 0xFFD2EFD6}},
    {Kind::Contraction,
     QT_TRANSLATE_NOOP("Kind", "contraction"),
     {0xFF1B4F93, 0xFF0D3467, 0xFFFFFFFF},
     {0xFF1F4C8C, 0xFF77A7EC, 0xFFF0F6FF}},
    {Kind::Reduction,
     QT_TRANSLATE_NOOP("Kind", "reduction"),
     {0xFFEADFF9, 0xFF8656C4, 0xFF301653},
     {0xFF35244E, 0xFFA381DA, 0xFFEBDFFB}},
    {Kind::Parameter,
     QT_TRANSLATE_NOOP("Kind", "parameter"),
     {0xFFFFE7C9, 0xFFC57A22, 0xFF452500},
     {0xFF46300F, 0xFFCF8F42, 0xFFFFE3BF}},
    {Kind::ParameterBig,
     QT_TRANSLATE_NOOP("Kind", "parameter"),
     {0xFFFFD19B, 0xFFB9690F, 0xFF3B1F00},
     {0xFF5A3A0E, 0xFFDD9A48, 0xFFFFE7C8}},
    {Kind::Collective,
     QT_TRANSLATE_NOOP("Kind", "collective"),
     {0xFFE7D5C6, 0xFF8B5A34, 0xFF371F0C},
     {0xFF3C2B1E, 0xFFAB7F5B, 0xFFEFDCCD}},
    {Kind::Call,
     QT_TRANSLATE_NOOP("Kind", "call"),
     {0xFF1F5F42, 0xFF123C2A, 0xFFFFFFFF},
     {0xFF1A4B37, 0xFF58B78E, 0xFFE2F9EE}},
    {Kind::Fusion,
     QT_TRANSLATE_NOOP("Kind", "fusion"),
     {0xFFEEF0F4, 0xFF7D8796, 0xFF161A21},
     {0xFF20242A, 0xFF75808F, 0xFFE6E9EE}},
    {Kind::Precision,
     QT_TRANSLATE_NOOP("Kind", "precision"),
     {0xFFFBDADA, 0xFFBF4147, 0xFF4A0C10},
     {0xFF491E22, 0xFFD66C72, 0xFFFFDEDF}},
};

struct StyleRow {
  TextStyle style;
  bool mono;
  double size;
  int lineHeight;
  QFont::Weight weight;
};
constexpr StyleRow kStyles[] = {
    {TextStyle::Figure, false, 24, 30, QFont::Bold},        {TextStyle::LessonTitle, false, 20, 26, QFont::Bold},
    {TextStyle::LessonText, false, 14, 22, QFont::Normal},  {TextStyle::Editor, true, 13, 20, QFont::Normal},
    {TextStyle::Name, true, 14, 18, QFont::DemiBold},       {TextStyle::Title, false, 12, 16, QFont::DemiBold},
    {TextStyle::Label, false, 12, 16, QFont::Medium},       {TextStyle::Body, false, 12, 16, QFont::Normal},
    {TextStyle::Small, false, 11, 14, QFont::Normal},       {TextStyle::SmallStrong, false, 11, 14, QFont::Medium},
    {TextStyle::Mono, true, 12, 18, QFont::Normal},         {TextStyle::MonoStrong, true, 12, 18, QFont::DemiBold},
    {TextStyle::MonoDiff, true, 11.5, 18, QFont::Normal},   {TextStyle::MonoSmall, true, 11, 14, QFont::Normal},
    {TextStyle::MonoColumn, true, 11.5, 16, QFont::Normal}, {TextStyle::RootTag, true, 10, 12, QFont::Bold},
};

double pointsOf(double pixels) {
  const QScreen* screen = QGuiApplication::primaryScreen();
  return pixels * 72 / (screen ? screen->logicalDotsPerInchY() : 96);
}

const StyleRow& styleRow(TextStyle style) { return kStyles[static_cast<size_t>(style)]; }

}  // namespace

std::span<const TokenRow> tokenTable() { return kTokens; }

QColor Theme::color(Token token) const {
  const TokenRow& row = kTokens[static_cast<size_t>(token)];
  return QColor::fromRgba(m_dark ? row.dark : row.light);
}

QColor Theme::color(Token token, double alpha) const {
  QColor result = color(token);
  result.setAlphaF(static_cast<float>(alpha));
  return result;
}

KindColors Theme::kind(Kind kind) const {
  const KindRow& row = kKinds[static_cast<size_t>(kind)];
  const QRgb* rgb = m_dark ? row.dark : row.light;
  return {QColor::fromRgb(rgb[0]), QColor::fromRgb(rgb[1]), QColor::fromRgb(rgb[2])};
}

QFont Theme::font(TextStyle style) const {
  const StyleRow& row = styleRow(style);
  QFont font;
  if (row.mono) {
    font.setFamilies({"JetBrains Mono", "monospace", "Noto Sans Mono CJK SC"});
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
  } else {
    font.setFamilies({"Inter", "Noto Sans CJK SC", "sans-serif"});
  }
  const double size = m_chinese && !row.mono ? std::max(row.size, 12.0) : row.size;
  // Half pixels survive as points of a 96 dpi screen; setPixelSize takes whole ones only.
  if (size == std::floor(size))
    font.setPixelSize(px(size));
  else
    font.setPointSizeF(size * m_scale * 0.75);
  font.setWeight(row.weight);
  if (row.mono)
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::PreferNoShaping));
  return font;
}

QFont Theme::pointFont(TextStyle style) const {
  QFont result = font(style);
  if (result.pixelSize() > 0) result.setPointSizeF(pointsOf(result.pixelSize()));
  return result;
}

int Theme::lineHeight(TextStyle style) const { return px(styleRow(style).lineHeight); }

QPalette Theme::palette() const {
  QPalette palette;
  const std::pair<QPalette::ColorRole, Token> roles[] = {
      {QPalette::Window, Token::Chrome},
      {QPalette::WindowText, Token::Text},
      {QPalette::Base, Token::Panel},
      {QPalette::AlternateBase, Token::Canvas},
      {QPalette::Text, Token::Text},
      {QPalette::Button, Token::Raised},
      {QPalette::ButtonText, Token::Text},
      {QPalette::BrightText, Token::OnAccent},
      {QPalette::Highlight, Token::Tint2},
      {QPalette::HighlightedText, Token::Text},
      {QPalette::Link, Token::Accent},
      {QPalette::LinkVisited, Token::Accent},
      {QPalette::ToolTipBase, Token::Raised},
      {QPalette::ToolTipText, Token::Text},
      {QPalette::PlaceholderText, Token::Text3},
      {QPalette::Light, Token::Panel},
      {QPalette::Midlight, Token::Hover},
      {QPalette::Mid, Token::Border},
      {QPalette::Dark, Token::Control},
      {QPalette::Shadow, Token::Border},
  };
  for (const auto& [role, token] : roles) palette.setColor(role, color(token));
  for (QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, color(Token::Control));
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, color(Token::Hover));
  return palette;
}

QString Theme::styleSheet() const {
  QFile file(":/themes/onepot.qss");
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QString source = QString::fromUtf8(file.readAll());
  static const QRegularExpression word(R"(@(\w+)|(\d+(?:\.\d+)?)px)");
  QString result;
  qsizetype last = 0;
  for (auto matches = word.globalMatch(source); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    result.append(QStringView(source).mid(last, match.capturedStart() - last));
    last = match.capturedEnd();
    if (match.hasCaptured(2)) {
      const double length = match.captured(2).toDouble();
      result += QString::number(length <= 1 ? length : px(length)) + "px";
      continue;
    }
    for (const TokenRow& row : kTokens) {
      if (match.captured(1) == QLatin1String(row.name)) result += color(row.token).name();
    }
  }
  return result.append(QStringView(source).mid(last));
}

QString kindName(Kind kind) { return QCoreApplication::translate("Kind", kKinds[static_cast<size_t>(kind)].name); }

}  // namespace onepot
