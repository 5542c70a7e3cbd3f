// The buffers with their choice: packing or curve.
#pragma once

#include "views/charts/chart_panel.h"

namespace onepot {

class BufferChart;
class Session;

class BufferPanel : public ChartPanel {
  Q_OBJECT
 public:
  explicit BufferPanel(Session& session, QWidget* parent = nullptr);
  BufferChart* buffers() const { return m_buffers; }
  void retranslate(const Theme& theme, const QString& title);

 private:
  BufferChart* m_buffers;
  Segments* m_kind;
};

}  // namespace onepot
