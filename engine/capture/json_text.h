// How text and numbers that JSON cannot hold are written in it: one encoding, both ways.
#pragma once

#include <string>
#include <string_view>

namespace onepot {

/// UTF-8 for JSON. A byte that is not part of valid UTF-8 becomes the private-use character U+F780 + (byte − 0x80); so do
/// the bytes of such a character where it really stood in the text, so that decoding gives back every text exactly.
std::string encodeText(std::string_view bytes);
std::string decodeText(std::string_view text);

}  // namespace onepot
