// Damages bytes at random: changes, drops, doubles, moves.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace onepot {

/// One to `most` changes; characters of `alphabet` are put in more often than others.
inline std::string mutated(std::string text, std::mt19937_64& random, int most, std::string_view alphabet) {
  const int changes = 1 + static_cast<int>(random() % static_cast<uint64_t>(most));
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const size_t at = random() % text.size();
    switch (random() % 6) {
      case 0: text[at] = alphabet[random() % alphabet.size()]; break;
      case 1: text.erase(at, 1 + random() % 8); break;
      case 2: text.insert(at, 1, alphabet[random() % alphabet.size()]); break;
      case 3: text[at] = static_cast<char>(text[at] ^ (1 << random() % 8)); break;
      case 4: text.insert(at, std::to_string(static_cast<int64_t>(random() >> random() % 64))); break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 60));
    }
  }
  return text;
}

}  // namespace onepot
