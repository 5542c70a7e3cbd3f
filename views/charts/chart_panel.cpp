#include "views/charts/chart_panel.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QToolButton>

#include "views/charts/chart.h"
#include "views/charts/chart_export.h"
#include "views/icon.h"
#include "views/segments.h"

namespace onepot {

ChartPanel::ChartPanel(Chart* chart, QWidget* parent) : QWidget(parent), m_chart(chart) {
  m_heading = new QWidget(this);
  m_title = new QLabel(m_heading);
  m_title->setProperty("role", "dockTitle");
  m_title->setMinimumWidth(1);
  m_figure = new QLabel(m_heading);
  m_figure->setProperty("role", "panelFigure");
  m_note = new QLabel(m_heading);
  m_note->setProperty("role", "hint");
  m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_tools = new QWidget(m_heading);
  m_toolLayout = new QHBoxLayout(m_tools);
  m_toolLayout->setContentsMargins(0, 0, 0, 0);
  m_toolLayout->setSpacing(8);
  m_menu = new QToolButton(m_tools);
  m_menu->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_menu);
  m_menu->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, [this, menu] {
    menu->clear();
    menu->addAction(tr("Export as PNG…"), this, [this] { exportTo("png"); });
    menu->addAction(tr("Export as SVG…"), this, [this] { exportTo("svg"); });
    menu->addAction(tr("Export as CSV…"), this, [this] { exportTo("csv"); });
  });
  m_toolLayout->addWidget(m_menu);
  auto* row = new QHBoxLayout(m_heading);
  row->setContentsMargins(12, 0, 6, 0);
  row->setSpacing(8);
  row->addWidget(m_title);
  row->addWidget(m_figure);
  row->addWidget(m_note, 1);
  row->addWidget(m_tools);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_heading);
  column->addWidget(m_chart, 1);
}

void ChartPanel::setWords(const QString& title, const QString& figure, const QString& note) {
  m_titleWords = title;
  m_figure->setText(figure);
  m_figure->setVisible(!figure.isEmpty());
  m_note->setText(note);
  m_note->setToolTip(note);
  m_note->setAlignment(Qt::AlignVCenter | (figure.isEmpty() ? Qt::AlignLeft : Qt::AlignRight));
  m_chart->setAccessibleName(title);
  m_menu->setToolTip(tr("Export this chart"));
  elideTitle();
  m_menu->setAccessibleName(tr("Export this chart: %1").arg(title));
}

Segments* ChartPanel::addChoice(int choices) {
  auto* segments = new Segments(m_tools);
  for (int i = 0; i < choices; ++i) segments->add(QString());
  m_toolLayout->insertWidget(m_toolLayout->count() - 1, segments);
  m_choices.push_back(segments);
  return segments;
}

QToolButton* ChartPanel::addButton() {
  auto* button = new QToolButton(m_tools);
  m_toolLayout->insertWidget(m_toolLayout->count() - 1, button);
  return button;
}

void ChartPanel::elideTitle() {
  const int others = m_tools->sizeHint().width() + 34 + (m_figure->isHidden() ? 0 : m_figure->sizeHint().width() + 8);
  const int room = std::max(24, width() - others);
  m_title->setText(
      QFontMetrics(m_chart->session().theme().font(TextStyle::Title)).elidedText(m_titleWords, Qt::ElideRight, room));
  m_title->setToolTip(m_title->text() == m_titleWords ? QString() : m_titleWords);
}

void ChartPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  elideTitle();
}

void ChartPanel::setTheme(const Theme& theme) {
  m_heading->setFixedHeight(theme.px(kDockTitleHeight));
  m_menu->setIcon(icon("more", theme));
  for (Segments* choice : m_choices) choice->setTheme(theme);
  update();
}

QWidget* ChartPanel::takeTools() {
  m_heading->layout()->removeWidget(m_tools);
  m_heading->hide();
  return m_tools;
}

void ChartPanel::exportTo(const char* ending) {
  const QString name = m_chart->fileStem() + '.' + QLatin1String(ending);
  const QString path = QFileDialog::getSaveFileName(this, tr("Export this chart"), name);
  if (path.isEmpty()) return;
  const QString full = path.contains('.') ? path : path + '.' + QLatin1String(ending);
  if (!exportChart(*m_chart, full)) QMessageBox::warning(this, "Onepot", tr("%1 cannot be written.").arg(full));
}

void ChartPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = m_chart->session().theme();
  if (m_heading->isHidden()) return;
  const QRect bar = m_heading->geometry();
  painter.fillRect(bar, theme.color(Token::Chrome));
  painter.fillRect(QRect(bar.left(), bar.bottom(), bar.width(), 1), theme.color(Token::Border));
}

}  // namespace onepot
