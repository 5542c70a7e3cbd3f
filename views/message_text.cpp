#include "views/message_text.h"

#include <QCoreApplication>

namespace onepot {

QString messageText(const Message& message) {
  if (message.empty()) return {};
  if (message.id != "verbatim") {
    for (const MessageRow& row : messageTable()) {
      if (row.id != message.id) continue;
      // Translations are filed under context "Messages", by the English row.
      const std::string english(row.english);
      const QString translated = QCoreApplication::translate("Messages", english.c_str());
      if (translated == QString::fromStdString(english)) break;
      QString text = translated;
      for (size_t i = 0; i < message.arguments.size(); ++i) {
        text.replace(QString("{%1}").arg(i), QString::fromStdString(message.arguments[i]));
      }
      return text;
    }
  }
  return QString::fromStdString(message.text());
}

}  // namespace onepot
