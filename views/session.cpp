#include "views/session.h"

#include <QDateTime>

namespace onepot {

Session::Session(QObject* parent) : QObject(parent), m_capture(std::make_shared<Capture>()) {
  m_timer.setSingleShot(true);
  m_timer.setInterval(0);
  connect(&m_timer, &QTimer::timeout, this, &Session::flush);
}

void Session::setText(const QString& text) {
  if (text == m_text) return;
  m_text = text;
  note(Change::Text);
  emit textEdited();
}

void Session::setFileName(const QString& fileName) {
  m_fileName = fileName;
  note(Change::Text);
}

void Session::setProgram(const QString& fileName, const QString& text, SourceKind kind) {
  m_fileName = fileName;
  m_text = text;
  m_sourceKind = kind;
  m_capture = std::make_shared<Capture>();
  ++m_captureSerial;
  m_lastGood.reset();
  m_compilation.reset();
  m_before = m_after = -1;
  m_passChosen = false;
  m_selection = m_hovered = m_pinned = Ref();
  m_partners = Partners();
  m_history.clear();
  m_historyAt = 0;
  m_options.fusionOverrides.clear();
  note(Change::All);
}

void Session::setOptions(SessionOptions options) {
  if (options == m_options) return;
  m_options = std::move(options);
  note(Change::Options);
  emit optionsEdited();
}

void Session::setCapture(std::shared_ptr<const Capture> capture, bool fresh) {
  if (fresh) ++m_captureSerial;
  const std::string function = m_compilation ? m_compilation->function : std::string();
  const std::string signature = m_compilation ? m_compilation->signature : std::string();
  m_capture = std::move(capture);
  std::shared_ptr<const Compilation> chosen;
  for (const auto& candidate : m_capture->compilations) {
    if (!chosen) chosen = candidate;
    if (candidate->function != function) continue;
    const bool exact = candidate->signature == signature;
    if (exact || chosen->function != function) chosen = candidate;
    if (exact) break;
  }
  if (chosen && !chosen->stages.empty()) {
    m_lastGood = m_capture;
    m_lastGoodTime = QDateTime::currentDateTime().toString("HH:mm");
  }
  adoptCompilation(std::move(chosen));
  m_runHistory.take(*m_capture, m_options, QDateTime::currentDateTime().toString("HH:mm"));
  note(Change::Capture | Change::Output | Change::Problems | Change::Runs);
}

void Session::showLastGood() {
  if (!m_lastGood) return;
  auto merged = std::make_shared<Capture>(*m_lastGood);
  merged->diagnostics = m_capture->diagnostics;
  setCapture(std::move(merged));
}

void Session::adoptCompilation(std::shared_ptr<const Compilation> compilation) {
  const Stage* old = after();
  const std::string passName = old ? old->name : std::string();
  m_compilation = std::move(compilation);
  const int count = stageCount();
  m_after = -1;
  for (int i = 0; i < count && m_passChosen; ++i) {
    if (m_compilation->stages[static_cast<size_t>(i)].name == passName) m_after = i;
  }
  if (m_after < 0) {
    // Nothing chosen yet: the pass that people come to see, else the last that changed something.
    for (int i = 0; i < count; ++i) {
      const Stage& stage = m_compilation->stages[static_cast<size_t>(i)];
      if (stage.changed() || m_after < 0) m_after = i;
      if (stage.pass == "fusion" && stage.changed()) break;
    }
  }
  m_before = m_after > 0 ? m_after - 1 : m_after;
  m_partners = partnersOf(m_selection, m_compilation.get());
  note(Change::Compilation | Change::Pass | Change::Selection);
}

void Session::chooseCompilation(int64_t id) {
  auto chosen = m_capture->compilation(id);
  if (!chosen || chosen == m_compilation) return;
  if (m_selection.compilation != 0 && m_selection.compilation != id) m_selection = Ref();
  adoptCompilation(std::move(chosen));
}

const Stage* Session::stageAt(int index) const {
  return index >= 0 && index < stageCount() ? &m_compilation->stages[static_cast<size_t>(index)] : nullptr;
}

int Session::stageCount() const { return m_compilation ? static_cast<int>(m_compilation->stages.size()) : 0; }

void Session::choosePass(int index) { chooseSides(index > 0 ? index - 1 : index, index); }

void Session::chooseSides(int before, int after) {
  if (!stageAt(before) || !stageAt(after) || (before == m_before && after == m_after)) return;
  m_before = before;
  m_after = after;
  m_passChosen = true;
  note(Change::Pass);
}

void Session::stepPass(int direction, bool changedOnly) {
  for (int index = m_after + direction; stageAt(index); index += direction) {
    if (changedOnly && !stageAt(index)->changed()) continue;
    choosePass(index);
    return;
  }
}

void Session::applySelection(const Ref& ref) {
  m_selection = ref;
  m_partners = partnersOf(ref, m_compilation.get());
  note(Change::Selection);
}

void Session::select(const Ref& ref) {
  if (ref.valid() && ref.compilation != 0 && m_compilation && ref.compilation != m_compilation->id) {
    chooseCompilation(ref.compilation);
  }
  if (ref == m_selection) return;
  if (ref.valid()) {
    m_history.resize(std::min(m_history.size(), m_historyAt + (m_history.empty() ? 0 : 1)));
    m_history.push_back(ref);
    m_historyAt = m_history.size() - 1;
  }
  applySelection(ref);
}

void Session::hover(const Ref& ref) {
  if (ref == m_hovered) return;
  m_hovered = ref;
  note(Change::Hover);
}

void Session::pin(const Ref& ref) {
  m_pinned = ref == m_pinned ? Ref() : ref;
  note(Change::Selection);
}

void Session::goBack() {
  if (m_historyAt == 0 || m_history.empty()) return;
  applySelection(m_history[--m_historyAt]);
}

void Session::goForward() {
  if (m_historyAt + 1 >= m_history.size()) return;
  applySelection(m_history[++m_historyAt]);
}

void Session::setTheme(const Theme& theme) {
  if (theme == m_theme) return;
  m_theme = theme;
  note(Change::Theme);
}

void Session::setWorkState(WorkState state, const QString& text) {
  m_workState = state;
  m_workText = text;
  note(Change::State);
}

void Session::note(Changes changes) {
  m_noted |= changes;
  if (!m_timer.isActive()) m_timer.start();
}

void Session::flush() {
  m_timer.stop();
  if (const Changes changes = std::exchange(m_noted, Changes())) emit changed(changes);
}

}  // namespace onepot
