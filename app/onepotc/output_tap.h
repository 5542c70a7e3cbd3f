// Puts a pipe in place of stdout and stderr, so that what a program prints becomes events, whoever prints it.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace onepot {

/// While it lives, everything written to descriptors 1 and 2 goes to `consumer(stream, text)`, called from a thread of the
/// tap; with `tee` it also goes where it went before. The text is cut at newlines where it can be, and never inside a
/// UTF-8 character.
class OutputTap {
 public:
  using Consumer = std::function<void(int stream, std::string_view text)>;
  OutputTap(Consumer consumer, bool tee);
  ~OutputTap();
  OutputTap(const OutputTap&) = delete;

  /// Waits until all that was written so far has reached the consumer.
  void drain();
  /// The descriptor that stdout had before.
  int originalStdout() const;

 private:
  struct Stream;
  std::unique_ptr<Stream> m_stdout, m_stderr;
};

}  // namespace onepot
