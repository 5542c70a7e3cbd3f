#include "views/kernel_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>

#include "views/empty_state.h"
#include "views/icon.h"
#include "views/instruction_kind.h"
#include "views/number_format.h"
#include "views/segments.h"

namespace onepot {

KernelView::KernelView(Session& session, QWidget* parent) : View(session, parent) {
  auto* sides = new QWidget(this);
  m_ir = makeSide("llvmIr");
  m_assembly = makeSide("assembly");
  auto* line = new QFrame(sides);
  line->setProperty("role", "hairline");
  line->setFixedWidth(1);
  auto* row = new QHBoxLayout(sides);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_ir.box, 1);
  row->addWidget(line);
  row->addWidget(m_assembly.box, 1);
  m_empty = new EmptyState("kernel", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(sides);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  buildTools();
}

KernelView::Side KernelView::makeSide(const char* name) {
  Side side;
  side.box = new QWidget(this);
  side.title = new QLabel(side.box);
  side.title->setProperty("role", "section");
  side.chips = new QLabel(side.box);
  side.chips->setProperty("role", "hint");
  side.chips->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  side.pane = new CodePane(side.box);
  side.pane->setObjectName(name);
  side.pane->setLabelColumn(14);
  auto* heading = new QHBoxLayout;
  heading->setContentsMargins(12, 4, 12, 4);
  heading->addWidget(side.title);
  heading->addWidget(side.chips, 1);
  auto* column = new QVBoxLayout(side.box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(heading);
  column->addWidget(side.pane, 1);
  connect(side.pane, &CodePane::rowClicked, this, [this, pane = side.pane](int row) {
    const InstructionId id = row < 0 ? 0 : pane->rows()[static_cast<size_t>(row)].instruction;
    if (id != 0 && m_session.compilation()) emit selected(Ref::instruction(m_session.compilation()->id, id));
  });
  return side;
}

void KernelView::buildTools() {
  m_tools = new QWidget(this);
  auto* layout = new QHBoxLayout(m_tools);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_which = new QPushButton(m_tools);
  m_which->setFlat(true);
  m_level = new Segments(m_tools);
  m_level->add(QString());
  m_level->add(QString());
  m_choice = new Segments(m_tools);
  for (int i = 0; i < 3; ++i) m_choice->add(QString());
  layout->addWidget(m_which);
  layout->addWidget(m_level);
  layout->addWidget(m_choice);
  connect(m_which, &QPushButton::clicked, this, &KernelView::openMenu);
  connect(m_level, &Segments::chosen, this, [this](int index) {
    m_before = index == 1;
    rebuild();
  });
  connect(m_choice, &Segments::chosen, this, [this](int index) {
    m_ir.box->setVisible(index != 2);
    m_assembly.box->setVisible(index != 1);
  });
}

void KernelView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    for (Side* side : {&m_ir, &m_assembly}) side->pane->setTheme(theme());
    m_empty->setTheme(theme());
    m_level->setTexts({tr("after LLVM"), tr("before")});
    m_choice->setTexts({tr("IR + asm"), "IR", "asm"});
  }
  if (changes & (Change::Capture | Change::Compilation)) m_asked = 0;
  if (changes & (Change::Capture | Change::Compilation | Change::Theme | Change::Language))
    rebuild();
  else if (changes & Change::Selection) {
    const auto& lit = m_session.partners().kernels;
    if (!lit.empty() && !lit.contains(m_shown)) {
      m_asked = 0;
      rebuild();
    } else {
      light();
    }
  }
}

const Kernel* KernelView::chosen() const {
  const Compilation* compilation = m_session.compilation();
  if (!compilation) return nullptr;
  const Kernel* fallback = nullptr;
  for (const Kernel& kernel : compilation->kernels) {
    if (kernel.instruction == m_asked) return &kernel;
    if (m_asked == 0 && m_session.partners().kernels.contains(kernel.instruction)) return &kernel;
    if (!fallback || (fallback->assembly.empty() && !kernel.assembly.empty())) fallback = &kernel;
  }
  return fallback;
}

