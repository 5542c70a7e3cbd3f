#include "views/graph/graph_notice.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace onepot {
namespace {
constexpr int kWidth = 380, kInset = 12;
}

GraphNotice::GraphNotice(QWidget* parent)
    : QFrame(parent),
      m_line(new QLabel(this)),
      m_more(new QLabel(this)),
      m_first(new QPushButton(this)),
      m_second(new QPushButton(this)),
      m_close(new QPushButton(QStringLiteral("✕"), this)) {
  setObjectName("inspectorCard");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 10);
  column->setSpacing(4);
  auto* top = new QHBoxLayout;
  m_line->setWordWrap(true);
  m_line->setProperty("role", "emptyLine");
  m_more->setWordWrap(true);
  m_more->setProperty("role", "hint");
  m_close->setFlat(true);
  m_close->setFixedSize(24, 24);
  m_close->setAccessibleName(tr("Close"));
  top->addWidget(m_line, 1);
  top->addWidget(m_close, 0, Qt::AlignTop);
  column->addLayout(top);
  column->addWidget(m_more);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(m_first);
  buttons->addWidget(m_second);
  buttons->addStretch(1);
  column->addLayout(buttons);
  connect(m_first, &QPushButton::clicked, this, &GraphNotice::firstPressed);
  connect(m_second, &QPushButton::clicked, this, &GraphNotice::secondPressed);
  connect(m_close, &QPushButton::clicked, this, &QWidget::hide);
  hide();
}

void GraphNotice::setWords(const QString& line, const QString& more, const QString& first, const QString& second,
                           bool closable) {
  m_line->setText(line);
  m_more->setText(more);
  m_more->setVisible(!more.isEmpty());
  m_first->setText(first);
  m_first->setVisible(!first.isEmpty());
  m_second->setText(second);
  m_second->setVisible(!second.isEmpty());
  m_close->setVisible(closable);
  setVisible(!line.isEmpty());
  setAccessibleName(line + ' ' + more);
}

QString GraphNotice::text() const { return isHidden() ? QString() : (m_line->text() + ' ' + m_more->text()).trimmed(); }

void GraphNotice::setTheme(const Theme& theme) {
  m_line->setFont(theme.font(TextStyle::Label));
  m_more->setFont(theme.font(TextStyle::Small));
}

void GraphNotice::place(int top) {
  const int width = std::min(kWidth, parentWidget()->width() - 2 * kInset);
  setFixedWidth(std::max(width, 120));
  setFixedHeight(
      std::max(layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : sizeHint().height(), 30));
  move(kInset, top + kInset);
  raise();
}

}  // namespace onepot
