#include "app/onepotc/output_tap.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace onepot {

namespace {

/// How many bytes at the end of `text` are the begin of a UTF-8 character whose rest has not come yet.
size_t unfinishedTail(std::string_view text) {
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

void writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace

struct OutputTap::Stream {
  int descriptor;
  int original;
  int readEnd = -1;
  bool tee;
  Consumer consumer;
  std::string pending;
  std::mutex deliver;
  std::atomic<bool> stopping = false;
  std::thread reader;

  Stream(int which, const Consumer& to, bool alsoThere) : descriptor(which), original(::dup(which)), tee(alsoThere), consumer(to) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    ::fcntl(original, F_SETFD, FD_CLOEXEC);
    readEnd = ends[0];
    ::dup2(ends[1], descriptor);
    ::close(ends[1]);
    reader = std::thread([this] { read(); });
  }

  ~Stream() {
    ::dup2(original, descriptor);
    stopping = true;  // a child process may keep the pipe open: the reader ends when it is empty
    if (reader.joinable()) reader.join();
    ::close(original);
    if (readEnd >= 0) ::close(readEnd);
  }

  void read() {
    char chunk[65536];
    while (true) {
      pollfd waiting{readEnd, POLLIN, 0};
      if (::poll(&waiting, 1, 50) == 0) {
        if (stopping) break;
        continue;
      }
      std::lock_guard lock(deliver);
      ssize_t count = ::read(readEnd, chunk, sizeof chunk);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      pending.append(chunk, static_cast<size_t>(count));
      hand(unfinishedTail(pending));
    }
    hand(0);
  }

  void hand(size_t keep) {
    std::string text = pending.substr(0, pending.size() - keep);
    pending.erase(0, text.size());
    if (text.empty()) return;
    if (tee) writeAll(original, text);
    consumer(descriptor, text);
  }

  void drain() {
    int waiting = 0;
    do {
      std::lock_guard lock(deliver);
      if (::ioctl(readEnd, FIONREAD, &waiting) != 0 || waiting == 0) return;
    } while (std::this_thread::yield(), true);
  }
};

OutputTap::OutputTap(Consumer consumer, bool tee) {
  std::fflush(stdout);
  std::fflush(stderr);
  m_stdout = std::make_unique<Stream>(STDOUT_FILENO, consumer, tee);
  m_stderr = std::make_unique<Stream>(STDERR_FILENO, consumer, tee);
}

OutputTap::~OutputTap() {
  std::fflush(stdout);
  std::fflush(stderr);
}

void OutputTap::drain() {
  std::fflush(stdout);
  std::fflush(stderr);
  m_stdout->drain();
  m_stderr->drain();
}

int OutputTap::originalStdout() const { return m_stdout->original; }

}  // namespace onepot
