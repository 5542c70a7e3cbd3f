#include "views/trace_view.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

#include "engine/ir/hlo_printer.h"
#include "engine/ops/op.h"
#include "views/empty_state.h"
#include "views/icon.h"
#include "views/instruction_kind.h"
#include "views/segments.h"
#include "views/trace_scrubber.h"

namespace onepot {

namespace {

struct StepButton {
  const char* icon;
  const char* tip;
  int direction;  // ±1 a step, ±2 to the end
};
constexpr StepButton kButtons[] = {
    {"first", QT_TRANSLATE_NOOP("onepot::TraceView", "First step"), -2},
    {"previous", QT_TRANSLATE_NOOP("onepot::TraceView", "Previous step"), -1},
    {"next", QT_TRANSLATE_NOOP("onepot::TraceView", "Next step"), 1},
    {"last", QT_TRANSLATE_NOOP("onepot::TraceView", "Last step"), 2},
};

QString stepLabel(const Instruction& instruction) {
  const OpRow& row = op(instruction.opcode());
  if (!row.jaxpr.empty())
    return QString::fromUtf8(row.jaxpr.data(), static_cast<qsizetype>(row.jaxpr.size())).remove("reduce_");
  const std::string_view text = name(instruction.opcode());
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).remove("traced-");
}

}  // namespace

TraceView::TraceView(Session& session, QWidget* parent) : View(session, parent) {
  m_scrubber = new TraceScrubber(this);
  m_text = new CodePane(this);
  m_text->setNumbers(false);
  m_text->setObjectName("jaxpr");
  m_empty = new EmptyState("trace", this);
  auto* full = new QWidget(this);
  auto* column = new QVBoxLayout(full);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_scrubber);
  column->addWidget(m_text, 1);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(full);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  buildTools();
  connect(m_scrubber, &TraceScrubber::stepped, this, &TraceView::goTo);
  connect(m_text, &CodePane::rowClicked, this, [this](int row) {
    const InstructionId id = row < 0 ? 0 : m_text->rows()[static_cast<size_t>(row)].instruction;
    if (id != 0 && m_session.compilation()) emit selected(Ref::instruction(m_session.compilation()->id, id, 0));
  });
}

void TraceView::buildTools() {
  m_tools = new QWidget(this);
  auto* layout = new QHBoxLayout(m_tools);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  m_choice = new Segments(m_tools);
  m_choice->add("jaxpr");
  m_choice->add("HLO");
  layout->addWidget(m_choice);
  connect(m_choice, &Segments::chosen, this, [this](int index) {
    m_hlo = index == 1;
    showRows();
  });
  for (const StepButton& row : kButtons) {
    auto* button = new QToolButton(m_tools);
    layout->addWidget(button);
    m_buttons.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, direction = row.direction] {
      if (std::abs(direction) == 1)
        stepBy(direction);
      else
        goTo(direction < 0 ? 0 : static_cast<int>(m_steps.size()) - 1);
    });
  }
}

bool TraceView::canShow(const Ref& ref) const { return ref.kind == RefKind::Instruction && stepOf(ref.id) >= 0; }

void TraceView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_text->setTheme(theme(), TextStyle::Mono);
    m_scrubber->setTheme(theme());
    m_empty->setTheme(theme());
    for (size_t i = 0; i < m_buttons.size(); ++i) {
      m_buttons[i]->setIcon(icon(kButtons[i].icon, theme()));
      m_buttons[i]->setToolTip(tr(kButtons[i].tip));
      m_buttons[i]->setAccessibleName(tr(kButtons[i].tip));
    }
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Language | Change::Theme)) rebuild();
  if (changes & Change::Selection) follow();
}

