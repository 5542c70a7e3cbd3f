// One selection lights its source, jaxpr line, rewrites, decisions and kernels; text of two stages aligned by identity.
#include "views/partners.h"

#include <QTest>
#include <cmath>

#include "tests/views/capture_fixture.h"
#include "views/hlo_diff.h"
#include "views/theme.h"

using namespace onepot;

class PartnersTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { m_compilation = compiledProgram(); }
  void instructionLightsEveryLevel();
  void sourceLightsItsInstructions();
  void kernelLightsItsMembers();
  void nothingIsLitByNothing();
  void rangesContainAndOverlap();
  void diffAlignsByIdentity();
  void diffOfTheSameIsEmpty();
  void changedWordsAreFound();
  void tokensKeepTheirContrast();

 private:
  InstructionId idOf(const char* name) const { return named(*m_compilation->stages.front().module, name)->id(); }
  const Stage& fusionStage() const {
    for (const Stage& stage : m_compilation->stages) {
      if (stage.pass == "fusion") return stage;
    }
    throw std::runtime_error("no fusion pass ran");
  }
  std::shared_ptr<Compilation> m_compilation;
};

void PartnersTest::instructionLightsEveryLevel() {
  const InstructionId exponential = idOf("exponential.5");
  const Partners partners = partnersOf(Ref::instruction(1, exponential), m_compilation.get());
  QVERIFY(partners.isSelected(exponential));
  QVERIFY(!partners.lit(idOf("tanh.3")));
  QCOMPARE(partners.sources.size(), size_t{1});
  QCOMPARE(partners.sources.front(), place(34, 44));
  QCOMPARE(partners.jaxprLines, std::set<int>{3});
  QVERIFY(!partners.decisions.empty());
  QCOMPARE(partners.kernels.size(), size_t{1});
  // The fusion that swallowed it is a partner, not the selection.
  QVERIFY(partners.isPartner(*partners.kernels.begin()));
  QVERIFY(partners.count() >= 4);
}

void PartnersTest::sourceLightsItsInstructions() {
  const Partners partners = partnersOf(Ref::source(place(34, 44)), m_compilation.get());
  QVERIFY(partners.isSelected(idOf("exponential.5")));
  QVERIFY(!partners.isSelected(idOf("multiply.6")));
  // A wider piece of text that is no expression itself means all inside it.
  const Partners wide = partnersOf(Ref::source(place(19, 44)), m_compilation.get());
  QVERIFY(wide.isSelected(idOf("exponential.5")) && wide.isSelected(idOf("tanh.3")) &&
          wide.isSelected(idOf("multiply.6")));
  QVERIFY(!wide.isSelected(idOf("reduce.7")));
}

void PartnersTest::kernelLightsItsMembers() {
  QVERIFY(!m_compilation->kernels.empty());
  const Kernel& kernel = m_compilation->kernels.back();
  const Partners partners = partnersOf(Ref::kernel(1, kernel.instruction), m_compilation.get());
  QVERIFY(partners.isSelected(kernel.instruction));
  QVERIFY(partners.lit(idOf("tanh.3")) && partners.lit(idOf("reduce.7")));
}

void PartnersTest::nothingIsLitByNothing() {
  QCOMPARE(partnersOf(Ref(), m_compilation.get()).count(), 0);
  QCOMPARE(partnersOf(Ref::instruction(1, 999999), m_compilation.get()).count(), 0);
  QCOMPARE(partnersOf(Ref::instruction(1, 1), nullptr).count(), 0);
}

void PartnersTest::rangesContainAndOverlap() {
  QVERIFY(contains(place(20, 44), place(34, 44)));
  QVERIFY(!contains(place(34, 44), place(20, 44)));
  QVERIFY(overlaps(place(20, 34), place(34, 44)));
  QVERIFY(!overlaps(place(20, 33), place(34, 44)));
  SourceRange other = place(34, 44);
  other.file = "other.py";
  QVERIFY(!contains(place(20, 44), other));
}

void PartnersTest::diffAlignsByIdentity() {
  const Stage& after = fusionStage();
  const Stage& before = m_compilation->stages[static_cast<size_t>(after.number) - 1];
  const HloDiff diff = diffModules(*before.module, *after.module, {});
  QVERIFY(diff.count(LineState::Moved) >= 4);
  QVERIFY(diff.count(LineState::Added) >= 1);
  int opposite = 0;
  for (const DiffRow& row : diff.rows) {
    if (row.left < 0 || row.right < 0) continue;
    const DiffLine &left = diff.left[static_cast<size_t>(row.left)],
                   &right = diff.right[static_cast<size_t>(row.right)];
    if (left.instruction != 0 && left.instruction == right.instruction) ++opposite;
  }
  QVERIFY(opposite >= 4);
  const auto [left, right] = sideRows(diff);
  QCOMPARE(left.size(), right.size());
  // Every line stands once, in its order.
  int last = 0;
  for (const CodeRow& row : right) {
    if (row.filler) continue;
    QCOMPARE(row.number, last + 1);
    last = row.number;
  }
  QCOMPARE(last, static_cast<int>(diff.right.size()));
}

void PartnersTest::diffOfTheSameIsEmpty() {
  const Module& module = *m_compilation->stages.front().module;
  const HloDiff diff = diffModules(module, module, {});
  for (LineState state : diff.rightState) QCOMPARE(state, LineState::Same);
  for (const DiffRow& row : diff.rows) QCOMPARE(row.left, row.right);
}

void PartnersTest::changedWordsAreFound() {
  const QString before = "tanh.3 = f32[2] tanh(x.1)", after = "tanh.3 = f32[2] tanh(p.8)";
  const auto words = changedWords(before, after);
  QCOMPARE(words.size(), size_t{1});
  QCOMPARE(before.mid(words[0].from, words[0].length), "x.1");
  QVERIFY(changedWords(before, before).empty());
}

namespace {
double luminance(const QColor& color) {
  auto channel = [](double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
  return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}
}  // namespace

void PartnersTest::tokensKeepTheirContrast() {
  for (bool dark : {false, true}) {
    const Theme theme(dark);
    for (const TokenRow& row : tokenTable()) {
      for (Token ground : {Token::Chrome, Token::Panel, Token::Canvas}) {
        const double ratio = contrast(theme.color(row.token), theme.color(ground));
        QVERIFY2(row.contrast == 0 || ratio >= row.contrast,
                 qPrintable(QString("%1 has %2 in %3").arg(row.name).arg(ratio).arg(dark ? "dark" : "light")));
      }
    }
    for (Token ground :
         {Token::Tint, Token::Tint2, Token::AddedBg, Token::RemovedBg, Token::ChangedBg, Token::MovedBg}) {
      QVERIFY(contrast(theme.color(Token::Text), theme.color(ground)) >= 4.5);
    }
    QVERIFY(contrast(theme.color(Token::OnAccent), theme.color(Token::AccentFill)) >= 4.5);
    for (int kind = 0; kind < kKindCount; ++kind) {
      const KindColors colors = theme.kind(static_cast<Kind>(kind));
      QVERIFY(contrast(colors.text, colors.fill) >= 4.5);
    }
  }
}

QTEST_GUILESS_MAIN(PartnersTest)
#include "partners_test.moc"
