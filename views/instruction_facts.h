// What can be said of one instruction, in words: its fate at a stage, its properties, its thread from source to time.
#pragma once

#include <QString>
#include <vector>

#include "views/provenance_thread.h"
#include "views/session.h"

namespace onepot {

/// Why the instruction looks as it does at stage `stage`: "moved into fusion.1", "deleted by dce in pass 6"; empty: as
/// ever.
struct Fate {
  enum class Kind : uint8_t { Same, Moved, Deleted, NotYet, Added } kind = Kind::Same;
  QString words;
  int stage = -1;  // where it happened
};
Fate fateOf(const Compilation& compilation, InstructionId id, int stage);

struct Property {
  QString name, value;
  std::vector<std::pair<QString, Ref>> links;  // instead of a value: operands, users
  Token token = Token::Text;
};
std::vector<Property> propertiesOf(const Instruction& instruction, const Module& module, const Compilation& compilation,
                                   int stage);

/// What became of an instruction, pass by pass: made, each rewrite that touched it, its end.
struct HistoryRow {
  int stage = 0;
  QString words;
};
std::vector<HistoryRow> historyOf(const Compilation& compilation, InstructionId id);

/// From source to time; what has no source says why.
std::vector<ThreadRow> threadOf(const Session& session, const Instruction& instruction);

/// The text of a range in the program, one line; empty when the text is another.
QString sourceText(const QString& program, const SourceRange& range);

}  // namespace onepot
