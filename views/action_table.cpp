#include "views/action_table.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>

#include "views/icon.h"

namespace onepot {

namespace {

#define TR(text) QT_TRANSLATE_NOOP("Actions", text)

constexpr const char* kMenus[] = {TR("File"), TR("Edit"), TR("View"), TR("Go"), TR("Run"), TR("Help")};

// A row whose text is empty is a line between the actions of its menu.
constexpr ActionRow kRows[] = {
    {"new", "File", TR("New program"), "Ctrl+N", "file", false},
    {"open", "File", TR("Open…"), "Ctrl+O", "folder", false},
    {"paste-hlo", "File", TR("Paste HLO text"), "", "clipboard", false},
    {"", "File", "", "", "", false},
    {"save", "File", TR("Save"), "Ctrl+S", "save", false},
    {"save-as", "File", TR("Save as…"), "Ctrl+Shift+S", "", false},
    {"save-capture", "File", TR("Save capture…"), "", "layers", false},
    {"picture", "File", TR("Save picture of the window…"), "", "camera", false},
    {"", "File", "", "", "", false},
    {"quit", "File", TR("Quit"), "Ctrl+Q", "", false},
    {"undo", "Edit", TR("Undo"), "", "undo", false},
    {"redo", "Edit", TR("Redo"), "", "", false},
    {"", "Edit", "", "", "", false},
    {"cut", "Edit", TR("Cut"), "", "", false},
    {"copy", "Edit", TR("Copy"), "", "", false},
    {"paste", "Edit", TR("Paste"), "", "clipboard", false},
    {"", "Edit", "", "", "", false},
    {"apply-fix", "Edit", TR("Apply the fix at the cursor"), "Alt+Return", "bulb", false},
    {"next-problem", "Edit", TR("Next problem"), "Alt+Down", "", false},
    {"previous-problem", "Edit", TR("Previous problem"), "Alt+Up", "", false},
    {"palette", "View", TR("Search or run a command"), "Ctrl+P Ctrl+Shift+P", "search", false},
    {"", "View", "", "", "", false},
    {"explore", "View", TR("Explore workspace"), "Ctrl+1", "graph", false},
    {"fusion", "View", TR("Fusion workspace"), "Ctrl+2", "fusion", false},
    {"run-page", "View", TR("Run workspace"), "Ctrl+3", "chart", false},
    {"teach", "View", TR("Teach workspace"), "Ctrl+4", "cap", false},
    {"reset-workspace", "View", TR("Reset workspace"), "", "refresh", false},
    {"", "View", "", "", "", false},
    {"toggle-left", "View", TR("Left column"), "Ctrl+B", "panel-left", true},
    {"toggle-results", "View", TR("Results"), "Ctrl+J", "panel-bottom", true},
    {"toggle-inspector", "View", TR("Inspector"), "Ctrl+Shift+I", "panel-right", true},
    {"", "View", "", "", "", false},
    {"theme-auto", "View", TR("Theme: auto"), "", "", true},
    {"theme-light", "View", TR("Theme: light"), "", "sun", true},
    {"theme-dark", "View", TR("Theme: dark"), "", "moon", true},
    {"", "View", "", "", "", false},
    {"scale-100", "View", TR("Size: 100 %"), "", "", true},
    {"scale-130", "View", TR("Size: class view, 130 %"), "", "", true},
    {"scale-200", "View", TR("Size: 200 %"), "", "", true},
    {"", "View", "", "", "", false},
    {"language-en", "View", TR("Language: English"), "", "globe", true},
    {"language-zh", "View", TR("Language: Chinese"), "", "globe", true},
    {"previous-pass", "Go", TR("Previous pass"), "[ PgUp Ctrl+[", "previous", false},
    {"next-pass", "Go", TR("Next pass"), "] PgDown Ctrl+]", "next", false},
    {"previous-changed", "Go", TR("Previous changed pass"), "{", "", false},
    {"next-changed", "Go", TR("Next changed pass"), "}", "next-changed", false},
    {"previous-step", "Go", TR("Previous rewrite or trace step"), ",", "", false},
    {"next-step", "Go", TR("Next rewrite or trace step"), ".", "", false},
    {"", "Go", "", "", "", false},
    {"back", "Go", TR("Back"), "Alt+Left", "undo", false},
    {"forward", "Go", TR("Forward"), "Alt+Right", "", false},
    {"next-region", "Go", TR("Next region"), "F6", "", false},
    {"clear", "Go", TR("Close, clear, then go back"), "Esc", "", false},
    {"pin", "Go", TR("Pin the selection"), "P", "pin", false},
    {"source-to-node", "Go", TR("From the source to its node"), "F12", "graph", false},
    {"", "Go", "", "", "", false},
    {"tab-1", "Go", TR("HLO diff"), "Alt+1", "diff", false},
    {"tab-2", "Go", TR("Rewrites"), "Alt+2", "list", false},
    {"tab-3", "Go", TR("Fusion decisions"), "Alt+3", "fusion", false},
    {"tab-4", "Go", TR("Kernel"), "Alt+4", "kernel", false},
    {"tab-5", "Go", TR("Timeline"), "Alt+5", "clock", false},
    {"tab-6", "Go", TR("Memory"), "Alt+6", "memory", false},
    {"tab-7", "Go", TR("Problems"), "Alt+7", "warning", false},
    {"tab-8", "Go", TR("Output"), "Alt+8", "prompt", false},
    {"run", "Run", TR("Compile and run"), "Ctrl+Return Ctrl+Enter", "play", false},
    {"measure", "Run", TR("Measure eager and jit"), "", "chart", false},
    {"cancel", "Run", TR("Cancel"), "", "stop", false},
    {"restart-worker", "Run", TR("Restart the worker"), "", "refresh", false},
    {"last-good", "Run", TR("Show the last good result"), "", "undo", false},
    {"", "Run", "", "", "", false},
    {"all-passes", "Run", TR("Switch all passes and rules on"), "", "eye", false},
    // Keys of the graph while it has the keyboard; here for the palette and the list of keys.
    {"fit-all", "", TR("Graph: fit all"), "Space", "fit", false},
    {"centre", "", TR("Graph: centre the selection"), "F", "fit", false},
    {"zoom-in", "", TR("Graph: larger"), "+", "plus", false},
    {"zoom-out", "", TR("Graph: smaller"), "-", "minus", false},
    {"zoom-one", "", TR("Graph: 100 %"), "0", "", false},
    {"split", "", TR("Graph: split"), "1", "split", false},
    {"overlay", "", TR("Graph: overlay"), "2", "overlay", false},
    {"after", "", TR("Graph: after alone"), "3", "after", false},
    {"graph-text", "", TR("Graph: text"), "4", "code", false},
    {"heat", "", TR("Graph: heat by time"), "T", "clock", false},
    {"radius", "", TR("Graph: radius around the selection"), "R", "graph", false},
    {"what-if", "", TR("Graph: what-if of the selected edge"), "X", "flag", false},
    {"history", "Go", TR("History of the selection"), "H", "clock", false},
    {"search-view", "Go", TR("Search this view"), "/", "search", false},
    {"next-row", "Go", TR("Next row"), "J", "", false},
    {"previous-row", "Go", TR("Previous row"), "K", "", false},
    {"complete", "Edit", TR("Complete the word"), "Ctrl+Space", "", false},
    {"operation-page", "Help", TR("The selected operation"), "F1", "book", false},
    {"keys", "Help", TR("All keys"), "?", "keyboard", false},
    {"about", "Help", TR("About Onepot"), "", "pot", false},
};
#undef TR

QString translated(const char* text) { return QCoreApplication::translate("Actions", text); }

}  // namespace

std::span<const ActionRow> actionTable() { return kRows; }

Actions::Actions(QWidget* window) : QObject(window) {
  for (const ActionRow& row : kRows) {
    if (!*row.text) continue;
    auto* action = new QAction(this);
    action->setObjectName(row.id);
    action->setCheckable(row.checkable);
    QList<QKeySequence> keys;
    for (const QString& key : QString(row.keys).split(' ', Qt::SkipEmptyParts)) keys << QKeySequence(key);
    action->setShortcuts(keys);
    // These the graph handles itself: elsewhere Space presses a button, and digits are text.
    if (!*row.menu) action->setShortcutContext(Qt::WidgetShortcut);
    action->setEnabled(false);
    window->addAction(action);
    m_actions[row.id] = action;
  }
}

QAction* Actions::action(const char* id) const { return m_actions.at(id); }

void Actions::on(const char* id, std::function<void()> handler) {
  QAction* action = m_actions.at(id);
  action->setEnabled(true);
  connect(action, &QAction::triggered, this, [handler = std::move(handler)] { handler(); });
}

void Actions::fillMenus(QMenuBar* bar) {
  m_folded = new QMenu(bar);
  for (const char* name : kMenus) {
    QMenu* menu = bar->addMenu(QString());
    m_menus.push_back({name, menu});
    m_folded->addMenu(menu);
    for (const ActionRow& row : kRows) {
      if (QLatin1String(row.menu) != QLatin1String(name)) continue;
      if (*row.text)
        menu->addAction(m_actions.at(row.id));
      else
        menu->addSeparator();
    }
  }
  retranslate();
}

void Actions::retranslate() {
  for (const Menu& menu : m_menus) menu.menu->setTitle(translated(menu.name));
  for (const ActionRow& row : kRows) {
    if (*row.text) m_actions.at(row.id)->setText(translated(row.text));
  }
}

void Actions::setTheme(const Theme& theme) {
  for (const ActionRow& row : kRows) {
    if (*row.icon) m_actions.at(row.id)->setIcon(icon(row.icon, theme));
  }
}

}  // namespace onepot
