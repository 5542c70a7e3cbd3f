#include "views/welcome_page.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/icon.h"
#include "views/sample_card.h"

namespace onepot {

namespace {
#define TR(text) QT_TRANSLATE_NOOP("Samples", text)
constexpr SampleRow kSamples[] = {
    {"compose.py", TR("Tanh, exp, sum"), TR("Four operations become one kernel."), "diamond"},
    {"softmax.py", TR("Softmax"), TR("Where fusion must stop, and why."), "rows"},
    {"attention.py", TR("Attention"), TR("Two library calls and what is between."), "two"},
    {"gelu.py", TR("GELU"), TR("Constants fold, powers unroll."), "chain"},
    {"gradient.py", TR("Gradient descent"), TR("grad and jit together."), "product"},
    {"mandelbrot.py", TR("A loop"), TR("A loop on the device, its body one kernel."), "loop"},
};
#undef TR
}  // namespace

std::span<const SampleRow> sampleTable() { return kSamples; }

WelcomePage::WelcomePage(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
  m_mark = new QLabel(this);
  m_title = new QLabel(this);
  m_words = new QLabel(this);
  m_words->setAlignment(Qt::AlignHCenter);
  m_words->setWordWrap(true);
  m_words->setMinimumWidth(560);
  auto* grid = new QGridLayout;
  grid->setSpacing(12);
  for (const SampleRow& row : kSamples) {
    auto* card = new SampleCard(session, row, this);
    connect(card, &QPushButton::clicked, this, [this, file = row.file] { emit sampleWanted(file); });
    grid->addWidget(card, static_cast<int>(m_cards.size()) / 3, static_cast<int>(m_cards.size()) % 3);
    m_cards.push_back(card);
  }
  auto* ways = new QHBoxLayout;
  ways->setSpacing(12);
  auto addWay = [&](void (WelcomePage::*signal)()) {
    auto* button = new QPushButton(this);
    button->setProperty("role", "wide");
    connect(button, &QPushButton::clicked, this, signal);
    ways->addWidget(button, 1);
    return button;
  };
  m_open = addWay(&WelcomePage::openWanted);
  m_paste = addWay(&WelcomePage::pasteWanted);
  m_devices = new QLabel(this);
  m_devices->setTextFormat(Qt::RichText);
  auto* column = new QVBoxLayout;
  column->setSpacing(12);
  column->addWidget(m_mark, 0, Qt::AlignHCenter);
  column->addWidget(m_title, 0, Qt::AlignHCenter);
  column->addWidget(m_words, 0, Qt::AlignHCenter);
  column->addSpacing(12);
  column->addLayout(grid);
  column->addLayout(ways);
  column->addSpacing(20);
  column->addWidget(m_devices, 0, Qt::AlignHCenter);
  auto* outer = new QGridLayout(this);
  outer->setContentsMargins(24, 20, 24, 20);
  outer->setRowStretch(0, 1);
  outer->setColumnStretch(0, 1);
  outer->addLayout(column, 1, 1);
  outer->setRowStretch(2, 3);
  outer->setColumnStretch(2, 1);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
}

void WelcomePage::refresh(Changes changes) {
  if (changes & (Change::Theme | Change::Language)) retranslate();
}

void WelcomePage::retranslate() {
  const Theme& theme = m_session.theme();
  m_mark->setPixmap(iconPixmap("pot", theme.color(Token::Brand), theme.px(56), devicePixelRatioF()));
  m_title->setText(tr("See what the compiler makes of your program"));
  m_title->setFont(theme.font(TextStyle::Figure));
  m_words->setText(
      tr("Write a JAX-style function at the left. Onepot traces it, shows every pass, says why each pair of operations "
         "was fused or not, and times the result."));
  m_words->setFont(theme.font(TextStyle::LessonText));
  m_open->setText(tr("Open…"));
  m_open->setIcon(icon("folder", theme));
  m_paste->setText(tr("Paste HLO text"));
  m_paste->setIcon(icon("clipboard", theme));
  for (QPushButton* card : m_cards) card->update();
  showDevices();
}

void WelcomePage::setDevices(const std::vector<std::pair<std::string, std::string>>& devices) {
  m_deviceRows = devices;
  showDevices();
}

void WelcomePage::showDevices() {
  const Theme& theme = m_session.theme();
  QString rows;
  for (const auto& [name, reason] : m_deviceRows) {
    const bool ready = reason.starts_with("ready");
    rows += QString("<tr><td style='color:%1'>●&nbsp;</td><td>%2&nbsp;&nbsp;</td><td style='color:%4'>%3</td></tr>")
                .arg(theme.color(ready ? Token::Added : Token::Control).name(),
                     QString::fromStdString(name).toUpper().toHtmlEscaped(),
                     QString::fromStdString(reason).toHtmlEscaped(), theme.color(Token::Text2).name());
  }
  m_devices->setText("<table cellpadding='2'>" + rows + "</table>");
}

void WelcomePage::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_session.theme().color(Token::Canvas));
}

}  // namespace onepot
