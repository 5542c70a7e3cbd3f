// A word or two on a ground of their own, with an icon where that tells more: "5 kernels", "moved into fusion.1".
#pragma once

#include <QWidget>
#include <string>

#include "views/theme.h"

namespace onepot {

enum class ChipTone : uint8_t { Plain, Accent, Added, Removed, Changed, Moved };

class Chip : public QWidget {
  Q_OBJECT
 public:
  explicit Chip(QWidget* parent = nullptr);

  /// `icon` is a file of resources/icons or empty. No words: hidden.
  void show(const QString& words, ChipTone tone, const char* icon = "");
  void setTheme(const Theme& theme);
  const QString& words() const { return m_words; }
  ChipTone tone() const { return m_tone; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme m_theme;
  QString m_words;
  std::string m_icon;
  ChipTone m_tone = ChipTone::Plain;
};

}  // namespace onepot
