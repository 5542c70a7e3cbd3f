#include "views/decision_view.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "views/chip.h"
#include "views/empty_state.h"
#include "views/fusion_word.h"
#include "views/kernel_figures.h"
#include "views/message_text.h"
#include "views/number_format.h"
#include "views/segments.h"

namespace onepot {

namespace {

constexpr int kTableRows = 3, kTableColumns = 4;

QFrame* hairline(QWidget* parent) {
  auto* line = new QFrame(parent);
  line->setProperty("role", "hairline");
  line->setFixedHeight(1);
  return line;
}

QLabel* roleLabel(QWidget* parent, const char* role) {
  auto* label = new QLabel(parent);
  label->setProperty("role", role);
  return label;
}

QString text(const std::string& words) { return QString::fromStdString(words); }

}  // namespace

DecisionView::DecisionView(Session& session, QWidget* parent) : View(session, parent) {
  m_empty = new EmptyState("fusion", this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_empty);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(buildBody());
  m_stack->addWidget(scroll);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_stack);
  connect(m_word, &Segments::chosen, this, &DecisionView::choose);
  connect(m_discard, &QPushButton::clicked, this, [this] { choose(0); });
}

QWidget* DecisionView::buildBody() {
  auto* body = new QWidget(this);
  m_name = new QLabel(body);
  m_name->setWordWrap(true);
  m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_verdict = new Chip(body);
  m_forced = new Chip(body);
  auto* chips = new QHBoxLayout;
  chips->setSpacing(6);
  chips->addWidget(m_verdict);
  chips->addWidget(m_forced);
  chips->addStretch(1);
  m_whyTitle = roleLabel(body, "section");
  m_why = new QLabel(body);
  m_why->setWordWrap(true);
  m_rule = roleLabel(body, "hint");
  m_rule->setWordWrap(true);
  m_whatIfTitle = roleLabel(body, "section");
  m_chain = roleLabel(body, "hint");
  m_word = new Segments(body);
  for (int i = 0; i < 3; ++i) m_word->add(QString());
  m_table = new QWidget(body);
  m_grid = new QGridLayout(m_table);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setVerticalSpacing(4);
  for (int i = 0; i < (kTableRows + 1) * kTableColumns; ++i) {
    auto* cell = new QLabel(m_table);
    m_cells.push_back(cell);
    const auto align = i % kTableColumns == 0 ? Qt::AlignLeft : Qt::AlignRight;
    m_grid->addWidget(cell, i / kTableColumns, i % kTableColumns, align | Qt::AlignVCenter);
  }
  m_chart = new ApartFusedChart(body);
  m_verdictNote = roleLabel(body, "hint");
  m_note = roleLabel(body, "hint");
  for (QLabel* label : {m_verdictNote, m_note}) label->setWordWrap(true);
  m_discard = new QPushButton(body);
  auto* whatIf = new QHBoxLayout;
  whatIf->addWidget(m_whatIfTitle, 1);
  whatIf->addWidget(m_chain);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(12, 10, 12, 12);
  column->setSpacing(8);
  column->addWidget(m_name);
  column->addLayout(chips);
  column->addWidget(hairline(body));
  column->addWidget(m_whyTitle);
  column->addWidget(m_why);
  column->addWidget(m_rule);
  column->addWidget(hairline(body));
  column->addLayout(whatIf);
  column->addWidget(m_word);
  column->addWidget(m_note);
  column->addWidget(m_table);
  column->addWidget(hairline(body));
  column->addWidget(m_verdictNote);
  column->addWidget(m_chart);
  column->addWidget(m_discard, 0, Qt::AlignLeft);
  column->addStretch(1);
  return body;
}

QString DecisionView::title() const { return m_shown == 0 ? QString() : tr("Decision %1").arg(m_shown); }

