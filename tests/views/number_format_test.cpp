// The written forms that every view shares.
#include "views/number_format.h"

#include <QTest>

using namespace onepot;

class NumberFormatTest : public QObject {
  Q_OBJECT
 private slots:
  void times();
  void bytes();
  void rates();
  void counts();
  void changes();
  void positions();
};

namespace {
/// Spaces of every width become plain ones, so that the expectations can be read.
QString plain(QString text) { return text.replace(QChar(0x00A0), ' ').replace(QChar(0x2009), '_'); }
}  // namespace

void NumberFormatTest::times() {
  QCOMPARE(plain(formatSeconds(840e-9)), "840 ns");
  QCOMPARE(plain(formatSeconds(9.2e-6)), "9 µs");
  QCOMPARE(plain(formatSeconds(1.214e-3)), "1.21 ms");
  QCOMPARE(plain(formatSeconds(31.42e-3)), "31.4 ms");
  QCOMPARE(plain(formatSeconds(212.4e-3)), "212 ms");
  QCOMPARE(plain(formatSeconds(2.611)), "2.61 s");
  QCOMPARE(plain(formatSeconds(0.99996e-3)), "1.00 ms");
  QCOMPARE(plain(formatSeconds(0)), "0 s");
  QCOMPARE(plain(formatSpread(2.17e-3, 0.04e-3)), "2.17 ms ±0.04");
  QCOMPARE(plain(formatRelativeSpread(10.42, 0.177)), "±1.7 %");
  QCOMPARE(formatSeconds(1e-3).at(4), QChar(0x00A0));
}

void NumberFormatTest::bytes() {
  QCOMPARE(plain(formatBytes(0)), "0 B");
  QCOMPARE(plain(formatBytes(4)), "4 B");
  QCOMPARE(plain(formatBytes(8192)), "8 KiB");
  QCOMPARE(plain(formatBytes(16 << 20)), "16.0 MiB");
  QCOMPARE(plain(formatBytes(int64_t{5} << 28)), "1.25 GiB");
  QCOMPARE(plain(formatBytesShort(16 << 20)), "16 MiB");
  QCOMPARE(plain(formatBytesShort((1 << 20) + (1 << 19))), "1.5 MiB");
  QCOMPARE(plain(formatBytesChange(160 << 20, 16 << 20)), "160 → 16 MiB");
  QCOMPARE(plain(formatBytesChange(16 << 20, 8192)), "16 MiB → 8 KiB");
}

void NumberFormatTest::rates() {
  QCOMPARE(plain(formatByteRate(15.02e9)), "15.0 GB/s");
  QCOMPARE(plain(formatFlopRate(180e9)), "180 GFLOP/s");
}

void NumberFormatTest::counts() {
  QCOMPARE(plain(formatWhole(2431)), "2431");
  QCOMPARE(plain(formatWhole(12408)), "12_408");
  QCOMPARE(plain(formatWhole(4194304)), "4_194_304");
  QCOMPARE(plain(formatCount(4194304)), "4.19 M");
  QCOMPARE(plain(formatCount(7)), "7");
  QCOMPARE(formatOrdinal(5), "5th");
  QCOMPARE(formatOrdinal(11), "11th");
  QCOMPARE(formatOrdinal(22), "22nd");
}

void NumberFormatTest::changes() {
  QCOMPARE(formatFactor(4.778), "4.78×");
  QCOMPARE(formatFactor(10.0), "10×");
  QCOMPARE(formatFactor(0.5), "0.50×");
  QCOMPARE(formatSigned(-0.61, 2), QString("−0.61"));
  QCOMPARE(formatSigned(0.19, 2), "+0.19");
  QCOMPARE(formatSigned(-0.001, 2), "0");
  QCOMPARE(plain(formatPercentChange(-0.79)), "−79 %");
}

void NumberFormatTest::positions() {
  QCOMPARE(formatPosition(6, 34, 6, 44), "6:34–44");
  QCOMPARE(formatPosition(6, 34, 8, 2), "6:34–8:2");
  QCOMPARE(formatPosition(0, 0, 0, 0), "");
}

QTEST_GUILESS_MAIN(NumberFormatTest)
#include "number_format_test.moc"
