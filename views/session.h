// What the window is about: text, options, the current capture, the selection. Every view reads it; none knows another.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "engine/capture/capture.h"
#include "views/partners.h"
#include "views/ref.h"
#include "views/run_history.h"
#include "views/theme.h"

namespace onepot {

/// What changed since a view was last refreshed; several merge into one call.
enum class Change : uint32_t {
  Text = 1,
  Capture = 2,
  Compilation = 4,
  Pass = 8,
  Selection = 16,
  Hover = 32,
  Output = 64,
  Problems = 128,
  Runs = 256,
  Options = 512,
  Theme = 1024,
  Language = 2048,
  State = 4096,
  All = 8191,
};
Q_DECLARE_FLAGS(Changes, Change)
Q_DECLARE_OPERATORS_FOR_FLAGS(Changes)

/// Where the program's text comes from: only Python is traced.
enum class SourceKind : uint8_t { Python, Hlo, StableHlo, Capture };

/// What the person asked the compiler for.
struct SessionOptions {
  std::set<std::string> disabledPasses, disabledRules;
  FusionOverrides fusionOverrides;
  FusionPolicy fusionPolicy = FusionPolicy::Default;
  QString device = "cpu";
  bool operator==(const SessionOptions&) const = default;
};

/// How often calls are timed; 0 rounds: as many as fit the seconds, for each of eager and jit.
struct MeasureSettings {
  int warmUps = 1, rounds = 0;
  double seconds = 0.3;
};

enum class WorkState : uint8_t { Idle, Busy, UpToDate, Failed, Stopped };

class Session : public QObject {
  Q_OBJECT
 public:
  explicit Session(QObject* parent = nullptr);

  // The program.
  const QString& text() const { return m_text; }
  const QString& fileName() const { return m_fileName; }
  /// The text now lives there; nothing else changes.
  void setFileName(const QString& fileName);
  SourceKind sourceKind() const { return m_sourceKind; }
  /// The user typed. The result shown stays until a new capture comes.
  void setText(const QString& text);
  /// A file was opened or a sample chosen: selection and passes start afresh.
  void setProgram(const QString& fileName, const QString& text, SourceKind kind);
  const SessionOptions& options() const { return m_options; }
  void setOptions(SessionOptions options);

  // What the compiler told.
  const Capture& capture() const { return *m_capture; }
  std::shared_ptr<const Capture> capturePtr() const { return m_capture; }
  /// Replaces the capture shown; keeps the selection where it still has a partner, the chosen function and pass by
  /// name.
  void setCapture(std::shared_ptr<const Capture> capture, bool fresh = false);
  /// Grows with every program start, so that a view knows whether output goes on or begins anew.
  int captureSerial() const { return m_captureSerial; }
  /// The last capture that held a compiled function, for "show the last good result".
  std::shared_ptr<const Capture> lastGood() const { return m_lastGood; }
  QString lastGoodTime() const { return m_lastGoodTime; }
  void showLastGood();
  /// The compilation shown; null when there is none.
  const Compilation* compilation() const { return m_compilation.get(); }
  std::shared_ptr<const Compilation> compilationPtr() const { return m_compilation; }
  void chooseCompilation(int64_t id);

  // Stages: indices into Compilation::stages; −1 when there is none.
  int beforeIndex() const { return m_before; }
  int afterIndex() const { return m_after; }
  const Stage* before() const { return stageAt(m_before); }
  const Stage* after() const { return stageAt(m_after); }
  const Stage* stageAt(int index) const;
  int stageCount() const;
  /// Chooses the pass: after is its stage, before the one in front of it.
  void choosePass(int index);
  void chooseSides(int before, int after);
  /// Steps to the next pass, or the next that changed something.
  void stepPass(int direction, bool changedOnly);

  // The one selection.
  const Ref& selection() const { return m_selection; }
  const Ref& hovered() const { return m_hovered; }
  const Ref& pinned() const { return m_pinned; }
  /// What belongs to the selection; computed once a change.
  const Partners& partners() const { return m_partners; }
  void select(const Ref& ref);
  void hover(const Ref& ref);
  void pin(const Ref& ref);
  void goBack();
  void goForward();

  // How it looks, and how the work stands.
  const Theme& theme() const { return m_theme; }
  void setTheme(const Theme& theme);
  void setLanguageChanged() { note(Change::Language); }
  WorkState workState() const { return m_workState; }
  const QString& workText() const { return m_workText; }
  void setWorkState(WorkState state, const QString& text);

  // What was measured in this session.
  RunHistory& runHistory() { return m_runHistory; }
  const RunHistory& runHistory() const { return m_runHistory; }
  const MeasureSettings& measureSettings() const { return m_measureSettings; }
  void setMeasureSettings(const MeasureSettings& settings) { m_measureSettings = settings; }

  // Requests to whoever owns the worker.
  void requestRun() { emit runWanted(); }
  void requestMeasure() { emit measureWanted(); }
  void requestCancel() { emit cancelWanted(); }
  void requestInput(const QString& line) { emit inputWanted(line); }
  /// Asks the window to bring a view forward: "kernel", "problems".
  void showView(const QString& id) { emit viewWanted(id); }
  /// Puts `fix` into the text through the editor, so that undo knows it.
  void requestFix(const Fix& fix) { emit fixWanted(fix); }

  void note(Changes changes);
  /// Delivers what was noted at once, for tests and screenshots.
  void flush();

 signals:
  void changed(Changes changes);
  void textEdited();
  void optionsEdited();
  void runWanted();
  void measureWanted();
  void cancelWanted();
  void inputWanted(const QString& line);
  void viewWanted(const QString& id);
  void fixWanted(const Fix& fix);

 private:
  void adoptCompilation(std::shared_ptr<const Compilation> compilation);
  void applySelection(const Ref& ref);

  QString m_text, m_fileName;
  SourceKind m_sourceKind = SourceKind::Python;
  SessionOptions m_options;
  std::shared_ptr<const Capture> m_capture, m_lastGood;
  QString m_lastGoodTime;
  int m_captureSerial = 0;
  std::shared_ptr<const Compilation> m_compilation;
  int m_before = -1, m_after = -1;
  bool m_passChosen = false;  // by the person: a recompile keeps it
  Ref m_selection, m_hovered, m_pinned;
  Partners m_partners;
  std::vector<Ref> m_history;
  size_t m_historyAt = 0;
  Theme m_theme;
  RunHistory m_runHistory;
  MeasureSettings m_measureSettings;
  WorkState m_workState = WorkState::Idle;
  QString m_workText;
  Changes m_noted;
  QTimer m_timer;
};

}  // namespace onepot
