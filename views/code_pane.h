// Read-only code, one row a line: numbers, a sign in the gutter, grounds, underlines, labels and brackets beside the
// text.
#pragma once

#include <QAbstractScrollArea>
#include <optional>

#include "engine/ir/module.h"
#include "views/code_highlight.h"

namespace onepot {

struct Partners;

struct CodeRow {
  int number = 0;  // 0: none shown
  QString sign;    // "+", "−", "~", "↳"
  Token signToken = Token::Text3;
  QString text;
  std::optional<Token> ground;
  std::vector<CodeWord> underlines;
  InstructionId instruction = 0;
  bool filler = false;          // hatched: nothing stands opposite
  bool dim = false;             // not yet traced
  QString label;                // left of the bracket, on the first row of a run
  std::optional<QRgb> bracket;  // a bar in kind colour at the left of the text
};

class CodePane : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit CodePane(QWidget* parent = nullptr);

  void setRows(std::vector<CodeRow> rows, CodeLanguage language);
  const std::vector<CodeRow>& rows() const { return m_rows; }
  void setTheme(const Theme& theme, TextStyle style = TextStyle::MonoDiff);
  /// Width kept for labels, in characters; 0: no label column.
  void setLabelColumn(int characters) { m_labelCharacters = characters; }
  void setNumbers(bool numbers) { m_numbers = numbers; }
  void setSigns(bool signs) { m_signs = signs; }
  /// Which rows are lit: the selection's own tint2 with a bar, its partners' tint.
  void setLit(const Partners& partners);
  void setCurrentRow(int row);
  int currentRow() const { return m_current; }
  void scrollToInstruction(InstructionId id);
  /// Brings the first row that stands on a coloured ground into sight, with a little before it.
  void scrollToFirstChange();
  int rowAt(int y) const;
  QRect rowRect(int row) const;

 signals:
  void rowClicked(int row);
  void rowActivated(int row);
  void rowHovered(int row);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void updateBars();
  int textLeft() const;
  int rowHeight() const { return m_theme.lineHeight(m_style); }
  void paintRow(QPainter& painter, int index, const QRect& place);
  void paintText(QPainter& painter, const CodeRow& row, int x, const QRect& place);
  void move(int direction);

  std::vector<CodeRow> m_rows;
  std::vector<int> m_lit;  // 0, 1 partner, 2 selected
  CodeLanguage m_language = CodeLanguage::Plain;
  Theme m_theme;
  TextStyle m_style = TextStyle::MonoDiff;
  int m_labelCharacters = 0;
  bool m_numbers = true, m_signs = false;
  int m_current = -1, m_hover = -1;
  double m_characterWidth = 7;
};

}  // namespace onepot
