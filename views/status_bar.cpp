#include "views/status_bar.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>

#include "views/number_format.h"

namespace onepot {

namespace {
constexpr qint64 kShowWaitingAfterMs = 1000;
}

StatusBar::StatusBar(Session& session, QWidget* parent)
    : QStatusBar(parent), m_inner(new QWidget(this)), m_session(session) {
  setSizeGripEnabled(false);
  auto* layout = new QHBoxLayout(m_inner);
  layout->setContentsMargins(12, 0, 12, 0);
  layout->setSpacing(17);
  auto* state = new QHBoxLayout;
  state->setSpacing(6);
  layout->addLayout(state);
  m_dot = addLabel(state);
  m_state = addLabel(state);
  m_cancel = new QPushButton(m_inner);
  m_cancel->setProperty("role", "link");
  m_cancel->hide();
  layout->addWidget(m_cancel);
  connect(m_cancel, &QPushButton::clicked, &session, &Session::requestCancel);
  m_times = addLabel(layout);
  m_layoutNote = addLabel(layout);
  layout->addStretch(1);
  m_replay = addLabel(layout);
  m_replay->setProperty("role", "chip");
  m_selection = addLabel(layout);
  m_zoom = addLabel(layout);
  m_python = addLabel(layout);
  m_language = new QPushButton(m_inner);
  m_language->setProperty("role", "link");
  m_language->setObjectName("languageButton");
  layout->addWidget(m_language);
  connect(m_language, &QPushButton::clicked, this, &StatusBar::languageWanted);
  m_timer = new QTimer(this);
  m_timer->setInterval(200);
  connect(m_timer, &QTimer::timeout, this, &StatusBar::tick);
  updateTexts();
}

QLabel* StatusBar::addLabel(QHBoxLayout* layout) {
  auto* label = new QLabel(m_inner);
  layout->addWidget(label);
  return label;
}

void StatusBar::refresh(Changes changes) {
  if (changes & Change::State) {
    if (m_session.workState() == WorkState::Busy) {
      if (!m_timer->isActive()) m_busySince = QDateTime::currentMSecsSinceEpoch();
      m_timer->start();
    } else {
      m_timer->stop();
    }
  }
  updateTexts();
}

void StatusBar::tick() { updateTexts(); }

void StatusBar::updateTexts() {
  const Theme& theme = m_session.theme();
  setFixedHeight(theme.px(kStatusHeight));
  for (QLabel* label : {m_state, m_times, m_layoutNote, m_selection, m_zoom, m_python}) {
    label->setFont(theme.font(TextStyle::Small));
    label->setStyleSheet(QStringLiteral("color:%1").arg(theme.color(Token::Text2).name()));
  }
  m_language->setFont(theme.font(TextStyle::Small));
  Token dot = Token::Added;
  if (m_session.workState() == WorkState::Failed || m_session.workState() == WorkState::Stopped)
    dot = Token::Removed;
  else if (m_session.workState() == WorkState::Busy)
    dot = Token::Changed;
  else if (m_session.workState() == WorkState::Idle)
    dot = Token::Control;
  QPixmap pixmap(QSize(theme.px(8), theme.px(8)) * devicePixelRatioF());
  pixmap.setDevicePixelRatio(devicePixelRatioF());
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(dot));
  painter.drawEllipse(QRectF(0.5, 0.5, theme.px(7), theme.px(7)));
  painter.end();
  m_dot->setPixmap(pixmap);
  QString state = m_session.workText();
  const qint64 waited = m_timer->isActive() ? QDateTime::currentMSecsSinceEpoch() - m_busySince : 0;
  if (waited > kShowWaitingAfterMs) state += " · " + formatSeconds(static_cast<double>(waited / 100) / 10);
  m_state->setText(state);
  m_cancel->setText(tr("Cancel"));
  m_cancel->setVisible(waited > kShowWaitingAfterMs);
  QString times;
  if (const Compilation* compilation = m_session.compilation(); compilation && compilation->times.totalMs() > 0) {
    times = tr("compiled in %1").arg(formatMilliseconds(compilation->times.totalMs()));
    const QString views = tr("all views in %1").arg(formatMilliseconds(m_viewsMs));
    if (m_viewsMs >= 0) times = m_tight ? views : times + ", " + views;
  }
  m_times->setText(times);
  const Partners& partners = m_session.partners();
  const int selected =
      static_cast<int>(std::max<size_t>(partners.selected.size(), m_session.selection().valid() ? 1 : 0));
  m_selection->setText(selected == 0 ? QString()
                                     : tr("%1 selected, %2 partners lit").arg(selected).arg(partners.count()));
  const std::string& python = m_session.capture().python;
  m_python->setText(python.size() < 2 || m_tight ? QString() : "Python " + QString::fromStdString(python));
  m_replay->setText(tr("replay"));
  m_replay->setVisible(m_session.sourceKind() == SourceKind::Capture);
  m_layoutNote->setVisible(!m_tight && !m_layoutNote->text().isEmpty());
  for (QLabel* label : {m_times, m_selection, m_zoom, m_python}) label->setVisible(!label->text().isEmpty());
  update();
}

void StatusBar::setZoom(const QString& text) {
  m_zoom->setText(text);
  m_zoom->setVisible(!text.isEmpty());
}

void StatusBar::setLayoutNote(const QString& text) {
  m_layoutNote->setText(text);
  m_layoutNote->setVisible(!m_tight && !text.isEmpty());
}

void StatusBar::setViewsTime(double milliseconds) {
  m_viewsMs = milliseconds;
  updateTexts();
}

void StatusBar::setLanguageName(const QString& name) { m_language->setText(name); }

void StatusBar::setTight(bool tight) {
  m_tight = tight;
  updateTexts();
}

void StatusBar::resizeEvent(QResizeEvent*) { m_inner->setGeometry(0, 1, width(), height() - 1); }

void StatusBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = m_session.theme();
  painter.fillRect(rect(), theme.color(Token::Chrome));
  painter.fillRect(QRect(0, 0, width(), 1), theme.color(Token::Border));
  // A line between two groups of words.
  const QWidget* const before[] = {m_times, m_layoutNote, m_zoom, m_python, m_language};
  for (const QWidget* label : before) {
    if (!label->isVisible()) continue;
    const bool first = label == m_zoom ? !m_selection->isVisible() : false;
    if (!first) painter.fillRect(QRect(label->x() - theme.px(9), 6, 1, height() - 11), theme.color(Token::Border));
  }
}

}  // namespace onepot
