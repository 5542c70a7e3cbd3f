// The top of the window: mark, menus, workspace switch in the middle, command field, device, Run.
#pragma once

#include <QWidget>

#include "views/session.h"

class QLabel;
class QMenu;
class QMenuBar;
class QPushButton;
class QToolButton;

namespace onepot {

class Actions;
class Segments;

class Header : public QWidget {
  Q_OBJECT
 public:
  Header(Session& session, Actions& actions, QWidget* parent = nullptr);

  void setWorkspace(int index);
  /// `narrow`: the field is an icon and its key; `tight`: menus fold behind one button, Run and device lose their
  /// hints.
  void setFolded(bool narrow, bool tight);
  void refresh(Changes changes);
  void retranslate();
  /// Name and "ready: …" or "not available, because …".
  void setDevices(const std::vector<std::pair<std::string, std::string>>& devices);

 signals:
  void workspaceChosen(int index);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void placeSwitch();
  void applyTheme();
  void updateDevice();
  void fillDeviceMenu();

  Session& m_session;
  Actions& m_actions;
  QLabel* m_mark;
  QMenuBar* m_menus;
  QToolButton* m_folded;
  Segments* m_switch;
  QPushButton* m_field;
  QPushButton* m_device;
  QMenu* m_deviceMenu;
  QPushButton* m_run;
  std::vector<std::pair<std::string, std::string>> m_devices;
  bool m_narrow = false, m_tight = false;
};

}  // namespace onepot
