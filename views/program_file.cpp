#include "views/program_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include "engine/capture/capture_file.h"
#include "views/message_text.h"

namespace onepot {

namespace {
constexpr qint64 kLargestText = qint64{64} << 20;
QString tr(const char* text) { return QCoreApplication::translate("ProgramFile", text); }
}  // namespace

SourceKind guessKind(const QString& name, const QString& text) {
  if (name.endsWith(".py")) return SourceKind::Python;
  if (name.endsWith(".mlir")) return SourceKind::StableHlo;
  if (name.endsWith(".hlo") || text.startsWith("HloModule") || text.contains("\nENTRY ") || text.startsWith("ENTRY "))
    return SourceKind::Hlo;
  if (text.contains("func.func") || text.contains("stablehlo.")) return SourceKind::StableHlo;
  return SourceKind::Python;
}

std::expected<OpenedFile, QString> openProgramFile(const QString& path) {
  if (path.endsWith(".onepot")) {
    auto capture = readCapture(path.toStdString());
    if (!capture) return std::unexpected(messageText(capture.error().front().message));
    OpenedFile opened;
    opened.name = path;
    opened.text = QString::fromStdString(capture->programText);
    opened.kind = SourceKind::Capture;
    opened.capture = std::make_shared<Capture>(std::move(*capture));
    return opened;
  }
  QFile file(path);
  if (QFileInfo(path).isDir()) return std::unexpected(tr("%1 is a folder; open one of its files").arg(path));
  if (!file.open(QIODevice::ReadOnly))
    return std::unexpected(tr("%1 cannot be read: %2").arg(path, file.errorString()));
  if (file.size() > kLargestText) return std::unexpected(tr("%1 is larger than 64 MiB").arg(path));
  OpenedFile opened;
  opened.name = path;
  opened.text = QString::fromUtf8(file.readAll()).replace("\r\n", "\n");
  opened.kind = guessKind(path, opened.text);
  return opened;
}

OpenedFile openSample(const QString& file) {
  OpenedFile opened;
  opened.name = file;
  QFile sample(":/samples/" + file);
  if (sample.open(QIODevice::ReadOnly)) opened.text = QString::fromUtf8(sample.readAll());
  return opened;
}

}  // namespace onepot