void KernelView::rebuild() {
  const Kernel* kernel = chosen();
  m_shown = kernel ? kernel->instruction : 0;
  m_which->setVisible(kernel != nullptr);
  if (!kernel) {
    const bool compiled = m_session.compilation() && !m_session.compilation()->stages.empty();
    m_empty->setWords(compiled ? tr("No kernel in this program") : tr("No kernel yet"),
                      compiled
                          ? tr("Its result needs no work on the device.")
                          : tr("The machine code of each kernel appears here, line by line beside its operations."));
    m_stack->setCurrentIndex(0);
    return;
  }
  m_which->setText(QString::fromStdString(kernel->name) + " ▾");
  if (kernel->llvmAfter.empty() && kernel->assembly.empty()) {
    m_empty->setWords(
        tr("%1 is a call of a library").arg(QString::fromStdString(kernel->name)),
        tr("It runs as %1; Onepot made no code for it.").arg(QString::fromStdString(kernel->implementation)));
    m_stack->setCurrentIndex(0);
    return;
  }
  showKernel(*kernel);
  m_stack->setCurrentIndex(1);
}

void KernelView::showKernel(const Kernel& kernel) {
  const bool before = m_before && !kernel.llvmBefore.empty();
  auto ir =
      codeRows(before ? kernel.llvmBefore : kernel.llvmAfter, before ? kernel.llvmBeforeLines : kernel.llvmAfterLines);
  auto assembly = codeRows(kernel.assembly, kernel.assemblyLines);
  m_ir.title->setText("LLVM IR");
  m_ir.chips->setText((before ? tr("before optimisation, %1 lines") : tr("after -O3, %1 lines")).arg(ir.size()));
  m_assembly.title->setText(tr("Assembly"));
  QStringList facts;
  if (kernel.vectorWidth > 0) facts << tr("%1 lanes").arg(kernel.vectorWidth);
  facts << tr("%1 threads").arg(kernel.threads);
  facts << tr("reads %1, writes %2").arg(formatBytes(kernel.bytesRead), formatBytes(kernel.bytesWritten));
  if (!kernel.loopOrder.empty()) facts << QString::fromStdString(kernel.loopOrder);
  m_assembly.chips->setText(facts.join(" · "));
  m_ir.pane->setRows(std::move(ir), CodeLanguage::Llvm);
  m_assembly.pane->setRows(std::move(assembly), CodeLanguage::Assembly);
  light();
}

std::vector<CodeRow> KernelView::codeRows(const std::string& text, const std::vector<InstructionId>& lines) const {
  std::vector<CodeRow> rows;
  const QStringList texts = QString::fromStdString(text).split('\n');
  const Compilation& compilation = *m_session.compilation();
  const int last = m_session.stageCount() - 1;
  InstructionId previous = 0;
  std::map<InstructionId, FoundInstruction> known;
  for (qsizetype i = 0; i < texts.size(); ++i) {
    CodeRow row;
    row.number = static_cast<int>(i) + 1;
    row.text = QString(texts[i]).replace('\t', "    ");
    row.instruction = static_cast<size_t>(i) < lines.size() ? lines[static_cast<size_t>(i)] : 0;
    if (row.instruction != 0) {
      if (!known.contains(row.instruction))
        known[row.instruction] = findInstruction(compilation, row.instruction, last);
      if (const Instruction* instruction = known[row.instruction].instruction) {
        row.bracket = theme().kind(kindOf(*instruction)).border.rgb();
        if (row.instruction != previous) row.label = QString::fromStdString(instruction->name());
      }
    }
    previous = row.instruction;
    rows.push_back(std::move(row));
  }
  return rows;
}

void KernelView::light() {
  for (Side* side : {&m_ir, &m_assembly}) {
    side->pane->setLit(m_session.partners());
    for (InstructionId id : m_session.partners().selected) side->pane->scrollToInstruction(id);
  }
}

void KernelView::openMenu() {
  const Compilation* compilation = m_session.compilation();
  if (!compilation) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const Kernel& kernel : compilation->kernels) {
    QAction* action = menu->addAction(QString::fromStdString(kernel.name + "   " + kernel.implementation));
    action->setCheckable(true);
    action->setChecked(kernel.instruction == m_shown);
    connect(action, &QAction::triggered, this, [this, id = kernel.instruction] {
      m_asked = id;
      rebuild();
    });
  }
  menu->popup(m_which->mapToGlobal(QPoint(0, m_which->height())));
}

}  // namespace onepot
