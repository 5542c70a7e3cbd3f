#include "views/run_setup_view.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>

#include "views/icon.h"
#include "views/number_format.h"

namespace onepot {

namespace {
constexpr int kMostArguments = 6, kMostWarmUps = 1000, kMostRounds = 10000;
constexpr int kTallWindow = 860, kMostHeight = 330, kLeastHeight = 96;
}  // namespace

RunSetupView::RunSetupView(Session& session, QWidget* parent) : View(session, parent) {
  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->viewport()->setAutoFillBackground(false);
  auto* content = new QWidget(area);
  m_grid = new QGridLayout;
  m_grid->setHorizontalSpacing(12);
  m_grid->setVerticalSpacing(4);
  m_grid->setColumnStretch(1, 1);
  m_grid->setColumnMinimumWidth(0, 72);
  setAttribute(Qt::WA_StyledBackground);
  m_again = new QPushButton(this);
  m_again->setProperty("role", "primary");
  m_change = new QPushButton(this);
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(12, 4, 12, 8);
  buttons->setSpacing(8);
  buttons->addWidget(m_again);
  buttons->addWidget(m_change);
  buttons->addStretch(1);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(12, 8, 12, 2);
  column->setSpacing(8);
  column->addLayout(m_grid);
  column->addStretch(1);
  area->setWidget(content);
  content->setAutoFillBackground(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(area, 1);
  layout->addLayout(buttons);
  connect(m_again, &QPushButton::clicked, this, [this] { m_session.requestMeasure(); });
  connect(m_change, &QPushButton::clicked, this, &RunSetupView::change);
}

void RunSetupView::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) {
    m_again->setText(tr("Run again"));
    m_again->setIcon(icon("play", theme(), Token::OnAccent));
    m_change->setText(tr("Change…"));
  }
  if (changes & (Change::Text | Change::Capture | Change::Compilation | Change::Runs | Change::Theme |
                 Change::Language | Change::State))
    rebuild();
}

void RunSetupView::clearRows() {
  for (QWidget* widget : m_rows) {
    m_grid->removeWidget(widget);
    widget->hide();
    widget->deleteLater();
  }
  m_rows.clear();
}

void RunSetupView::addRow(const QString& name, const QString& value) {
  auto* label = new QLabel(name, this);
  label->setProperty("role", "label");
  auto* text = new QLabel(this);
  text->setFont(theme().font(TextStyle::Mono));
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  text->setText(value);
  text->setToolTip(value);
  const int row = static_cast<int>(m_rows.size());
  m_grid->addWidget(label, row, 0, Qt::AlignLeft | Qt::AlignTop);
  m_grid->addWidget(text, row, 1);
  m_rows.push_back(label);
  m_rows.push_back(text);
}

void RunSetupView::addFunctionRow() {
  const Compilation& shown = *m_session.compilation();
  const auto& all = m_session.capture().compilations;
  const QString name = QString::fromStdString(shown.function);
  if (all.size() < 2) return addRow(tr("Function"), name);
  auto* label = new QLabel(tr("Function"), this);
  label->setProperty("role", "label");
  auto* picker = new QToolButton(this);
  picker->setObjectName("functionPicker");
  picker->setProperty("role", "framed");
  picker->setPopupMode(QToolButton::InstantPopup);
  picker->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  picker->setLayoutDirection(Qt::RightToLeft);
  picker->setIcon(icon("chevron-down", theme()));
  picker->setFont(theme().font(TextStyle::Mono));
  picker->setText(QFontMetrics(picker->font()).elidedText(name, Qt::ElideMiddle, theme().px(150)));
  picker->setToolTip(tr("%1 functions and signatures were compiled").arg(all.size()));
  picker->setAccessibleName(tr("Function: %1").arg(name));
  auto* menu = new QMenu(picker);
  menu->setLayoutDirection(Qt::LeftToRight);
  for (const auto& compilation : all) {
    QString text = QString::fromStdString(compilation->function + compilation->signature);
    if (compilation->runs.empty()) text += QStringLiteral("  · ") + tr("not measured");
    QAction* action = menu->addAction(text, this, [this, id = compilation->id] { m_session.chooseCompilation(id); });
    action->setCheckable(true);
    action->setChecked(compilation->id == shown.id);
  }
  picker->setMenu(menu);
  const int row = static_cast<int>(m_rows.size());
  m_grid->addWidget(label, row, 0, Qt::AlignLeft | Qt::AlignVCenter);
  m_grid->addWidget(picker, row, 1, Qt::AlignLeft | Qt::AlignAbsolute);
  m_rows.push_back(label);
  m_rows.push_back(picker);
}

