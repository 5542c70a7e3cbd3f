#include "views/graph/graph_heading.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "views/chip.h"
#include "views/icon.h"
#include "views/number_format.h"

namespace onepot {

GraphHeading::GraphHeading(QWidget* parent)
    : QWidget(parent),
      m_side(new QLabel(this)),
      m_pass(new QToolButton(this)),
      m_kernels(new Chip(this)),
      m_bytes(new Chip(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 0, 12, 0);
  row->setSpacing(6);
  m_side->setProperty("role", "dockTitle");
  m_pass->setPopupMode(QToolButton::InstantPopup);
  m_pass->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_pass->setLayoutDirection(Qt::RightToLeft);  // the chevron stands behind the name
  m_pass->setIconSize({12, 12});
  m_pass->setMenu(new QMenu(m_pass));
  m_pass->setMinimumWidth(24);
  m_pass->setProperty("role", "passMenu");
  row->addWidget(m_side);
  row->addWidget(m_pass);
  row->addStretch(1);
  row->addWidget(m_kernels, 0, Qt::AlignVCenter);
  row->addWidget(m_bytes, 0, Qt::AlignVCenter);
}

void GraphHeading::show(const QString& side, const std::vector<Stage>& stages, int index, const Stage* other) {
  m_side->setText(side);
  if (index < 0 || index >= static_cast<int>(stages.size())) return;
  const Stage& stage = stages[static_cast<size_t>(index)];
  m_pass->setText(QStringLiteral("%1 %2").arg(stage.number).arg(QString::fromStdString(stage.name)));
  m_pass->setMaximumWidth(QFontMetrics(m_theme.font(TextStyle::Mono)).horizontalAdvance(m_pass->text()) +
                          m_theme.px(28));
  m_pass->setAccessibleName(tr("%1: pass %2, %3").arg(side).arg(stage.number).arg(QString::fromStdString(stage.name)));
  m_pass->setToolTip(tr("Choose the stage to show on this side"));
  fillMenu(stages, index);
  const StageStatistics& figures = stage.statistics;
  const auto tone = [&](bool better) { return other && better ? ChipTone::Added : ChipTone::Plain; };
  m_kernels->show(figures.kernels == 1 ? tr("1 kernel") : tr("%1 kernels").arg(formatWhole(figures.kernels)),
                  tone(other && figures.kernels < other->statistics.kernels), "kernel");
  m_bytes->show(formatBytesShort(figures.bytes), tone(other && figures.bytes < other->statistics.bytes), "memory");
  m_bytes->setToolTip(tr("Memory traffic of all kernels, counted from the IR"));
}

void GraphHeading::fillMenu(const std::vector<Stage>& stages, int index) {
  QMenu* menu = m_pass->menu();
  menu->clear();
  for (int i = 0; i < static_cast<int>(stages.size()); ++i) {
    const Stage& stage = stages[static_cast<size_t>(i)];
    QAction* action =
        menu->addAction(QStringLiteral("%1  %2").arg(stage.number).arg(QString::fromStdString(stage.name)));
    action->setCheckable(true);
    action->setChecked(i == index);
    connect(action, &QAction::triggered, this, [this, i] { emit stageChosen(i); });
  }
}

void GraphHeading::setTheme(const Theme& theme) {
  m_theme = theme;
  setFixedHeight(theme.px(30));
  m_pass->setFont(theme.font(TextStyle::Mono));
  m_pass->setIcon(icon("chevron-down", theme));
  m_kernels->setTheme(theme);
  m_bytes->setTheme(theme);
  update();
}

void GraphHeading::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme.color(Token::Panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.color(Token::Hairline));
}

}  // namespace onepot
