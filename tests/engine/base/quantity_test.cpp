#include "engine/base/quantity.h"

#include <doctest/doctest.h>

using namespace onepot;

TEST_CASE("times have three figures and the unit of their size") {
  CHECK(timeText(840e-9) == "840\u00A0ns");
  CHECK(timeText(9e-6) == "9.00\u00A0µs");
  CHECK(timeText(1.21e-3) == "1.21\u00A0ms");
  CHECK(timeText(31.42e-3) == "31.4\u00A0ms");
  CHECK(timeText(2.61) == "2.61\u00A0s");
}

TEST_CASE("bytes are binary") {
  CHECK(bytesText(0) == "0\u00A0B");
  CHECK(bytesText(4) == "4\u00A0B");
  CHECK(bytesText(8192) == "8\u00A0KiB");
  CHECK(bytesText(16 << 20) == "16.0\u00A0MiB");
  CHECK(bytesText(int64_t{5} << 28) == "1.25\u00A0GiB");
}

TEST_CASE("counts are grouped from five digits and scaled from a million") {
  CHECK(countText(1234) == "1234");
  CHECK(countText(12345) == "12\u202F345");
  CHECK(countText(-123456) == "-123\u202F456");
  CHECK(countText(4194304) == "4.19\u00A0M");
  CHECK(rateText(15e9, "B/s") == "15.0\u00A0GB/s");
}
