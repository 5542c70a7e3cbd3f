#include "engine/ir/literal.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <new>

#include "engine/ir/allocation.h"

using namespace onepot;
using enum ElementType;

TEST_CASE("scalars convert as HLO's convert does") {
  CHECK(Literal::scalar(S8, 300).intAt(0) == 127);
  CHECK(Literal::scalar(S8, -300).intAt(0) == -128);
  CHECK(Literal::scalar(U8, -1).intAt(0) == 0);
  CHECK(Literal::scalar(S32, std::nan("")).intAt(0) == 0);
  CHECK(Literal::scalar(S64, 1e30).intAt(0) == INT64_MAX);
  CHECK(Literal::scalar(U64, 1e30).elementText(0) == "18446744073709551615");
  CHECK(Literal::scalar(Pred, std::nan("")).intAt(0) == 1);
  CHECK(Literal::scalarInt(S8, 200).intAt(0) == -56);
  CHECK(Literal::scalarInt(U8, 300).intAt(0) == 44);
  CHECK(Literal::scalarInt(S4, 9).intAt(0) == -7);
  CHECK(Literal::scalar(S32, -2.9).intAt(0) == -2);
}

TEST_CASE("text is what XLA prints") {
  CHECK(Literal::scalar(F32, 0.1).text() == "0.1");
  CHECK(Literal::scalar(F32, 1.0 / 3).text() == "0.333333343");
  CHECK(Literal::scalar(BF16, 0.1).text() == "0.1001");
  CHECK(Literal::scalar(F16, 0.1).text() == "0.099976");
  CHECK(Literal::scalar(F8E5M2, 0.1).text() == "0.094");
  CHECK(Literal::scalar(F64, 1e100).text() == "1e+100");
  CHECK(Literal::scalar(F32, -INFINITY).text() == "-inf");
  CHECK(Literal::scalar(Pred, 1).text() == "true");
  CHECK(Literal::fromVector(Shape(Pred, {2}), std::vector<uint8_t>{1, 0}).text() == "{1, 0}");
  CHECK(Literal::fromVector(Shape(F32, {2, 2}), std::vector<float>{1, 2, 3, 4.5F}).text() ==
        "{ { 1, 2 }, { 3, 4.5 } }");
  CHECK(Literal::fromVector(Shape(F32, {2, 1}), std::vector<float>{1, 3}).text() == "{ {1}, {3} }");
  CHECK(Literal(Shape(F32, {0})).text() == "{}");
  CHECK(Literal(Shape(F32, {2, 0})).text() == "{ {}, {} }");
  CHECK(Literal(Shape(F32, {0, 2})).text() == "{  }");
  CHECK(Literal(Shape(S32, {1, 2, 1, 2})).text() == "{ { /*i0=0*/ { /*i1=0*/ { 0, 0 } }, { /*i1=1*/ { 0, 0 } } } }");
  CHECK(Literal(Shape(S32, {11})).text(10) == "{...}");
  CHECK(Literal(Shape(C64, {1})).text() == "{(0, 0)}");
  CHECK(Literal::tuple({Literal::scalar(F32, 1), Literal(Shape(S32, {2}))}).text() == "( 1, {0, 0} )");
}

TEST_CASE("a NaN's payload is in the text") {
  CHECK(Literal::scalar(F32, std::nan("")).text() == "nan");
  CHECK(Literal::fromVector(Shape(U32, {1}), std::vector<uint32_t>{0}).text() == "{0}");
  Literal odd = Literal::fromVector(Shape(U32, {}), std::vector<uint32_t>{0x7F800001});
  odd.setShape(Shape::scalar(F32));
  CHECK(odd.text() == "nan(0x1)");
}

TEST_CASE("copies share bytes until one is written") {
  Literal first = Literal::fromVector(Shape(F32, {2}), std::vector<float>{1, 2});
  Literal second = first;
  CHECK(first.storage() == second.storage());
  second.setDouble(0, 7);
  CHECK(first.doubleAt(0) == 1);
  CHECK(second.doubleAt(0) == 7);
  CHECK(first != second);
  second.setDouble(0, 1);
  CHECK(first == second);
  CHECK(hashValue(first) == hashValue(second));
}

