// A push button that may carry a state dot, a key cap and a chevron: the header's field, device and Run.
#pragma once

#include <QPushButton>

#include "views/theme.h"

namespace onepot {

class KeyCapButton : public QPushButton {
  Q_OBJECT
 public:
  KeyCapButton(const char* objectName, QWidget* parent = nullptr);

  void setKey(const QString& key);
  void setDot(Token token);
  void setChevron(bool chevron);
  void setTheme(const Theme& theme);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int keyWidth() const;

  Theme m_theme;
  QString m_key;
  Token m_dot = Token::Control;
  bool m_hasDot = false, m_chevron = false;
};

}  // namespace onepot
