#include "engine/capture/capture_file.h"

#include <zstd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "engine/capture/capture_reader.h"
#include "engine/capture/json_fields.h"

namespace onepot {

namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

constexpr int kCompressionLevel = 3;

}  // namespace

struct CaptureWriter::State {
  File file;
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context{ZSTD_createCCtx(), &ZSTD_freeCCtx};
  bool failed = false;

  void compress(std::string_view text, ZSTD_EndDirective directive) {
    std::vector<char> chunk(ZSTD_CStreamOutSize());
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    size_t left = 0;
    do {
      ZSTD_outBuffer out{chunk.data(), chunk.size(), 0};
      left = ZSTD_compressStream2(context.get(), &out, &in, directive);
      if (ZSTD_isError(left) != 0 || std::fwrite(chunk.data(), 1, out.pos, file.get()) != out.pos) failed = true;
    } while (!failed && (left > 0 || in.pos < in.size));
  }
};

CaptureWriter::CaptureWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}

CaptureWriter::~CaptureWriter() { close(); }

Result<std::unique_ptr<CaptureWriter>> CaptureWriter::open(const std::filesystem::path& path) {
  auto state = std::make_unique<State>();
  state->file.reset(std::fopen(path.c_str(), "wb"));
  if (state->file == nullptr) return fail(Message{"capture.cannot_write", {path.string(), std::strerror(errno)}});
  ZSTD_CCtx_setParameter(state->context.get(), ZSTD_c_compressionLevel, kCompressionLevel);
  ZSTD_CCtx_setParameter(state->context.get(), ZSTD_c_checksumFlag, 1);
  return std::unique_ptr<CaptureWriter>(new CaptureWriter(std::move(state)));
}

void CaptureWriter::write(const Json& event) {
  if (m_state->file == nullptr || m_state->failed) return;
  m_state->compress(event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n", ZSTD_e_flush);
  if (std::fflush(m_state->file.get()) != 0) m_state->failed = true;
}

bool CaptureWriter::close() {
  if (m_state->file == nullptr) return !m_state->failed;
  m_state->compress({}, ZSTD_e_end);
  if (std::fclose(m_state->file.release()) != 0) m_state->failed = true;
  return !m_state->failed;
}

namespace {

/// Feeds the decompressed lines to `take` until it returns false; the message says what ended the reading early, if anything.
Message readLines(std::FILE* file, const CaptureFileLimits& limits, const std::function<bool(std::string_view)>& take) {
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), &ZSTD_freeDCtx};
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, limits.windowLog);
  std::vector<char> input(ZSTD_DStreamInSize()), output(ZSTD_DStreamOutSize());
  std::string line;
  int64_t expanded = 0;
  size_t state = 1;
  while (size_t count = std::fread(input.data(), 1, input.size(), file)) {
    ZSTD_inBuffer in{input.data(), count, 0};
    while (in.pos < in.size) {
      ZSTD_outBuffer out{output.data(), output.size(), 0};
      state = ZSTD_decompressStream(context.get(), &out, &in);
      if (ZSTD_isError(state) != 0) return {"capture.damaged", {ZSTD_getErrorName(state)}};
      expanded += static_cast<int64_t>(out.pos);
      if (expanded > limits.expandedBytes) return {"capture.too_large", {}};
      line.append(output.data(), out.pos);
      size_t begin = 0;
      for (size_t end; (end = line.find('\n', begin)) != std::string::npos; begin = end + 1)
        if (!take(std::string_view(line).substr(begin, end - begin))) return {};
      line.erase(0, begin);
      if (static_cast<int64_t>(line.size()) > limits.lineBytes) return {"capture.line_too_long", {}};
    }
  }
  return state == 0 && line.empty() ? Message{} : Message{"capture.cut_short", {}};
}

/// JSON with a cap on nesting; discarded when it is none.
Json parseBounded(std::string_view text, int nesting) {
  bool tooDeep = false;
  auto depth = [&](int level, Json::parse_event_t, Json&) {
    tooDeep = tooDeep || level > nesting;
    return !tooDeep;
  };
  Json parsed = Json::parse(text, depth, false);
  return tooDeep ? Json(Json::value_t::discarded) : parsed;
}

}  // namespace

Result<Capture> readCapture(const std::filesystem::path& path, const CaptureFileLimits& limits) {
  File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return fail(Message{"capture.cannot_read", {path.string(), std::strerror(errno)}});
  Capture capture;
  CaptureReader reader(capture);
  int64_t events = 0;
  Diagnostics faults;
  Message problem = readLines(file.get(), limits, [&](std::string_view line) {
    Json event = parseBounded(line, limits.nesting);
    if (events == 0 && (!event.is_object() || event.value("format", "") != "onepot")) return false;
    auto applied = event.is_discarded() ? Result<unsigned>(fail(Message{"capture.bad_event", {}})) : reader.apply(event);
    if (!applied) faults = applied.error();
    ++events;
    return faults.empty();
  });
  if (events == 0) return fail(Message{"capture.no_capture", {path.string()}});
  if (!faults.empty()) problem = {"capture.damaged", {faults.front().message.text()}};
  if (!problem.empty()) {
    Diagnostic diagnostic = Diagnostic::error(problem);
    diagnostic.notes.push_back(Diagnostic::error(Message{"capture.events_read", {std::to_string(events)}}));
    diagnostic.notes.back().severity = Severity::Note;
    capture.diagnostics.push_back(std::move(diagnostic));
  }
  return capture;
}

}  // namespace onepot
