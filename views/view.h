// What every view is: a widget that reads the session, refreshes on its changes, and says what was clicked.
#pragma once

#include <QWidget>

#include "views/session.h"

namespace onepot {

class View : public QWidget {
  Q_OBJECT
 public:
  explicit View(Session& session, QWidget* parent = nullptr) : QWidget(parent), m_session(session) {}

  /// Called with everything that changed since the last call; only while the view is shown (then once on showing).
  virtual void refresh(Changes changes) = 0;
  /// Whether this view has a part to show for `ref`.
  virtual bool canShow(const Ref& /*ref*/) const { return false; }
  /// Tools for the right end of the dock's title or the corner of its tab bar; owned by the view, may be null.
  virtual QWidget* tools() { return nullptr; }
  /// The figure beside the title, in text3: "16 passes, 4 changed"; on a tab the number in its chip.
  virtual QString figure() const { return {}; }
  /// Title where it is not the registry's own: "tanh_exp.py".
  virtual QString title() const { return {}; }
  /// How large this view draws: "92 %"; for the status bar, empty where that has no meaning.
  virtual QString zoomText() const { return {}; }
  /// False while something is still on its way (a layout): a screenshot waits.
  virtual bool ready() const { return true; }

  Session& session() const { return m_session; }
  const Theme& theme() const { return m_session.theme(); }

 signals:
  void selected(const Ref& ref);
  /// title() or figure() changed.
  void headingChanged();

 protected:
  Session& m_session;
};

}  // namespace onepot
