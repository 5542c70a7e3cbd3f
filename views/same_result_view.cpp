#include "views/same_result_view.h"

#include <QGridLayout>
#include <QLabel>
#include <cmath>

#include "views/icon.h"
#include "views/instruction_kind.h"
#include "views/number_format.h"

namespace onepot {

namespace {

/// Sums in another order differ by that much, and no more, in programs without an error of the compiler.
constexpr double kExpectedUlp = 64;
constexpr int kLeastHeight = 132;

bool mayReorder(const Compilation& compilation) {
  if (compilation.stages.empty() || !compilation.stages.back().module) return false;
  for (const auto& computation : compilation.stages.back().module->computations()) {
    for (const auto& instruction : computation->instructions()) {
      const Kind kind = kindOf(*instruction);
      if (kind == Kind::Reduction || kind == Kind::Contraction) return true;
    }
  }
  return false;
}

}  // namespace

ResultVerdict resultVerdict(const Compilation& compilation, const Run& run) {
  using Kind = ResultVerdict::Kind;
  if (!run.ulp)
    return {Kind::Unknown, SameResultView::tr("not compared"), QStringLiteral("–"),
            SameResultView::tr("Eager did not run, or the results have different shapes.")};
  const double ulp = *run.ulp;
  if (ulp == 0) return {Kind::Same, SameResultView::tr("the same, bit for bit"), SameResultView::tr("0 ulp"), {}};
  if (!std::isfinite(ulp)) {
    return {Kind::Apart, SameResultView::tr("jit differs from eager"), SameResultView::tr("not a number of ulp"),
            SameResultView::tr("One has NaN, infinity or another integer where the other has not.")};
  }
  // Of a value near zero, left by a cancellation, every digit may differ; the result as a whole is as good as ever.
  const bool nearZero = ulp > kExpectedUlp && run.ulpOfGreatest && *run.ulpOfGreatest <= kExpectedUlp;
  QString distance = SameResultView::tr("%1 ulp").arg(formatCount(ulp));
  if (nearZero) distance += SameResultView::tr(", near zero");
  const bool reorders = mayReorder(compilation);
  if (nearZero) {
    return {Kind::Close, SameResultView::tr("jit agrees with eager"), distance,
            SameResultView::tr("Only values near zero are that far apart: %1 ulp of the greatest value.")
                .arg(QString::number(*run.ulpOfGreatest, 'g', 2))};
  }
  if (ulp > kExpectedUlp) {
    return {Kind::Apart, SameResultView::tr("jit differs from eager"), distance,
            reorders ? SameResultView::tr("More than the 64 ulp that a sum in another order explains.")
                     : SameResultView::tr("Nothing in this program explains it: compare after each pass.")};
  }
  return {Kind::Close, SameResultView::tr("jit agrees with eager"), distance,
          reorders ? SameResultView::tr("A float sum may be reordered; up to 64 ulp is expected here.")
                   : SameResultView::tr("Fused arithmetic may round once where eager rounds twice.")};
}

SameResultView::SameResultView(Session& session, QWidget* parent) : View(session, parent) {
  setAttribute(Qt::WA_StyledBackground);
  setMinimumHeight(kLeastHeight);
  auto* head = new QHBoxLayout;
  head->setSpacing(6);
  m_icon = new QLabel(this);
  m_words = new QLabel(this);
  m_words->setProperty("role", "emptyLine");
  head->addWidget(m_icon);
  head->addWidget(m_words, 1);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(3);
  grid->setColumnStretch(1, 1);
  grid->setColumnMinimumWidth(0, 72);
  for (int i = 0; i < 3; ++i) {
    m_names[i] = new QLabel(this);
    m_names[i]->setProperty("role", "label");
    m_values[i] = new QLabel(this);
    m_values[i]->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_values[i]->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    grid->addWidget(m_names[i], i, 0);
    grid->addWidget(m_values[i], i, 1);
  }
  m_note = new QLabel(this);
  m_note->setProperty("role", "hint");
  m_note->setWordWrap(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  column->addLayout(head);
  column->addLayout(grid);
  column->addWidget(m_note);
  column->addStretch(1);
}

void SameResultView::refresh(Changes changes) {
  if (!(changes & (Change::Capture | Change::Compilation | Change::Runs | Change::Theme | Change::Language))) return;
  const Compilation* compilation = m_session.compilation();
  const Run* run = compilation && !compilation->runs.empty() ? &compilation->runs.back() : nullptr;
  const ResultVerdict verdict = run ? resultVerdict(*compilation, *run) : ResultVerdict{};
  const bool good = verdict.kind == ResultVerdict::Kind::Same || verdict.kind == ResultVerdict::Kind::Close;
  const bool bad = verdict.kind == ResultVerdict::Kind::Apart;
  m_icon->setPixmap(iconPixmap(good  ? "check"
                               : bad ? "error"
                                     : "info",
                               theme().color(good  ? Token::Added
                                             : bad ? Token::Removed
                                                   : Token::Control),
                               theme().px(16), devicePixelRatioF()));
  m_words->setText(run ? verdict.words : tr("nothing measured yet"));
  const QString names[] = {tr("eager"), tr("jit"), tr("distance")};
  const QString values[] = {run ? QString::fromStdString(run->eagerValue) : QString(),
                            run ? QString::fromStdString(run->jitValue) : QString(), verdict.distance};
  for (int i = 0; i < 3; ++i) {
    m_names[i]->setText(names[i]);
    m_values[i]->setFont(theme().font(TextStyle::Mono));
    m_values[i]->setText(values[i].isEmpty() ? QStringLiteral("–") : values[i]);
    m_values[i]->setToolTip(values[i]);
  }
  m_note->setText(verdict.note);
}

}  // namespace onepot
