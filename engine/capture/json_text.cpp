#include "engine/capture/json_text.h"

#include <cstdint>

namespace onepot {

namespace {

constexpr uint32_t kFirstByte = 0xF780;  // stands for the byte 0x80

unsigned char byteAt(std::string_view text, size_t index) { return static_cast<unsigned char>(text[index]); }

/// Length of the valid UTF-8 character at `index`, 0 if there is none; its code point in `codePoint`.
size_t characterAt(std::string_view text, size_t index, uint32_t& codePoint) {
  unsigned char lead = byteAt(text, index);
  if (lead < 0x80) return codePoint = lead, 1;
  size_t length = lead >= 0xF0 && lead <= 0xF4 ? 4 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xC2 && lead < 0xE0 ? 2 : 0;
  if (length == 0 || index + length > text.size()) return 0;
  codePoint = lead & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    unsigned char next = byteAt(text, index + i);
    if ((next & 0xC0) != 0x80) return 0;
    codePoint = codePoint << 6 | (next & 0x3Fu);
  }
  bool overlong = (length == 3 && codePoint < 0x800) || (length == 4 && codePoint < 0x10000);
  bool surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
  return overlong || surrogate || codePoint > 0x10FFFF ? 0 : length;
}

bool standsForByte(uint32_t codePoint) { return codePoint >= kFirstByte && codePoint < kFirstByte + 0x80; }

void appendByte(std::string& out, unsigned char byte) {
  uint32_t codePoint = kFirstByte + (byte - 0x80u);
  out += static_cast<char>(0xE0 | codePoint >> 12);
  out += static_cast<char>(0x80 | (codePoint >> 6 & 0x3F));
  out += static_cast<char>(0x80 | (codePoint & 0x3F));
}

}  // namespace

std::string encodeText(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (size_t i = 0; i < bytes.size();) {
    uint32_t codePoint = 0;
    size_t length = characterAt(bytes, i, codePoint);
    if (length > 0 && !standsForByte(codePoint)) {
      out.append(bytes, i, length);
      i += length;
      continue;
    }
    for (size_t end = i + (length > 0 ? length : 1); i < end; ++i) appendByte(out, byteAt(bytes, i));
  }
  return out;
}

std::string decodeText(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    uint32_t codePoint = 0;
    size_t length = characterAt(text, i, codePoint);
    if (length == 0) length = 1;
    if (length == 3 && standsForByte(codePoint)) out += static_cast<char>(0x80 + (codePoint - kFirstByte));
    else out.append(text, i, length);
    i += length;
  }
  return out;
}

}  // namespace onepot
