// Notes what goes on inside one call: launches, the caller's own time, memory held, and the life of each array.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/runtime/array.h"
#include "engine/runtime/run.h"

namespace onepot {

/// Launches that are kept of one call; of what comes after them no more is known than the call's length.
inline constexpr size_t kMostLaunches = 10'000;

/// An operation of the recorded call, in the order it was bound. Whoever knows the traced program fills in its partner.
struct RecordedOperation {
  std::string opcode;
  SourceRange source;
  int64_t instruction = 0;
  std::string name;
};

/// One thread uses it; arrays that it watches may be freed on any, also after it is gone.
class CallRecorder {
 public:
  /// The call begins now. `held`: bytes that are there already and count as its own, such as its arguments.
  explicit CallRecorder(int64_t held);

  /// Asking for sources takes time, so that a call whose times matter is recorded without.
  void setWantsSources(bool wants) { m_wantsSources = wants; }
  bool wantsSources() const { return m_wantsSources; }
  /// Milliseconds since the call began.
  double now() const;

  /// The caller binds an operation, and has its result. These nest: an operation may bind others.
  void enter(std::string opcode);
  void leave();
  void setSource(SourceRange source);
  /// Launches of the operation that was entered last, with times from `offset`. Those of a jitted function keep their
  /// names.
  void add(std::vector<Launch> launches, double offset, bool ownNames = false);
  /// The same array; from now on it tells when it is freed.
  Array watch(Array array);
  /// An argument: there from the begin to the end, and not counted again where an operation hands it on.
  void addArgument(std::string name, const Array& array);

  std::vector<RecordedOperation>& operations() { return m_operations; }
  /// The call ends now.
  void finish();
  /// Everything but the times of other calls; after finish().
  void fill(Series& series) const;
  double milliseconds() const { return m_milliseconds; }

 private:
  struct Lives;
  struct Noted {
    Launch launch;
    size_t operation;
    bool ownName;
  };
  void noteMemory(double at);
  int64_t heldNow() const;

  std::chrono::steady_clock::time_point m_begin;
  int64_t m_offset = 0;  // from the process's bytes to the call's
  int64_t m_held = 0;
  bool m_wantsSources = false;
  int m_depth = 0;
  double m_leftAt = 0, m_milliseconds = 0;
  std::vector<RecordedOperation> m_operations;
  struct Entered {
    size_t operation;
    double at;
  };
  std::vector<Entered> m_entered;  // operations under way, outermost first
  std::vector<Noted> m_launches;
  std::vector<Interval> m_python;
  std::vector<MemoryPoint> m_memory;
  std::shared_ptr<Lives> m_lives;
};

}  // namespace onepot
