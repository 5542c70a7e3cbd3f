// The window's own icons: SVG files drawn in currentColor, tinted by a token when they are loaded.
#pragma once

#include <QIcon>
#include <QPixmap>

#include "views/theme.h"

namespace onepot {

/// `name` is a file of resources/icons without its ending. An unknown name gives a null icon.
QIcon icon(const char* name, const Theme& theme, Token token = Token::Text2);
/// With a second colour for the checked state.
QIcon icon(const char* name, const Theme& theme, Token token, Token checked);
QPixmap iconPixmap(const char* name, const QColor& color, double size, double pixelRatio);

}  // namespace onepot
