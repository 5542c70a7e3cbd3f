// The engine's messages in the window's language: translated by id, English where there is no translation.
#pragma once

#include <QString>

#include "engine/base/message.h"

namespace onepot {

QString messageText(const Message& message);

}  // namespace onepot
