#include "views/help_pages.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "engine/ops/op.h"
#include "views/action_table.h"

namespace onepot {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("HelpPages", text); }
QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

QString row(const QString& name, const QString& value) {
  return QStringLiteral("<tr><td style='padding-right:16px;padding-bottom:4px'>%1</td><td>%2</td></tr>")
      .arg(name, value);
}

QString code(const QString& words, const Theme& theme) {
  return QStringLiteral("<span style='font-family:JetBrains Mono;color:%1'>%2</span>")
      .arg(theme.color(Token::Text).name(), words.toHtmlEscaped());
}

QStringList traitWords(const OpRow& row) {
  const std::pair<OpTrait, const char*> all[] = {
      {kElementwise, QT_TRANSLATE_NOOP("HelpPages", "element by element")},
      {kCommutative, QT_TRANSLATE_NOOP("HelpPages", "operands may be swapped")},
      {kTranscendental, QT_TRANSLATE_NOOP("HelpPages", "transcendental: dear to compute twice")},
      {kMovement, QT_TRANSLATE_NOOP("HelpPages", "moves elements, computes nothing")},
      {kContraction, QT_TRANSLATE_NOOP("HelpPages", "contraction")},
      {kReduction, QT_TRANSLATE_NOOP("HelpPages", "reduction")},
      {kFree, QT_TRANSLATE_NOOP("HelpPages", "costs nothing")},
      {kCollective, QT_TRANSLATE_NOOP("HelpPages", "between devices")},
      {kLoopFusible, QT_TRANSLATE_NOOP("HelpPages", "may stand inside a loop fusion")},
      {kSideEffect, QT_TRANSLATE_NOOP("HelpPages", "has a side effect")},
  };
  QStringList words;
  for (const auto& [trait, name] : all) {
    if (row.is(trait)) words << tr(name);
  }
  return words;
}

}  // namespace

QString keysPage(const Actions& actions, const Theme& theme) {
  QString page;
  QString menu = QStringLiteral("–");  // no menu's name
  for (const ActionRow& each : actionTable()) {
    if (!*each.text || !*each.keys) continue;
    if (menu != QLatin1String(each.menu)) {
      if (!page.isEmpty()) page += "</table>";
      menu = QLatin1String(each.menu);
      const QString heading = menu.isEmpty() ? tr("In the graph") : QCoreApplication::translate("Actions", each.menu);
      page += "<h4>" + heading.toHtmlEscaped() + "</h4><table>";
    }
    QAction* action = actions.action(each.id);
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts()) keys << code(key.toString(QKeySequence::NativeText), theme);
    page += row(keys.join("&nbsp;&nbsp;"), action->text().remove('&').toHtmlEscaped());
  }
  return page + "</table>";
}

QString operationPage(Opcode opcode, const Theme& theme) {
  const OpRow& each = op(opcode);
  QString page = "<h3>" + code(text(name(opcode)), theme) + "</h3><p>" + text(each.doc).toHtmlEscaped() + "</p>";
  if (!each.example.empty()) page += "<p>" + code(text(each.example), theme) + "</p>";
  page += "<table>";
  page += row(tr("Operands"), each.arity < 0 ? tr("any number") : QString::number(each.arity));
  const QStringList traits = traitWords(each);
  if (!traits.isEmpty()) page += row(tr("What it is"), traits.join("; ").toHtmlEscaped());
  if (!each.jaxpr.empty()) page += row("jaxpr", code(text(each.jaxpr), theme));
  if (!each.stablehlo.empty()) page += row("StableHLO", code(text(each.stablehlo), theme));
  page += row(tr("Derivative"), each.jvp ? tr("yes") : tr("none of its own"));
  return page + "</table>";
}

void showPage(QWidget* parent, const QString& title, const QString& page, const Theme& theme) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName("helpPage");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  dialog->resize(theme.px(560), theme.px(520));
  auto* browser = new QTextBrowser(dialog);
  browser->setHtml(page);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* column = new QVBoxLayout(dialog);
  column->addWidget(browser, 1);
  column->addWidget(buttons);
  dialog->open();
}

}  // namespace onepot