void DecisionView::retranslate() {
  m_empty->setTheme(theme());
  m_chart->setTheme(theme());
  m_verdict->setTheme(theme());
  m_forced->setTheme(theme());
  m_name->setFont(theme().font(TextStyle::Name));
  m_whatIfTitle->setText(tr("What if"));
  m_word->setTexts({tr("Auto"), tr("Fuse"), tr("Keep apart")});
  m_discard->setText(tr("Discard my word"));
  for (size_t i = 0; i < m_cells.size(); ++i) {
    const bool words = i % kTableColumns == 0 || i < kTableColumns;
    m_cells[i]->setFont(theme().font(words ? TextStyle::Body : TextStyle::MonoColumn));
    m_cells[i]->setProperty("role", words ? "label" : "");
  }
  const QStringList heads{QString(), tr("apart"), tr("fused"), tr("change")};
  for (int i = 0; i < kTableColumns; ++i) m_cells[static_cast<size_t>(i)]->setText(heads[i]);
  m_grid->setColumnStretch(0, 1);
}

void DecisionView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) retranslate();
  if (changes & (Change::Capture | Change::Compilation | Change::Runs)) remember();
  rebuild();
}

void DecisionView::remember() {
  const Compilation* compilation = m_session.compilation();
  if (!compilation) return;
  if (m_session.capture().programText != m_measuredText) {
    m_measured.clear();
    m_measuredText = m_session.capture().programText;
  }
  const KernelFigure sum = sumOf(kernelFigures(*compilation));
  if (!sum.measured()) return;
  FusionOverrides under;
  for (const FusionDecision& decision : compilation->decisions) {
    if (decision.forced) under[{decision.producerName, decision.consumerName}] = decision.fused;
  }
  m_measured[under] = sum.measuredMs;
}

ApartFused DecisionView::measuredOf(const FusionDecision& decision) const {
  FusionOverrides under;
  for (const FusionDecision& each : m_session.compilation()->decisions) {
    if (each.forced) under[{each.producerName, each.consumerName}] = each.fused;
  }
  ApartFused measured;
  const std::pair edge(decision.producerName, decision.consumerName);
  const auto look = [&](const FusionOverrides& key, bool fused) {
    const auto found = m_measured.find(key);
    if (found != m_measured.end()) (fused ? measured.fused : measured.apart) = found->second;
  };
  look(under, decision.fused);
  FusionOverrides other = under;
  if (decision.forced)
    other.erase(edge);  // the compiler's own word was the other one, or the same
  else
    other[edge] = !decision.fused;
  look(other, !decision.fused);
  return measured;
}

/// The selected decision, else one of those that the selected operation lights up.
int64_t DecisionView::wanted() const {
  if (m_session.selection().kind == RefKind::Decision) return m_session.selection().id;
  const Compilation* compilation = m_session.compilation();
  const auto& lit = m_session.partners().decisions;
  if (!compilation || lit.empty()) return 0;
  for (const FusionDecision& decision : compilation->decisions) {
    if (lit.contains(decision.id) && m_session.partners().selected.contains(decision.producer)) return decision.id;
  }
  return *lit.begin();
}

void DecisionView::rebuild() {
  const FusionDecision* decision = findDecision(m_session.compilation(), wanted());
  const int64_t before = m_shown;
  m_shown = decision ? decision->id : 0;
  m_stack->setCurrentIndex(decision ? 1 : 0);
  if (decision) {
    showDecision(*decision);
  } else {
    m_empty->setWords(
        tr("No decision selected"),
        tr("Click a mark on an edge or a row of the table: why the two were fused or kept apart, and what "
           "the other way would cost."));
  }
  if (before != m_shown) emit headingChanged();
}