void TraceView::rebuild() {
  m_steps.clear();
  m_lines.clear();
  m_figure.clear();
  const Compilation* compilation = m_session.compilation();
  const Module* module =
      compilation && !compilation->stages.empty() ? compilation->stages.front().module.get() : nullptr;
  if (!module || !module->entry() || compilation->trace.empty()) {
    const bool text = m_session.sourceKind() == SourceKind::Hlo || m_session.sourceKind() == SourceKind::StableHlo;
    m_empty->setWords(text ? tr("No trace") : tr("No program yet"),
                      text ? tr("This text was not traced: it holds no Python. The passes below start from it.")
                           : tr("Each operation your function does appears here in the order it ran."));
    m_stack->setCurrentWidget(m_empty);
    emit headingChanged();
    return;
  }
  std::vector<TraceScrubber::Dot> dots;
  for (const Instruction* parameter : module->entry()->parameters()) {
    m_steps.push_back(parameter->id());
    m_lines.push_back(-1);
    const size_t index = dots.size();
    const QString label = index < compilation->arguments.size()
                              ? QString::fromStdString(compilation->arguments[index].name)
                              : QString::fromStdString(parameter->name());
    dots.push_back({label, kindOf(*parameter)});
  }
  m_arguments = m_steps.size();
  for (const TraceStep& step : compilation->trace) {
    const Instruction* instruction = findIn(*module, step.instruction);
    if (!instruction || instruction->opcode() == Opcode::Parameter) continue;
    m_steps.push_back(step.instruction);
    m_lines.push_back(step.jaxprLine);
    dots.push_back({stepLabel(*instruction), kindOf(*instruction)});
  }
  m_step = static_cast<int>(m_steps.size()) - 1;
  m_scrubber->setDots(std::move(dots));
  m_stack->setCurrentIndex(1);
  follow();
}

void TraceView::showRows() {
  const Compilation* compilation = m_session.compilation();
  if (!compilation || compilation->stages.empty()) return;
  std::vector<CodeRow> rows;
  if (m_hlo) {
    const PrintedModule printed = printWithLines(*compilation->stages.front().module);
    const QStringList texts = QString::fromStdString(printed.text).split('\n');
    for (qsizetype i = 0; i < texts.size(); ++i) {
      CodeRow row;
      row.text = texts[i];
      if (static_cast<size_t>(i) < printed.lines.size())
        row.instruction = printed.lines[static_cast<size_t>(i)].instruction;
      row.dim = stepOf(row.instruction) > m_step;
      rows.push_back(std::move(row));
    }
  } else {
    const QStringList texts = QString::fromStdString(compilation->jaxpr).split('\n');
    for (const QString& text : texts) rows.emplace_back().text = text;
    for (size_t i = 0; i < m_steps.size(); ++i) {
      const int line = m_lines[i];
      if (line < 0 || line >= static_cast<int>(rows.size())) continue;
      rows[static_cast<size_t>(line)].instruction = m_steps[i];
      rows[static_cast<size_t>(line)].dim = static_cast<int>(i) > m_step;
    }
  }
  m_text->setRows(std::move(rows), m_hlo ? CodeLanguage::Hlo : CodeLanguage::Jaxpr);
  m_text->setLit(m_session.partners());
  if (m_step >= 0) m_text->scrollToInstruction(m_steps[static_cast<size_t>(m_step)]);
}

int TraceView::stepOf(InstructionId id) const {
  const auto found = std::ranges::find(m_steps, id);
  return id == 0 || found == m_steps.end() ? -1 : static_cast<int>(found - m_steps.begin());
}

void TraceView::follow() {
  if (m_steps.empty()) return;
  const Partners& partners = m_session.partners();
  int step = -1;
  for (InstructionId id : partners.selected) step = std::max(step, stepOf(id));
  for (InstructionId id : partners.instructions) {
    if (step < 0 && partners.selected.size() == 1) step = stepOf(id);
  }
  if (step >= 0) m_step = step;
  m_scrubber->setCurrent(m_step);
  const int done = m_step - static_cast<int>(m_arguments) + 1;
  const auto count = static_cast<int>(m_steps.size() - m_arguments);
  m_figure =
      done <= 0 ? tr("argument %1 of %2").arg(m_step + 1).arg(m_arguments) : tr("step %1 of %2").arg(done).arg(count);
  showRows();
  emit headingChanged();
}

void TraceView::goTo(int step) {
  if (step < 0 || step >= static_cast<int>(m_steps.size()) || !m_session.compilation()) return;
  m_step = step;
  emit selected(Ref::instruction(m_session.compilation()->id, m_steps[static_cast<size_t>(step)], 0));
}

void TraceView::stepBy(int direction) { goTo(std::clamp(m_step + direction, 0, static_cast<int>(m_steps.size()) - 1)); }

}  // namespace onepot
