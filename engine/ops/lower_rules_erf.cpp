// The inverse error function and the complementary error function as polynomials in HLO.
#include <algorithm>
#include <cmath>
#include <span>

#include "engine/ops/lower_rules.h"

namespace onepot {

namespace {

// M. Giles, "Approximating the erfinv function" (GPU Computing Gems 2), single and double precision: central region
// first, then the tails. Highest power first.
constexpr double kSingleCentre[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                    -0.00125372503, -0.00417768164, 0.246640727,    1.50140941};
constexpr double kSingleTail[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                                  -0.0076224613,   0.00943887047,  1.00167406,    2.83297682};
constexpr double kDoubleCentre[] = {
    -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,  1.115787767802518096e-17,
    -1.333171662854620906e-16,  2.0972767875968561637e-17,  6.6376381343583238325e-15,  -4.0545662729752068639e-14,
    -8.1519341976054721522e-14, 2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
    1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08, 4.2347877827932403518e-07,
    -1.3654692000834678645e-06, -1.3882523362786468719e-05, 0.0001867342080340571352,   -0.00074070253416626697512,
    -0.0060336708714301490533,  0.24015818242558961693,     1.6536545626831027356};
constexpr double kDoubleMiddle[] = {
    2.2137376921775787049e-09,  9.0756561938885390979e-08, -2.7517406297064545428e-07, 1.8239629214389227755e-08,
    1.5027403968909827627e-06,  -4.013867526981545969e-06, 2.9234449089955446044e-06,  1.2475304481671778723e-05,
    -4.7318229009055733981e-05, 6.8284851459573175448e-05, 2.4031110387097893999e-05,  -0.0003550375203628474796,
    0.00095328937973738049703,  -0.0016882755560235047313, 0.0024914420961078508066,   -0.0037512085075692412107,
    0.005370914553590063617,    1.0052589676941592334,     3.0838856104922207635};
constexpr double kDoubleTail[] = {-2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
                                  -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
                                  2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
                                  -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
                                  7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
                                  1.0103004648645343977,      4.8499064014085844221};

// Cephes' erfc: rational in |x| below 8 and above, double; polynomials in 1/x² below 2 and above, single.
constexpr double kErfcP[] = {2.46196981473530512524E-10, 5.64189564831068821977E-1, 7.46321056442269912687E0,
                             4.86371970985681366614E1,   1.96520832956077098242E2,  5.26445194995477358631E2,
                             9.34528527171957607540E2,   1.02755188689515710272E3,  5.57535335369399327526E2};
constexpr double kErfcQ[] = {1.0,
                             1.32281951154744992508E1,
                             8.67072140885989742329E1,
                             3.54937778887819891062E2,
                             9.75708501743205489753E2,
                             1.82390916687909736289E3,
                             2.24633760818710981792E3,
                             1.65666309194161350182E3,
                             5.57535340817727675546E2};
constexpr double kErfcR[] = {5.64189583547755073984E-1, 1.27536670759978104416E0, 5.01905042251180477414E0,
                             6.16021097993053585195E0,  7.40974269950448939160E0, 2.97886665372100240670E0};
constexpr double kErfcS[] = {1.0,
                             2.26052863220117276590E0,
                             9.39603524938001434673E0,
                             1.20489539808096656605E1,
                             1.70814450747565897222E1,
                             9.60896809063285878198E0,
                             3.36907645100081516050E0};
constexpr double kErfcSingleNear[] = {2.326819970068386E-2,  -1.387039388740657E-1, 3.687424674597105E-1,
                                      -5.824733027278666E-1, 6.210004621745983E-1,  -4.944515323274145E-1,
                                      3.404879937665872E-1,  -2.741127028184656E-1, 5.638259427386472E-1};
constexpr double kErfcSingleFar[] = {-1.047766399936249E+1, 1.297719955372516E+1,  -7.495518717768503E+0,
                                     2.921019019210786E+0,  -1.015265279202700E+0, 4.218463358204948E-1,
                                     -2.820767439740514E-1, 5.641895067754075E-1};

/// Arithmetic on arrays of one shape, to write formulas as formulas.
class Formula {
 public:
  Formula(Builder& builder, const Shape& shape) : m_builder(builder), m_shape(shape) {}
  Instruction* number(double value) { return m_builder.constantLike(m_shape, value); }
  Instruction* add(Instruction* a, Instruction* b) { return m_builder.binary(Opcode::Add, a, b); }
  Instruction* subtract(Instruction* a, Instruction* b) { return m_builder.binary(Opcode::Subtract, a, b); }
  Instruction* multiply(Instruction* a, Instruction* b) { return m_builder.binary(Opcode::Multiply, a, b); }
  Instruction* divide(Instruction* a, Instruction* b) { return m_builder.binary(Opcode::Divide, a, b); }
  Instruction* of(Opcode opcode, Instruction* a) { return m_builder.unary(opcode, a); }
  Instruction* less(Instruction* a, double bound) { return m_builder.compare(CompareDirection::LT, a, number(bound)); }
  Instruction* select(Instruction* p, Instruction* a, Instruction* b) { return m_builder.select(p, a, b); }
  Instruction* horner(Instruction* x, std::span<const double> coefficients) {
    Instruction* value = number(coefficients.front());
    for (double coefficient : coefficients.subspan(1)) value = add(number(coefficient), multiply(value, x));
    return value;
  }

