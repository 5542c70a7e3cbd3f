// Every action of the window, with its words, key, icon and menu: menus, palette and key list are made from this one
// table.
#pragma once

#include <QAction>
#include <QObject>
#include <functional>
#include <span>
#include <unordered_map>

#include "views/theme.h"

class QMenu;
class QMenuBar;

namespace onepot {

struct ActionRow {
  const char* id;
  const char* menu;  // "File"… ; empty: palette and keys alone
  const char* text;  // English, with & for the menu
  const char* keys;  // portable text, alternatives parted by a space; empty: none
  const char* icon;  // may be empty
  bool checkable;
};
std::span<const ActionRow> actionTable();

/// The QActions of one window. Handlers are attached by id; an action without one is disabled.
class Actions : public QObject {
  Q_OBJECT
 public:
  explicit Actions(QWidget* window);

  QAction* action(const char* id) const;
  void on(const char* id, std::function<void()> handler);
  void fillMenus(QMenuBar* bar);
  /// All in one menu, for the folded header.
  QMenu* foldedMenu() const { return m_folded; }
  /// Words after a change of language, icons after one of theme.
  void retranslate();
  void setTheme(const Theme& theme);

 private:
  struct Menu {
    const char* name;
    QMenu* menu;
  };
  std::unordered_map<std::string, QAction*> m_actions;
  std::vector<Menu> m_menus;
  QMenu* m_folded = nullptr;
};

}  // namespace onepot
