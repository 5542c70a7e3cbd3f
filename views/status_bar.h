// The line at the bottom: how the work stands at the left; selection, zoom, Python and language at the right.
#pragma once

#include <QStatusBar>

#include "views/session.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QTimer;

namespace onepot {

class StatusBar : public QStatusBar {
  Q_OBJECT
 public:
  explicit StatusBar(Session& session, QWidget* parent = nullptr);

  void refresh(Changes changes);
  void setZoom(const QString& text);
  void setLayoutNote(const QString& text);
  /// From the start of the work until every view that is shown had drawn its result; < 0: not known.
  void setViewsTime(double milliseconds);
  void setLanguageName(const QString& name);
  /// Few words for narrow windows.
  void setTight(bool tight);

 signals:
  void languageWanted();
  void keysWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* m_inner;  // QStatusBar's own layout would add frames and gaps
  QLabel* addLabel(QHBoxLayout* layout);
  void updateTexts();
  void tick();

  Session& m_session;
  QLabel *m_dot, *m_state, *m_times, *m_layoutNote, *m_selection, *m_zoom, *m_replay, *m_python;
  QPushButton* m_language;
  QPushButton* m_cancel;
  QTimer* m_timer;
  qint64 m_busySince = 0;
  double m_viewsMs = -1;
  bool m_tight = false;
};

}  // namespace onepot
