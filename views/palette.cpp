#include "views/palette.h"

#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include "views/action_table.h"
#include "views/icon.h"

namespace onepot {

namespace {

constexpr int kIndexRole = Qt::UserRole, kKeyRole = Qt::UserRole + 1, kIconRole = Qt::UserRole + 2;
constexpr int kMostListed = 60;
constexpr int kMostInstructions = 2000;

class PaletteDelegate : public QStyledItemDelegate {
 public:
  PaletteDelegate(Session& session, QLineEdit* edit, QObject* parent)
      : QStyledItemDelegate(parent), m_session(session), m_edit(edit) {}
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {100, m_session.theme().px(kRowPalette)};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = m_session.theme();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme.color(Token::Tint2));
    const QString name = index.data(kIconRole).toString();
    const int side = theme.px(16), top = option.rect.center().y() - side / 2 + 1;
    if (!name.isEmpty()) {
      painter->drawPixmap(QPoint(option.rect.left() + theme.px(12), top),
                          iconPixmap(name.toLatin1().constData(), theme.color(Token::Text2), side,
                                     painter->device()->devicePixelRatioF()));
    }
    QRect place = option.rect.adjusted(theme.px(38), 0, -theme.px(12), 0);
    const QString key = index.data(kKeyRole).toString();
    if (!key.isEmpty()) {
      painter->setFont(theme.font(TextStyle::MonoSmall));
      const int width = painter->fontMetrics().horizontalAdvance(key) + theme.px(8);
      const QRectF cap(place.right() - width + 0.5, option.rect.center().y() - theme.px(8) + 1.5, width, theme.px(16));
      painter->setPen(theme.color(Token::Border));
      painter->drawRoundedRect(cap, kRadiusChip, kRadiusChip);
      painter->setPen(theme.color(Token::Text2));
      painter->drawText(cap, Qt::AlignCenter, key);
      place.setRight(place.right() - width - theme.px(8));
    }
    drawText(*painter, place, index.data(Qt::DisplayRole).toString());
    painter->restore();
  }

 private:
  /// The typed word is in accent, bold.
  void drawText(QPainter& painter, const QRect& place, const QString& text) const {
    const Theme& theme = m_session.theme();
    const qsizetype at = m_edit->text().isEmpty() ? -1 : text.indexOf(m_edit->text(), 0, Qt::CaseInsensitive);
    const qsizetype end = at < 0 ? 0 : at + m_edit->text().size();
    int x = place.left();
    auto part = [&](const QString& words, TextStyle style, Token ink) {
      painter.setFont(theme.font(style));
      painter.setPen(theme.color(ink));
      painter.drawText(QRect(x, place.top(), place.right() - x, place.height()), Qt::AlignVCenter, words);
      x += painter.fontMetrics().horizontalAdvance(words);
    };
    part(text.left(std::max<qsizetype>(at, 0)), TextStyle::Body, Token::Text);
    if (at >= 0) part(text.mid(at, end - at), TextStyle::Title, Token::Accent);
    part(text.mid(end), TextStyle::Body, Token::Text);
  }

  Session& m_session;
  QLineEdit* m_edit;
};

/// Every word typed must occur; a hit at the start of a word weighs more. Negative: no hit.
int score(const QString& text, const QStringList& words) {
  int total = 0;
  for (const QString& word : words) {
    const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
    if (at < 0) return -1;
    total += at == 0 ? 100 : text[at - 1].isLetter() ? 10 : 50;
  }
  return total * 10 - static_cast<int>(text.size());
}

}  // namespace

Palette::Palette(Session& session, Actions& actions, QWidget* parent)
    : QFrame(parent), m_session(session), m_actions(actions) {
  setObjectName("palette");
  m_edit = new QLineEdit(this);
  m_edit->setObjectName("paletteEdit");
  m_list = new QListView(this);
  m_list->setUniformItemSizes(true);
  m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_model = new QStandardItemModel(this);
  m_list->setModel(m_model);
  m_list->setItemDelegate(new PaletteDelegate(session, m_edit, this));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 6);
  layout->setSpacing(0);
  layout->addWidget(m_edit);
  layout->addWidget(m_list, 1);
  auto* shadow = new QGraphicsDropShadowEffect(this);
  shadow->setBlurRadius(20);
  shadow->setOffset(0, 6);
  shadow->setColor(session.theme().color(Token::Shadow));
  setGraphicsEffect(shadow);
  m_edit->installEventFilter(this);
  connect(m_edit, &QLineEdit::textChanged, this, &Palette::filter);
  connect(m_list, &QListView::clicked, this, &Palette::accept);
  hide();
}

