// Times, sizes and counts as people read them: three figures, the unit by size, a no-break space between.
#pragma once

#include <cstdint>
#include <string>

namespace onepot {

/// "840 ns", "9.00 µs", "1.21 ms", "31.4 ms", "2.61 s".
std::string timeText(double seconds);
/// "4 B", "8 KiB", "16.0 MiB", "1.25 GiB" (binary).
std::string bytesText(int64_t bytes);
/// "12", "1 234" (thin space from five digits: "12 345"), "4.19 M" from a million.
std::string countText(int64_t count);
/// "15.0 GB/s", "180 GFLOP/s" (decimal): `unit` is "B/s" or "FLOP/s".
std::string rateText(double perSecond, const std::string& unit);

}  // namespace onepot
