// The first thing a person sees: what Onepot does, six samples, other ways in, and which devices are there.
#pragma once

#include <QWidget>

#include "views/session.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace onepot {

struct SampleRow {
  const char* file;
  const char* title;
  const char* words;
  const char* sketch;  // which small drawing stands beside it
};
std::span<const SampleRow> sampleTable();

class WelcomePage : public QWidget {
  Q_OBJECT
 public:
  explicit WelcomePage(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes);
  void setDevices(const std::vector<std::pair<std::string, std::string>>& devices);

 signals:
  void sampleWanted(const QString& file);
  void openWanted();
  void pasteWanted();
  void lessonWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void retranslate();
  void showDevices();

  Session& m_session;
  QLabel *m_mark, *m_title, *m_words, *m_devices;
  std::vector<QPushButton*> m_cards;
  QPushButton *m_open, *m_paste;
  std::vector<std::pair<std::string, std::string>> m_deviceRows;
};

}  // namespace onepot
