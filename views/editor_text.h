// The text widget of the editor: QScintilla with the theme's look, squiggles, lit source, inlays and the error box.
#pragma once

#include <Qsci/qsciscintilla.h>

#include <map>

#include "views/editor_inlays.h"
#include "views/session.h"

class QFrame;

namespace onepot {

class ErrorBox;
class HloLexer;
class PythonLexer;

class EditorText : public QsciScintilla {
  Q_OBJECT
 public:
  explicit EditorText(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setPython(bool python);
  /// Replaces all without an undo step when the program is a new one.
  void replaceText(const QString& text);
  void setInlays(std::map<int, QString> inlays);
  void setShapeMarks(int line, const std::vector<ShapeMark>& marks);
  void setLit(const std::vector<SourceRange>& selected);
  /// Squiggles under every one; the first with a place gets the box.
  void setProblems(const Diagnostics& problems, const QString& file);
  const Diagnostics& problems() const { return m_problems; }
  void setPlaceholder(const QString& words);
  void apply(const Fix& fix);
  /// The fix of the problem at (or nearest below) the cursor, applied.
  void applyFixAtCursor();
  void goToProblem(int direction);
  void reveal(const SourceRange& range);
  const std::map<int, QString>& inlays() const { return m_inlays; }
  ErrorBox* errorBox() const { return m_box; }

 signals:
  void explainWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void defineLook();
  void updateAnnotations();
  void placeBox();
  void fill(const SourceRange& range, int indicator);
  int boxLine() const;

  Theme m_theme;
  PythonLexer* m_python;
  HloLexer* m_hlo;
  std::map<int, QString> m_inlays;
  int m_marksLine = 0;
  std::vector<ShapeMark> m_marks;
  Diagnostics m_problems;
  QString m_placeholder;
  ErrorBox* m_box;
};

}  // namespace onepot
