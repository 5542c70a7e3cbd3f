#include "views/past_runs_view.h"

#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QToolButton>
#include <QTreeWidget>
#include <cmath>

#include "views/icon.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr int kLeastHeight = 72;

/// The newest run is marked like a selected row in every other list.
class RunList : public QTreeWidget {
 public:
  explicit RunList(PastRunsView* view) : QTreeWidget(view), m_view(view) {}

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    if (index.row() == 0) {
      painter->fillRect(option.rect, m_view->session().theme().color(Token::Tint2));
      painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()),
                        m_view->session().theme().color(Token::Accent));
    }
    QTreeWidget::drawRow(painter, option, index);
  }

 private:
  PastRunsView* m_view;
};
}  // namespace

QString runLabel(const PastRun& run, const PastRun& newest) {
  QStringList parts{run.time};
  parts << run.changes;
  if (run.threads != newest.threads)
    parts << (run.threads == 1 ? PastRunsView::tr("1 thread") : PastRunsView::tr("%1 threads").arg(run.threads));
  if (run.device != newest.device) parts << QString::fromStdString(run.device);
  return parts.join(' ');
}

QString comparisonWords(const RunHistory& history, const std::string& function, const std::string& signature) {
  const std::vector<size_t> runs = history.of(function, signature);
  if (runs.empty()) return {};
  const bool pinned = history.pinned() && std::ranges::find(runs, *history.pinned()) != runs.end();
  if (!pinned && runs.size() < 2) return {};
  const size_t other = pinned ? *history.pinned() : runs[1];
  if (other == runs[0]) return PastRunsView::tr("this run is the baseline");
  const double now = history.all()[runs[0]].jitMs, then = history.all()[other].jitMs;
  if (!(now > 0) || !(then > 0)) return {};
  const double change = (now - then) / then;
  const QString percent = QString::number(std::abs(change) * 100, 'f', 1) + QChar(0xA0) + '%';
  const QString what = pinned ? PastRunsView::tr("the baseline") : PastRunsView::tr("the run before");
  if (std::abs(change) < 0.0005) return PastRunsView::tr("jit is as fast as %1").arg(what);
  return change < 0 ? PastRunsView::tr("jit is %1 faster than %2").arg(percent, what)
                    : PastRunsView::tr("jit is %1 slower than %2").arg(percent, what);
}

PastRunsView::PastRunsView(Session& session, QWidget* parent) : View(session, parent) {
  m_tools = new QWidget(this);
  auto* row = new QHBoxLayout(m_tools);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  m_pin = new QToolButton(m_tools);
  m_export = new QToolButton(m_tools);
  row->addWidget(m_pin);
  row->addWidget(m_export);
  m_list = new RunList(this);
  m_list->setObjectName("pastRuns");
  m_list->setColumnCount(4);
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  for (int column = 1; column < 4; ++column)
    m_list->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  m_words = new QLabel(this);
  m_words->setProperty("role", "hint");
  m_words->setWordWrap(true);
  m_words->setContentsMargins(12, 4, 12, 8);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  setAttribute(Qt::WA_StyledBackground);
  setMinimumHeight(kLeastHeight);
  column->setSpacing(0);
  column->addWidget(m_list, 1);
  column->addWidget(m_words);
  connect(m_pin, &QToolButton::clicked, this, &PastRunsView::togglePin);
  connect(m_list, &QTreeWidget::itemActivated, this, &PastRunsView::togglePin);
  connect(m_export, &QToolButton::clicked, this, &PastRunsView::exportAll);
}

void PastRunsView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_list->setHeaderLabels({tr("Run"), tr("eager"), tr("jit"), QStringLiteral("×")});
    for (int column = 1; column < 4; ++column)
      m_list->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    m_list->headerItem()->setToolTip(1, tr("median, ms"));
    m_list->headerItem()->setToolTip(2, tr("median, ms"));
    m_pin->setIcon(icon("pin", theme()));
    m_pin->setToolTip(tr("Pin the chosen run as the baseline"));
    m_pin->setAccessibleName(m_pin->toolTip());
    m_export->setIcon(icon("export", theme()));
    m_export->setToolTip(tr("Export all runs of this session as CSV"));
    m_export->setAccessibleName(m_export->toolTip());
  }
  if (changes & (Change::Capture | Change::Compilation | Change::Runs | Change::Theme | Change::Language)) rebuild();
}

void PastRunsView::rebuild() {
  m_list->clear();
  m_words->clear();
  const Compilation* compilation = m_session.compilation();
  m_export->setEnabled(!m_session.runHistory().all().empty());
  m_pin->setEnabled(false);
  if (!compilation) return;
  const RunHistory& history = m_session.runHistory();
  const std::vector<size_t> runs = history.of(compilation->function, compilation->signature);
  m_pin->setEnabled(!runs.empty());
  for (size_t i = 0; i < runs.size(); ++i) {
    const PastRun& run = history.all()[runs[i]];
    const bool pinned = history.pinned() == runs[i];
    QString label = i == 0 ? tr("now") : runLabel(run, history.all()[runs[0]]);
    if (pinned) label += ' ' + tr("baseline");
    const double ratio = run.eagerMs / run.jitMs;
    auto* item = new QTreeWidgetItem(
        m_list, {label, millisecondsFigure(run.eagerMs), millisecondsFigure(run.jitMs),
                 std::isfinite(ratio) ? QString::number(ratio, 'f', ratio < 99.5 ? 1 : 0) : QStringLiteral("–")});
    for (int column = 1; column < 4; ++column) {
      item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
      item->setFont(column, theme().font(TextStyle::MonoColumn));
    }
    item->setForeground(1, theme().color(Token::Eager));
    item->setForeground(2, theme().color(Token::Jit));
    item->setData(0, Qt::UserRole, static_cast<qulonglong>(runs[i]));
    item->setToolTip(0, tr("%1: median of %2").arg(label).arg(run.calls));
    if (pinned) item->setIcon(0, icon("pin", theme(), Token::Text2));
    item->setSizeHint(0, QSize(0, theme().px(kRowTable)));
  }
  m_words->setText(comparisonWords(history, compilation->function, compilation->signature));
}

void PastRunsView::togglePin() {
  const QTreeWidgetItem* item = m_list->currentItem() ? m_list->currentItem() : m_list->topLevelItem(0);
  if (!item) return;
  const auto run = static_cast<size_t>(item->data(0, Qt::UserRole).toULongLong());
  RunHistory& history = m_session.runHistory();
  history.setPinned(history.pinned() == run ? std::nullopt : std::optional(run));
  rebuild();
}

void PastRunsView::exportAll() {
  const QString path = QFileDialog::getSaveFileName(this, m_export->toolTip(), "runs.csv");
  if (path.isEmpty()) return;
  QFile file(path);
  const QByteArray text = m_session.runHistory().csv().toUtf8();
  if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
    QMessageBox::warning(this, "Onepot", tr("%1 cannot be written.").arg(path));
}

}  // namespace onepot