void DecisionView::showDecision(const FusionDecision& decision) {
  m_name->setText(text(decision.producerName) + QStringLiteral(" → ") + text(decision.consumerName));
  const std::optional<bool> word = fusionWord(m_session, decision);
  if (decision.forced) {
    m_verdict->show(decision.fused ? tr("fused") : tr("kept apart"), ChipTone::Plain);
    m_forced->show(tr("forced by you"), ChipTone::Accent, "flag");
  } else {
    m_verdict->show(decision.fused ? tr("Fused by the compiler") : tr("Refused by the compiler"),
                    decision.fused ? ChipTone::Added : ChipTone::Removed, decision.fused ? "check" : "cross");
    m_forced->show(word ? tr("your word waits") : QString(), ChipTone::Accent, "flag");
  }
  m_whyTitle->setText(decision.forced  ? tr("What happened")
                      : decision.fused ? tr("Why it was fused")
                                       : tr("Why it was refused"));
  m_why->setText(messageText(decision.reason));
  m_rule->setText(tr("rule %1").arg(text(decision.rule)));
  m_rule->setVisible(!decision.rule.empty());
  m_chain->setText(decision.dependsOn == 0 ? QString() : tr("with decision %1").arg(decision.dependsOn));
  m_word->setCurrent(!word ? 0 : *word ? 1 : 2);
  m_word->setEnabled(canDecide(m_session));
  m_note->setText(canDecide(m_session) ? QString() : tr("A replayed capture has no compiler that could try it."));
  m_note->setVisible(!m_note->text().isEmpty());
  m_discard->setVisible(word.has_value());
  showTable(decision);
  const bool priced = decision.secondsApart > 0 && decision.secondsFused > 0;
  ApartFused predicted;
  if (priced) predicted = {decision.secondsApart * 1e3, decision.secondsFused * 1e3};
  const ApartFused measured = measuredOf(decision);
  m_chart->show(predicted, measured);
  m_chart->setVisible(priced || measured.apart || measured.fused);
  m_verdictNote->setText(measured.both()
                             ? tr("○ apart, ◆ fused. Predicted for the two, measured for the whole call, ms.")
                             : tr("○ apart, ◆ fused. Predicted for the two; the measured other way is known once it "
                                  "was tried."));
}

void DecisionView::showTable(const FusionDecision& decision) {
  const auto cell = [&](int row, int column) { return m_cells[static_cast<size_t>(row * kTableColumns + column)]; };
  cell(1, 0)->setText(tr("Memory traffic"));
  cell(1, 1)->setText(formatBytesShort(decision.bytesApart));
  cell(1, 2)->setText(formatBytesShort(decision.bytesFused));
  const int64_t saved = decision.bytesFused - decision.bytesApart;
  cell(1, 3)->setText((saved < 0   ? QStringLiteral("−")
                       : saved > 0 ? QStringLiteral("+")
                                   : QString()) +
                      formatBytesShort(std::abs(saved)));
  const bool priced = decision.secondsApart > 0 && decision.secondsFused > 0;
  cell(2, 0)->setText(tr("Predicted time"));
  cell(2, 1)->setText(priced ? formatSeconds(decision.secondsApart) : QStringLiteral("–"));
  cell(2, 2)->setText(priced ? formatSeconds(decision.secondsFused) : QStringLiteral("–"));
  cell(2, 3)->setText(priced
                          ? formatPercentChange((decision.secondsFused - decision.secondsApart) / decision.secondsApart)
                          : QStringLiteral("–"));
  const ApartFused measured = measuredOf(decision);
  cell(3, 0)->setText(tr("Measured call"));
  cell(3, 1)->setText(measured.apart ? formatMilliseconds(*measured.apart) : QStringLiteral("–"));
  cell(3, 2)->setText(measured.fused ? formatMilliseconds(*measured.fused) : QStringLiteral("–"));
  cell(3, 3)->setText(measured.both() ? formatPercentChange((*measured.fused - *measured.apart) / *measured.apart)
                                      : QStringLiteral("–"));
}

void DecisionView::choose(int segment) {
  const FusionDecision* decision = findDecision(m_session.compilation(), m_shown);
  if (!decision || !canDecide(m_session)) return;
  setFusionWord(m_session, *decision, segment == 0 ? std::nullopt : std::optional(segment == 1));
}

}  // namespace onepot
