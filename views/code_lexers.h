// QScintilla lexers in the theme's syntax colours: Python, and HLO by the rules of code_highlight.
#pragma once

#include <Qsci/qscilexercustom.h>
#include <Qsci/qscilexerpython.h>

#include "views/theme.h"

namespace onepot {

class PythonLexer : public QsciLexerPython {
  Q_OBJECT
 public:
  explicit PythonLexer(QObject* parent = nullptr) : QsciLexerPython(parent) {}
  void setTheme(const Theme& theme);
  /// Builtins and the array modules, in the function colour.
  const char* keywords(int set) const override;
};

class HloLexer : public QsciLexerCustom {
  Q_OBJECT
 public:
  explicit HloLexer(QObject* parent = nullptr) : QsciLexerCustom(parent) {}
  void setTheme(const Theme& theme);
  const char* language() const override { return "HLO"; }
  QString description(int style) const override;
  void styleText(int start, int end) override;
};

}  // namespace onepot