void Palette::open() {
  const Theme& theme = m_session.theme();
  const int width = std::min(theme.px(560), parentWidget()->width() - 40);
  const int height = std::min(theme.px(420), parentWidget()->height() - theme.px(80));
  setGeometry((parentWidget()->width() - width) / 2, theme.px(kHeaderHeight + 8), width, height);
  m_edit->setPlaceholderText(tr("Search or run a command"));
  gather();
  m_edit->clear();
  filter(QString());
  show();
  raise();
  m_edit->setFocus();
}

void Palette::gather() {
  m_entries.clear();
  for (const ActionRow& row : actionTable()) {
    if (!*row.text) continue;
    QAction* action = m_actions.action(row.id);
    if (!action->isEnabled() || QLatin1String(row.id) == QLatin1String("palette")) continue;
    m_entries.push_back({action->text().remove('&'), action->shortcut().toString(QKeySequence::NativeText), row.icon,
                         [action] { action->trigger(); }});
  }
  gatherProgram();
}

void Palette::gatherProgram() {
  for (const auto& compilation : m_session.capture().compilations) {
    m_entries.push_back(
        {tr("Function %1 %2")
             .arg(QString::fromStdString(compilation->function), QString::fromStdString(compilation->signature)),
         QString(), "code", [this, id = compilation->id] { m_session.chooseCompilation(id); }});
  }
  const Compilation* compilation = m_session.compilation();
  if (!compilation) return;
  for (int i = 0; i < m_session.stageCount(); ++i) {
    m_entries.push_back({tr("Go to pass %1 %2").arg(i).arg(QString::fromStdString(m_session.stageAt(i)->name)),
                         QString(), "list", [this, i] { m_session.choosePass(i); }});
  }
  for (const Kernel& kernel : compilation->kernels) {
    m_entries.push_back({tr("Open kernel %1").arg(QString::fromStdString(kernel.name)), QString(), "kernel",
                         [this, id = kernel.instruction, owner = compilation->id] {
                           m_session.select(Ref::kernel(owner, id));
                           m_session.showView("kernel");
                         }});
  }
  const Stage* stage = m_session.after();
  if (!stage || !stage->module) return;
  int left = kMostInstructions;
  for (const auto& computation : stage->module->computations()) {
    for (const auto& instruction : computation->instructions()) {
      if (left-- <= 0) return;
      m_entries.push_back(
          {tr("Select %1").arg(QString::fromStdString(instruction->name())), QString(), "graph",
           [this, id = instruction->id(), owner = compilation->id] { m_session.select(Ref::instruction(owner, id)); }});
    }
  }
}

void Palette::filter(const QString& words) {
  const QStringList parts = words.split(' ', Qt::SkipEmptyParts);
  std::vector<std::pair<int, size_t>> hits;
  for (size_t i = 0; i < m_entries.size(); ++i) {
    const int value = score(m_entries[i].text, parts);
    if (parts.isEmpty() || value >= 0) hits.emplace_back(parts.isEmpty() ? 0 : -value, i);
  }
  std::ranges::stable_sort(hits, {}, &std::pair<int, size_t>::first);
  m_model->clear();
  for (const auto& [value, index] : hits) {
    if (m_model->rowCount() >= kMostListed) break;
    auto* item = new QStandardItem(m_entries[index].text);
    item->setData(QVariant::fromValue(static_cast<qulonglong>(index)), kIndexRole);
    item->setData(m_entries[index].key, kKeyRole);
    item->setData(QString::fromStdString(m_entries[index].icon), kIconRole);
    m_model->appendRow(item);
  }
  m_list->setCurrentIndex(m_model->index(0, 0));
}

QStringList Palette::listed() const {
  QStringList result;
  for (int i = 0; i < m_model->rowCount(); ++i) result << m_model->item(i)->text();
  return result;
}

void Palette::accept() {
  const QModelIndex index = m_list->currentIndex();
  if (!index.isValid()) return;
  const auto run = m_entries[index.data(kIndexRole).toULongLong()].run;
  hide();
  run();
}

bool Palette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && isVisible()) {
    QTimer::singleShot(0, this, [this] {
      if (!m_edit->hasFocus()) hide();
    });
  }
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  const int row = m_list->currentIndex().row();
  const int rows = m_model->rowCount();
  switch (key) {
    case Qt::Key_Escape: hide(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: accept(); return true;
    case Qt::Key_Down: m_list->setCurrentIndex(m_model->index(std::min(row + 1, rows - 1), 0)); return true;
    case Qt::Key_Up: m_list->setCurrentIndex(m_model->index(std::max(row - 1, 0), 0)); return true;
    default: return QFrame::eventFilter(watched, event);
  }
}

}  // namespace onepot
