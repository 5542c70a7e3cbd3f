#include "views/graph/graph_tool_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "views/icon.h"
#include "views/segments.h"

namespace onepot {

GraphToolBar::GraphToolBar(const std::vector<std::pair<QString, const char*>>& modes, QWidget* parent)
    : QWidget(parent),
      m_number(new QLabel(this)),
      m_name(new QLabel(this)),
      m_words(new QLabel(this)),
      m_kernels(new QLabel(this)),
      m_bytes(new QLabel(this)),
      m_modes(new Segments(this)),
      m_search(new QLineEdit(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 0, 10, 0);
  row->setSpacing(0);
  const auto step = [&](const char* icon, const QString& tip, const char* place, int direction, bool changedOnly) {
    QToolButton* button = addTool(row, icon, tip);
    button->setProperty("segment", place);
    connect(button, &QToolButton::clicked, this, [=, this] { emit stepWanted(direction, changedOnly); });
  };
  step("chevron-left", tr("Previous pass ([)"), "first", -1, false);
  step("chevron-right", tr("Next pass (])"), "middle", 1, false);
  step("next-changed", tr("Next pass that changed something (})"), "last", 1, true);
  row->addSpacing(10);
  for (QLabel* label : {m_number, m_name, m_words, m_kernels, m_bytes}) {
    row->addWidget(label);
    row->addSpacing(6);
  }
  m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->setStretchFactor(m_words, 1);
  m_kernels->setProperty("role", "chipAdded");
  m_bytes->setProperty("role", "chipAdded");
  setChips({}, {});
  for (const auto& [words, icon] : modes) m_modes->add(words, icon);
  connect(m_modes, &Segments::chosen, this, &GraphToolBar::modeChosen);
  row->addWidget(m_modes);
  row->addSpacing(8);
  m_search->setPlaceholderText(tr("Search this graph"));
  m_search->setAccessibleName(tr("Search this graph"));
  m_search->setMaximumWidth(180);
  m_search->hide();
  m_search->installEventFilter(this);
  connect(m_search, &QLineEdit::textChanged, this, &GraphToolBar::searchChanged);
  row->addWidget(m_search);
  row->addSpacing(4);
  connect(addTool(row, "search", tr("Search this graph (/)")), &QToolButton::clicked, this, &GraphToolBar::openSearch);
  connect(addTool(row, "fit", tr("Fit all (Space)")), &QToolButton::clicked, this, &GraphToolBar::fitWanted);
  QToolButton* save = addTool(row, "export", tr("Save the picture as SVG, PNG, PDF or DOT"));
  save->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(save);
  for (const char* format : {"svg", "png", "pdf", "dot"}) {
    connect(menu->addAction(QString::fromLatin1(format).toUpper()), &QAction::triggered, this,
            [this, format] { emit exportWanted(QString::fromLatin1(format)); });
  }
  save->setMenu(menu);
}

QToolButton* GraphToolBar::addTool(QHBoxLayout* row, const char* icon, const QString& tip) {
  auto* button = new QToolButton(this);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  row->addWidget(button);
  m_tools.push_back({button, icon});
  return button;
}

void GraphToolBar::setHeading(const QString& number, const QString& name, const QString& words) {
  m_number->setText(number);
  m_name->setText(name);
  m_words->setText(words);
  m_words->setToolTip(words);
}

void GraphToolBar::setChips(const QString& kernels, const QString& bytes) {
  m_kernels->setText(kernels);
  m_bytes->setText(bytes);
  m_kernels->setVisible(!kernels.isEmpty());
  m_bytes->setVisible(!bytes.isEmpty());
}

void GraphToolBar::setMode(int mode) { m_modes->setCurrent(mode); }
void GraphToolBar::setModes(const QStringList& words) { m_modes->setTexts(words); }
void GraphToolBar::setNarrow(bool narrow) { m_modes->setCompact(narrow); }

void GraphToolBar::setStepsTips(const QString& previous, const QString& next, const QString& nextChanged) {
  const QString tips[] = {previous, next, nextChanged};
  for (size_t i = 0; i < 3; ++i) {
    m_tools[i].first->setToolTip(tips[i]);
    m_tools[i].first->setAccessibleName(tips[i]);
    m_tools[i].first->setVisible(!tips[i].isEmpty());
  }
}

void GraphToolBar::setTheme(const Theme& theme) {
  m_theme = theme;
  setFixedHeight(theme.px(38));
  for (const auto& [button, name] : m_tools) button->setIcon(icon(name, theme));
  m_modes->setTheme(theme);
  const auto colored = [&](QLabel* label, TextStyle style, Token token) {
    label->setFont(theme.font(style));
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, theme.color(token));
    label->setPalette(palette);
  };
  colored(m_number, TextStyle::Mono, Token::Text2);
  colored(m_name, TextStyle::MonoStrong, Token::Text);
  colored(m_words, TextStyle::Body, Token::Text2);
  update();
}

void GraphToolBar::openSearch() {
  m_search->show();
  m_search->setFocus(Qt::ShortcutFocusReason);
  m_search->selectAll();
}

void GraphToolBar::closeSearch() {
  m_search->clear();
  m_search->hide();
}

bool GraphToolBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_search && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
      closeSearch();
      if (parentWidget()) parentWidget()->setFocus();
      return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      emit searchNext(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void GraphToolBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme.color(Token::Panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.color(Token::Hairline));
}

}  // namespace onepot
