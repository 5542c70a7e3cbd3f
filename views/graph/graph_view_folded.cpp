// What the graph page takes over from docks that a narrow window folds: pass strip, selection card, thread.
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

#include "views/graph/graph_view.h"
#include "views/graph/selection_card.h"
#include "views/icon.h"
#include "views/pass_strip.h"

namespace onepot {

void GraphView::buildStrip() {
  m_stripRow = new QWidget(this);
  m_stripRow->setAttribute(Qt::WA_StyledBackground);
  m_stripRow->setProperty("role", "stripRow");
  m_strip = new PassStrip(m_session, m_stripRow);
  m_listButton = new QToolButton(m_stripRow);
  auto* row = new QHBoxLayout(m_stripRow);
  row->setContentsMargins(0, 4, 10, 4);
  row->addWidget(m_strip, 1);
  row->addWidget(m_listButton);
  m_stripRow->hide();
  connect(m_listButton, &QToolButton::clicked, this, [this] { m_session.showView("pipeline"); });
  m_card = new SelectionCard(m_session, this);
  m_thread = new ThreadLine(m_session, this);
  connect(m_thread, &ThreadLine::followed, this, &View::selected);
}

void GraphView::setFolded(bool strip, bool card) {
  m_stripRow->setVisible(strip);
  m_cardWanted = card;
  refreshFolded(Change::All);
}

void GraphView::refreshFolded(Changes changes) {
  m_strip->refresh(changes);
  if (changes & (Change::Theme | Change::Language)) {
    m_listButton->setIcon(icon("list", theme()));
    m_listButton->setToolTip(tr("Show the pass list"));
    m_listButton->setAccessibleName(m_listButton->toolTip());
  }
  if (!(changes & (Changes(Change::Selection) | Change::Pass | Change::Compilation | Change::Theme | Change::Language)))
    return;
  const bool card = m_cardWanted && m_card->refresh();
  m_card->setVisible(card);
  m_thread->setVisible(m_cardWanted && m_thread->refresh());
  if (card) m_card->place(m_stack->y() + (split() ? m_afterHeading->height() : 0));
}

}  // namespace onepot
