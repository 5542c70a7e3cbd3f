// Everything about the selected thing: name and kind, properties with links, its thread from source to time.
#pragma once

#include <optional>

#include "views/instruction_facts.h"
#include "views/view.h"

class QGridLayout;
class QLabel;
class QScrollArea;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace onepot {

class EmptyState;

class InspectorView : public View {
  Q_OBJECT
 public:
  explicit InspectorView(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes) override;
  bool canShow(const Ref& ref) const override { return ref.valid(); }
  QWidget* tools() override { return m_tools; }
  /// The name that stands at the top: for tests.
  QString shownName() const;
  /// A menu of what became of the instruction on show, pass by pass; a click goes there.
  void showHistory();
  /// What F1 explains; none while nothing is selected.
  std::optional<Opcode> shownOpcode() const { return m_opcode; }

 private:
  void rebuild();
  void showInstruction(const Instruction& instruction, const Module& module, int stage);
  void showProblem(const Diagnostic& problem);
  void addChip(const QString& words, const char* role);
  void addProperty(const Property& property);
  void clear();

  QWidget* m_tools;
  QToolButton* m_pin;
  QStackedWidget* m_stack;
  EmptyState* m_empty;
  QLabel *m_name, *m_kind, *m_kindBox, *m_threadTitle;
  QWidget *m_chips, *m_properties;
  QToolButton* m_history;
  InstructionId m_id = 0;
  std::optional<Opcode> m_opcode;
  ProvenanceThread* m_thread;
};

}  // namespace onepot
