#include "engine/runtime/piece_log.h"

#include <doctest/doctest.h>

#include <thread>

using namespace onepot;

TEST_CASE("pieces of one thread that follow each other are one stretch") {
  const auto begin = PieceLog::Clock::now();
  const auto at = [&](int microseconds) { return begin + std::chrono::microseconds(microseconds); };
  PieceLog log(begin);
  log.note(1, at(100), at(200));
  log.note(0, at(0), at(100));
  log.note(0, at(102), at(150));
  log.note(0, at(900), at(950));
  const std::vector<ThreadWork> work = log.take();
  REQUIRE(work.size() == 3);
  CHECK(work[0].thread == 0);
  CHECK(work[0].end == doctest::Approx(0.15));
  CHECK(work[1].start == doctest::Approx(0.9));
  CHECK(work[2].thread == 1);
  CHECK(log.take().empty());
}

TEST_CASE("threads may note at once") {
  const auto begin = PieceLog::Clock::now();
  PieceLog log(begin);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 100; ++i)
        log.note(thread, begin + std::chrono::milliseconds(i), begin + std::chrono::milliseconds(i + 1));
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(log.take().size() == 4);
}