 private:
  Builder& m_builder;
  Shape m_shape;
};

Instruction* erfInvSingle(Formula& f, Instruction* w) {
  Instruction* central = f.less(w, 5);
  Instruction* argument =
      f.select(central, f.subtract(w, f.number(2.5)), f.subtract(f.of(Opcode::Sqrt, w), f.number(3)));
  Instruction* value = f.select(central, f.number(kSingleCentre[0]), f.number(kSingleTail[0]));
  for (size_t i = 1; i < std::size(kSingleCentre); ++i) {
    Instruction* coefficient = f.select(central, f.number(kSingleCentre[i]), f.number(kSingleTail[i]));
    value = f.add(coefficient, f.multiply(value, argument));
  }
  return value;
}

Instruction* erfInvDouble(Formula& f, Instruction* w) {
  Instruction* root = f.of(Opcode::Sqrt, w);
  Instruction* centre = f.horner(f.subtract(w, f.number(3.125)), kDoubleCentre);
  Instruction* middle = f.horner(f.subtract(root, f.number(3.25)), kDoubleMiddle);
  Instruction* tail = f.horner(f.subtract(root, f.number(5)), kDoubleTail);
  return f.select(f.less(w, 6.25), centre, f.select(f.less(w, 16), middle, tail));
}

Instruction* erfcSingle(Formula& f, Instruction* size, Instruction* gauss) {
  Instruction* inverse = f.divide(f.number(1), size);
  Instruction* square = f.multiply(inverse, inverse);
  Instruction* polynomial =
      f.select(f.less(size, 2), f.horner(square, kErfcSingleNear), f.horner(square, kErfcSingleFar));
  return f.multiply(f.multiply(gauss, inverse), polynomial);
}

Instruction* erfcDouble(Formula& f, Instruction* size, Instruction* gauss) {
  Instruction* near = f.divide(f.horner(size, kErfcP), f.horner(size, kErfcQ));
  Instruction* far = f.divide(f.horner(size, kErfcR), f.horner(size, kErfcS));
  return f.multiply(gauss, f.select(f.less(size, 8), near, far));
}

/// f16 and bf16 are computed in f32.
Instruction* widened(Builder& builder, Instruction* x) {
  return elementTypeInfo(x->shape().type()).bits < 32 ? builder.convert(x, ElementType::F32) : x;
}

}  // namespace

void lowerErfInv(LoweringContext& context) {
  Builder& builder = context.builder;
  Instruction* x = widened(builder, context.operand(0));
  Formula f(builder, x->shape());
  bool isDouble = x->shape().type() == ElementType::F64;
  Instruction* w = f.of(Opcode::Negate, f.of(Opcode::LogPlusOne, f.multiply(f.of(Opcode::Negate, x), x)));
  Instruction* value = f.multiply(isDouble ? erfInvDouble(f, w) : erfInvSingle(f, w), x);
  Instruction* edge = builder.compare(CompareDirection::EQ, f.of(Opcode::Abs, x), f.number(1));
  value = f.select(edge, f.multiply(x, f.number(std::numeric_limits<double>::infinity())), value);
  ElementType type = context.instruction.shape().type();
  context.setResult(type == x->shape().type() ? value : builder.convert(value, type));
}

void lowerErfc(LoweringContext& context) {
  Builder& builder = context.builder;
  Instruction* x = widened(builder, context.operand(0));
  Formula f(builder, x->shape());
  bool isDouble = x->shape().type() == ElementType::F64;
  Instruction* size = f.of(Opcode::Abs, x);
  Instruction* exponent = f.multiply(f.of(Opcode::Negate, x), x);
  Instruction* gauss = f.of(Opcode::Exponential, exponent);
  Instruction* outer = isDouble ? erfcDouble(f, size, gauss) : erfcSingle(f, size, gauss);
  outer = f.select(f.less(exponent, isDouble ? -709.78271289338399 : -88.72283905206835), f.number(0), outer);
  outer = f.select(f.less(x, 0), f.subtract(f.number(2), outer), outer);
  Instruction* inner = f.subtract(f.number(1), f.of(Opcode::Erf, x));
  Instruction* value = f.select(builder.compare(CompareDirection::GT, size, f.number(1)), outer, inner);
  ElementType type = context.instruction.shape().type();
  context.setResult(type == x->shape().type() ? value : builder.convert(value, type));
}

}  // namespace onepot
