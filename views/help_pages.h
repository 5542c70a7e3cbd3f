// The pages that help opens: all keys, from the action table; what an operation does, from the op table.
#pragma once

#include <QString>

#include "engine/ir/opcode.h"

class QWidget;

namespace onepot {

class Actions;
class Theme;

/// Every action that has a key, menu by menu, as rich text.
QString keysPage(const Actions& actions, const Theme& theme);
/// Name, kind, one-line doc, an example, what it is called elsewhere; rich text.
QString operationPage(Opcode opcode, const Theme& theme);
/// A page with a Close button; Esc closes it. It deletes itself.
void showPage(QWidget* parent, const QString& title, const QString& page, const Theme& theme);

}  // namespace onepot
