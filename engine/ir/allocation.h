// Zeroed memory for literals, counted like allocateBytes (literal.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace onepot {

/// 64-byte aligned, all zero; a great block takes no memory until it is written to.
std::shared_ptr<std::byte> allocateZeroBytes(int64_t size);

}  // namespace onepot
