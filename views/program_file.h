// Opens what a person hands to the window: programs, HLO and StableHLO text, captures; by ending, then by content.
#pragma once

#include <QString>
#include <expected>
#include <memory>

#include "views/session.h"

namespace onepot {

struct OpenedFile {
  QString name, text;
  SourceKind kind = SourceKind::Python;
  std::shared_ptr<const Capture> capture;  // of a capture file
};

/// Blocking; the error is a sentence. Files above 64 MiB of text are refused.
std::expected<OpenedFile, QString> openProgramFile(const QString& path);
/// HLO and StableHLO announce themselves; anything else is taken for Python.
SourceKind guessKind(const QString& name, const QString& text);
/// A sample from inside the program.
OpenedFile openSample(const QString& file);

}  // namespace onepot
