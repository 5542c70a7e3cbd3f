#include "views/charts/buffer_panel.h"

#include "views/charts/buffer_chart.h"
#include "views/segments.h"

namespace onepot {

BufferPanel::BufferPanel(Session& session, QWidget* parent) : ChartPanel(new BufferChart(session), parent) {
  m_buffers = static_cast<BufferChart*>(chart());
  m_kind = addChoice(2);
  connect(m_kind, &Segments::chosen, m_buffers, [this](int index) { m_buffers->setCurve(index == 1); });
}

void BufferPanel::retranslate(const Theme& theme, const QString& title) {
  setTheme(theme);
  setWords(title, {});
  m_kind->setTexts({tr("Packing"), tr("Curve")});
}

}  // namespace onepot
