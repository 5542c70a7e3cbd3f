#include "engine/ir/element_type.h"

#include <algorithm>
#include <array>

namespace onepot {

namespace {

using enum ElementType;
constexpr TypeClass Signed = TypeClass::Signed, Unsigned = TypeClass::Unsigned, Float = TypeClass::Float,
                    Complex = TypeClass::Complex;

constexpr std::array kTypes = {
    ElementTypeInfo{ElementType::Invalid, "invalid", "invalid", 0, TypeClass::None},
    ElementTypeInfo{ElementType::Pred, "pred", "bool", 8, TypeClass::Pred},
    ElementTypeInfo{S1, "s1", "int1", 1, Signed},
    ElementTypeInfo{S2, "s2", "int2", 2, Signed},
    ElementTypeInfo{S4, "s4", "int4", 4, Signed},
    ElementTypeInfo{S8, "s8", "int8", 8, Signed},
    ElementTypeInfo{S16, "s16", "int16", 16, Signed},
    ElementTypeInfo{S32, "s32", "int32", 32, Signed},
    ElementTypeInfo{S64, "s64", "int64", 64, Signed},
    ElementTypeInfo{U1, "u1", "uint1", 1, Unsigned},
    ElementTypeInfo{U2, "u2", "uint2", 2, Unsigned},
    ElementTypeInfo{U4, "u4", "uint4", 4, Unsigned},
    ElementTypeInfo{U8, "u8", "uint8", 8, Unsigned},
    ElementTypeInfo{U16, "u16", "uint16", 16, Unsigned},
    ElementTypeInfo{U32, "u32", "uint32", 32, Unsigned},
    ElementTypeInfo{U64, "u64", "uint64", 64, Unsigned},
    ElementTypeInfo{F16, "f16", "float16", 16, Float},
    ElementTypeInfo{BF16, "bf16", "bfloat16", 16, Float},
    ElementTypeInfo{F32, "f32", "float32", 32, Float},
    ElementTypeInfo{F64, "f64", "float64", 64, Float},
    ElementTypeInfo{F8E5M2, "f8e5m2", "float8_e5m2", 8, Float},
    ElementTypeInfo{F8E4M3, "f8e4m3", "float8_e4m3", 8, Float},
    ElementTypeInfo{F8E4M3FN, "f8e4m3fn", "float8_e4m3fn", 8, Float},
    ElementTypeInfo{F8E4M3B11FNUZ, "f8e4m3b11fnuz", "float8_e4m3b11fnuz", 8, Float},
    ElementTypeInfo{F8E5M2FNUZ, "f8e5m2fnuz", "float8_e5m2fnuz", 8, Float},
    ElementTypeInfo{F8E4M3FNUZ, "f8e4m3fnuz", "float8_e4m3fnuz", 8, Float},
    ElementTypeInfo{F8E3M4, "f8e3m4", "float8_e3m4", 8, Float},
    ElementTypeInfo{F8E8M0FNU, "f8e8m0fnu", "float8_e8m0fnu", 8, Float},
    ElementTypeInfo{F4E2M1FN, "f4e2m1fn", "float4_e2m1fn", 4, Float},
    ElementTypeInfo{F6E2M3FN, "f6e2m3fn", "float6_e2m3fn", 6, Float},
    ElementTypeInfo{F6E3M2FN, "f6e3m2fn", "float6_e3m2fn", 6, Float},
    ElementTypeInfo{C64, "c64", "complex64", 64, Complex},
    ElementTypeInfo{C128, "c128", "complex128", 128, Complex},
    ElementTypeInfo{ElementType::Key, "key", "key<fry>", 64, TypeClass::Key},
    ElementTypeInfo{Token, "token", "token", 0, TypeClass::None},
    ElementTypeInfo{Opaque, "opaque", "opaque", 0, TypeClass::None},
    ElementTypeInfo{Tuple, "tuple", "tuple", 0, TypeClass::None},
    ElementTypeInfo{Buffer, "b", "buffer", 0, TypeClass::None},
};

constexpr bool rowsFollowTheEnum() {
  for (size_t i = 0; i < kTypes.size(); ++i)
    if (static_cast<size_t>(kTypes[i].type) != i) return false;
  return kTypes.size() == static_cast<size_t>(ElementType::Buffer) + 1;
}
static_assert(rowsFollowTheEnum());

std::optional<ElementType> find(std::string_view text, std::string_view ElementTypeInfo::* column) {
  auto row = std::ranges::find(kTypes, text, column);
  if (row == kTypes.end() || row->type == ElementType::Invalid) return std::nullopt;
  return row->type;
}

}  // namespace

const ElementTypeInfo& elementTypeInfo(ElementType type) { return kTypes[static_cast<size_t>(type)]; }

std::optional<ElementType> elementTypeByName(std::string_view hloName) { return find(hloName, &ElementTypeInfo::name); }

std::optional<ElementType> elementTypeByJaxName(std::string_view dtypeName) {
  return find(dtypeName, &ElementTypeInfo::jaxName);
}

int byteWidth(ElementType type) { return (elementTypeInfo(type).bits + 7) / 8; }

ElementType realPart(ElementType complex) { return complex == C128 ? F64 : F32; }

}  // namespace onepot
