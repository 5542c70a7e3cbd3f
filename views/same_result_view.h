// Whether jit and eager computed the same: both values, their distance, and what may differ.
#pragma once

#include "views/view.h"

class QGridLayout;
class QLabel;

namespace onepot {

/// What the distance of two results means.
struct ResultVerdict {
  enum class Kind : uint8_t { Unknown, Same, Close, Apart } kind = Kind::Unknown;
  QString words, distance, note;
};
ResultVerdict resultVerdict(const Compilation& compilation, const Run& run);

class SameResultView : public View {
  Q_OBJECT
 public:
  explicit SameResultView(Session& session, QWidget* parent = nullptr);
  void refresh(Changes changes) override;

 private:
  QLabel *m_icon, *m_words, *m_note;
  QLabel* m_names[3];
  QLabel* m_values[3];
};

}  // namespace onepot
