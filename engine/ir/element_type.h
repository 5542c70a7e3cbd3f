// The element types of HLO: names, widths and classes. One row a type; everything else asks this table.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace onepot {

enum class ElementType : uint8_t {
  Invalid, Pred,
  S1, S2, S4, S8, S16, S32, S64,
  U1, U2, U4, U8, U16, U32, U64,
  F16, BF16, F32, F64,
  F8E5M2, F8E4M3, F8E4M3FN, F8E4M3B11FNUZ, F8E5M2FNUZ, F8E4M3FNUZ, F8E3M4, F8E8M0FNU, F4E2M1FN, F6E2M3FN, F6E3M2FN,
  C64, C128,
  Key,  // traced dialect only: a PRNG key array, held as u32[..., 2]
  Token, Opaque, Tuple, Buffer,
};

enum class TypeClass : uint8_t { None, Pred, Signed, Unsigned, Float, Complex, Key };

struct ElementTypeInfo {
  ElementType type;
  std::string_view name;       // HLO's: "f32"
  std::string_view jaxName;    // the dtype's: "float32"
  int bits;                    // of one element; pred is 8 in memory
  TypeClass typeClass;
};

const ElementTypeInfo& elementTypeInfo(ElementType type);
std::optional<ElementType> elementTypeByName(std::string_view hloName);
std::optional<ElementType> elementTypeByJaxName(std::string_view dtypeName);

inline std::string_view name(ElementType type) { return elementTypeInfo(type).name; }
inline TypeClass typeClass(ElementType type) { return elementTypeInfo(type).typeClass; }
/// Bytes of one element in memory; types under 8 bits take a whole byte unless a layout packs them.
int byteWidth(ElementType type);
inline bool isFloat(ElementType type) { return typeClass(type) == TypeClass::Float; }
inline bool isComplex(ElementType type) { return typeClass(type) == TypeClass::Complex; }
inline bool isSigned(ElementType type) { return typeClass(type) == TypeClass::Signed; }
inline bool isUnsigned(ElementType type) { return typeClass(type) == TypeClass::Unsigned; }
inline bool isInteger(ElementType type) { return isSigned(type) || isUnsigned(type); }
/// f32 of c64, f64 of c128.
ElementType realPart(ElementType complex);

}  // namespace onepot