void RunSetupView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  updateHeight();
}

void RunSetupView::updateHeight() {
  // In a tall window every row is seen; a low one scrolls them.
  const bool tall = window()->height() >= theme().px(kTallWindow);
  const int rows = static_cast<int>(m_rows.size()) / 2;
  const int wanted = rows * (theme().lineHeight(TextStyle::Mono) + 4) + theme().px(56);
  setMinimumHeight(tall ? std::min(wanted, theme().px(kMostHeight)) : theme().px(kLeastHeight));
}

void RunSetupView::rebuild() {
  fillRows();
  updateHeight();
}

void RunSetupView::fillRows() {
  clearRows();
  const Compilation* compilation = m_session.compilation();
  const bool replay = m_session.sourceKind() == SourceKind::Capture;
  const bool can =
      compilation && m_session.sourceKind() == SourceKind::Python && m_session.workState() != WorkState::Busy;
  m_again->setEnabled(can);
  m_change->setEnabled(can);
  m_again->setToolTip(replay ? tr("A replayed capture has no worker to run it") : tr("Measure eager and jit again"));
  const QString file = m_session.fileName().section('/', -1);
  addRow(tr("Program"), file.isEmpty() ? QString::fromStdString(m_session.capture().programName) : file);
  if (!compilation) return addRow(tr("Function"), QStringLiteral("–"));
  addFunctionRow();
  for (size_t i = 0; i < compilation->arguments.size(); ++i) {
    const Argument& argument = compilation->arguments[i];
    if (i + 1 == kMostArguments && compilation->arguments.size() > kMostArguments) {
      addRow(tr("and"), tr("%1 more").arg(compilation->arguments.size() - i));
      break;
    }
    addRow(QString::fromStdString(argument.name), QString::fromStdString(argument.shape.text(false)));
  }
  const Run* run = compilation->runs.empty() ? nullptr : &compilation->runs.back();
  const QString device = QString::fromStdString(run ? run->device : compilation->device);
  addRow(tr("Device"),
         run ? device + QStringLiteral(", ") + (run->threads == 1 ? tr("1 thread") : tr("%1 threads").arg(run->threads))
             : device);
  if (!run) return;
  const auto calls = [](int count) { return count == 1 ? tr("1 call") : tr("%1 calls").arg(formatWhole(count)); };
  addRow(tr("Warm-up"), calls(run->warmUps));
  const auto eager = static_cast<int>(run->eager.milliseconds.size()),
             jit = static_cast<int>(run->jit.milliseconds.size());
  addRow(tr("Repeats"), eager == jit ? calls(jit) : tr("eager %1, jit %2").arg(eager).arg(jit));
  addRow(tr("Each call"), QStringLiteral("block_until_ready"));
}

void RunSetupView::change() {
  QDialog dialog(this);
  dialog.setWindowTitle(tr("How to measure"));
  auto* warmUps = new QSpinBox(&dialog);
  warmUps->setRange(0, kMostWarmUps);
  warmUps->setValue(m_session.measureSettings().warmUps);
  auto* rounds = new QSpinBox(&dialog);
  rounds->setRange(0, kMostRounds);
  rounds->setSpecialValueText(tr("as many as fit the time"));
  rounds->setValue(m_session.measureSettings().rounds);
  auto* seconds = new QDoubleSpinBox(&dialog);
  seconds->setRange(0.05, 60);
  seconds->setSingleStep(0.1);
  seconds->setSuffix(" s");
  seconds->setValue(m_session.measureSettings().seconds);
  auto* form = new QFormLayout(&dialog);
  form->addRow(tr("Warm-up calls"), warmUps);
  form->addRow(tr("Repeats"), rounds);
  form->addRow(tr("Time for each of eager and jit"), seconds);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, &dialog);
  buttons->addButton(tr("Run again"), QDialogButtonBox::AcceptRole);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  if (dialog.exec() != QDialog::Accepted) return;
  m_session.setMeasureSettings({warmUps->value(), rounds->value(), seconds->value()});
  m_session.requestMeasure();
}

}  // namespace onepot
