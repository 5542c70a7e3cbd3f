// The command palette (Ctrl+P): every action with its key, every pass, function and instruction, found by typing.
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

#include "views/session.h"

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace onepot {

class Actions;

class Palette : public QFrame {
  Q_OBJECT
 public:
  Palette(Session& session, Actions& actions, QWidget* parent);

  void open();
  /// What is listed for the words typed, best first: for tests.
  QStringList listed() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Entry {
    QString text, key;
    std::string icon;
    std::function<void()> run;
  };
  void gather();
  void gatherProgram();
  void filter(const QString& words);
  void accept();

  Session& m_session;
  Actions& m_actions;
  QLineEdit* m_edit;
  QListView* m_list;
  QStandardItemModel* m_model;
  std::vector<Entry> m_entries;
};

}  // namespace onepot