TEST_CASE("half and bfloat16 round to nearest even, every bit pattern comes back") {
  for (uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    auto pattern = static_cast<uint16_t>(bits);
    if (!std::isnan(halfToFloat(pattern))) CHECK(floatToHalf(halfToFloat(pattern)) == pattern);
    if (!std::isnan(bfloat16ToFloat(pattern))) CHECK(floatToBfloat16(bfloat16ToFloat(pattern)) == pattern);
  }
  CHECK(floatToHalf(65519) == 0x7BFF);
  CHECK(floatToHalf(65520) == 0x7C00);
  CHECK(floatToHalf(1 + 0x1p-11F) == 0x3C00);
  CHECK(floatToHalf(1 + 3 * 0x1p-11F) == 0x3C02);
  CHECK(floatToHalf(0x1p-25F) == 0);
  CHECK(floatToHalf(0x1.8p-24F) == 2);
  CHECK(floatToBfloat16(1 + 0x1p-8F) == 0x3F80);
  CHECK(std::isnan(halfToFloat(floatToHalf(std::nanf("")))));
}

TEST_CASE("8-, 6- and 4-bit floats: every pattern comes back, overflow does what the type says") {
  for (ElementType type : {F8E5M2, F8E4M3, F8E4M3FN, F8E4M3B11FNUZ, F8E5M2FNUZ, F8E4M3FNUZ, F8E3M4, F8E8M0FNU, F4E2M1FN,
                           F6E2M3FN, F6E3M2FN}) {
    CAPTURE(name(type));
    for (uint32_t bits = 0; bits < 1U << elementTypeInfo(type).bits; ++bits) {
      float value = smallFloatToFloat(type, static_cast<uint8_t>(bits));
      if (std::isnan(value)) continue;
      CHECK(floatToSmallFloat(type, value) == bits);
    }
  }
  CHECK(smallFloatToFloat(F8E4M3FN, floatToSmallFloat(F8E4M3FN, 448)) == 448);
  CHECK(std::isnan(smallFloatToFloat(F8E4M3FN, floatToSmallFloat(F8E4M3FN, 1000))));
  CHECK(std::isinf(smallFloatToFloat(F8E5M2, floatToSmallFloat(F8E5M2, 1e6F))));
  CHECK(std::isnan(smallFloatToFloat(F8E4M3FNUZ, floatToSmallFloat(F8E4M3FNUZ, 1e6F))));
  CHECK(floatToSmallFloat(F8E4M3FNUZ, -0.0F) == 0);
  CHECK(smallFloatToFloat(F4E2M1FN, floatToSmallFloat(F4E2M1FN, 100)) == 6);
}

TEST_CASE("allocation is aligned, counted and limited") {
  int64_t before = allocatedBytes();
  {
    std::shared_ptr<std::byte> bytes = allocateBytes(1000);
    CHECK(reinterpret_cast<uintptr_t>(bytes.get()) % 64 == 0);
    CHECK(allocatedBytes() >= before + 1000);
    resetPeakBytes();
    setAllocationLimit(allocatedBytes() + 100);
    CHECK_THROWS_AS(allocateBytes(10000), std::bad_alloc);
    setAllocationLimit(0);
  }
  CHECK(allocatedBytes() == before);
  CHECK(peakBytes() >= before + 1000);
  CHECK(allocateBytes(0) != nullptr);
  for (int64_t size : {1, 100, 5000, 3000000}) {
    std::shared_ptr<std::byte> zeros = allocateZeroBytes(size);
    CHECK(reinterpret_cast<uintptr_t>(zeros.get()) % 64 == 0);
    CHECK(std::ranges::count(zeros.get(), zeros.get() + size, std::byte{0}) == size);
  }
  CHECK_THROWS_AS(Literal(Shape(F32, {int64_t{1} << 40, int64_t{1} << 40})), std::bad_alloc);
}

TEST_CASE("a view of somebody else's bytes is never written through") {
  std::array<float, 2> foreign{1.0f, 2.0f};
  auto* bytes = reinterpret_cast<std::byte*>(foreign.data());
  Literal view(Shape(ElementType::F32, {2}), std::shared_ptr<std::byte>(std::shared_ptr<void>(), bytes));
  view.mutableAs<float>()[0] = 9.0f;
  CHECK(foreign[0] == 1.0f);
  CHECK(view.as<float>()[0] == 9.0f);
  CHECK(view.as<float>()[1] == 2.0f);
}
