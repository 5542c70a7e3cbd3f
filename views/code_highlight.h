// Syntax colours for the texts that the compiler prints: HLO, jaxprs, LLVM IR, assembly.
#pragma once

#include <QString>
#include <vector>

#include "views/theme.h"

namespace onepot {

enum class CodeLanguage : uint8_t { Plain, Hlo, Jaxpr, Llvm, Assembly };

struct CodeSpan {
  int from = 0, length = 0;
  Token token = Token::Text;
};

/// Spans in order, without overlap; what no span covers is plain text.
std::vector<CodeSpan> highlight(const QString& line, CodeLanguage language);

/// The words of a line, as a diff compares them: names, numbers, shapes, single signs.
struct CodeWord {
  int from = 0, length = 0;
};
std::vector<CodeWord> codeWords(const QString& line);

}  // namespace onepot
