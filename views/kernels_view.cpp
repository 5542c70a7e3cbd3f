#include "views/kernels_view.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>

#include "views/empty_state.h"
#include "views/kernel_bars.h"
#include "views/number_format.h"
#include "views/segments.h"

namespace onepot {

KernelsView::KernelsView(Session& session, QWidget* parent) : View(session, parent) {
  m_bars = new KernelBars(session);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(m_bars);
  m_empty = new EmptyState("kernel", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  m_stack->addWidget(scroll);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  m_tools = new QWidget(this);
  auto* tools = new QHBoxLayout(m_tools);
  tools->setContentsMargins(0, 0, 0, 0);
  m_choice = new Segments(m_tools);
  m_choice->add(QString());
  m_choice->add(QString());
  tools->addWidget(m_choice);
  connect(m_choice, &Segments::chosen, this, [this](int index) { m_bars->setBytes(index == 1); });
  connect(m_bars, &Chart::selected, this, &View::selected);
}

void KernelsView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_choice->setTexts({tr("Time"), tr("Bytes")});
    m_empty->setTheme(theme());
    m_empty->setWords(tr("No kernel yet"), tr("What each kernel takes and moves appears here."));
    m_bars->rebuild();
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Runs | Change::Language)) {
    const Compilation* compilation = m_session.compilation();
    auto kernels = compilation ? kernelFigures(*compilation) : std::vector<KernelFigure>();
    const int64_t bytes = sumOf(kernels).bytes;
    const auto count = static_cast<int64_t>(kernels.size());
    m_figure = count == 0 ? QString()
                          : (count == 1 ? tr("1 kernel") : tr("%1 kernels").arg(formatWhole(count))) + ", " +
                                formatBytesShort(bytes);
    m_stack->setCurrentIndex(count == 0 ? 0 : 1);
    m_bars->setData(std::move(kernels), compilation ? compilation->id : 0);
    emit headingChanged();
  }
  if (changes & Change::Selection) m_bars->selectionChanged();
}

}  // namespace onepot
