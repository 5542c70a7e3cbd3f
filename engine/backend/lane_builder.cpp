#include "engine/backend/lane_builder.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>

#include "engine/backend/lane_values.h"
#include "engine/base/result.h"

namespace onepot {

using namespace llvm;
using enum ElementType;

llvm::Type* memoryType(LLVMContext& context, ElementType type) {
  if (type == F32) return llvm::Type::getFloatTy(context);
  if (type == F64) return llvm::Type::getDoubleTy(context);
  return llvm::Type::getIntNTy(context, static_cast<unsigned>(byteWidth(type)) * 8);
}

llvm::Type* valueType(LLVMContext& context, ElementType type) {
  return type == Pred ? llvm::Type::getInt1Ty(context) : memoryType(context, type);
}

size_t LaneBuilder::KeyHash::operator()(const Key& key) const {
  uint64_t hash = 0;
  for (uint64_t word : key.words) hash = (hash ^ word) * 0x9e3779b97f4a7c15u + (hash >> 29);
  return static_cast<size_t>(hash);
}

LaneBuilder::LaneBuilder(Function* function)
    : m_function(function), m_ir(function->getContext(), InstSimplifyFolder(function->getParent()->getDataLayout())) {
  BasicBlock* entry = BasicBlock::Create(m_ir.getContext(), "entry", function);
  m_ir.SetInsertPoint(entry);
  m_levels.push_back({.terminator = m_ir.CreateRetVoid()});
  m_entries.emplace_back();  // id 0 is no value
}

IRBuilderBase& LaneBuilder::at(int level) {
  DebugLoc location = m_ir.getCurrentDebugLocation();
  m_ir.SetInsertPoint(m_levels[static_cast<size_t>(level)].terminator);
  m_ir.SetCurrentDebugLocation(location);
  return m_ir;
}

void LaneBuilder::standFor(int64_t instruction) {
  DISubprogram* subprogram = m_function->getSubprogram();
  if (!subprogram) return;
  m_ir.SetCurrentDebugLocation(DILocation::get(m_ir.getContext(), static_cast<unsigned>(instruction), 0, subprogram));
}

Scalar LaneBuilder::add(Entry entry, ElementType type) {
  m_entries.push_back(entry);
  return {static_cast<uint32_t>(m_entries.size() - 1), type};
}

const Scalar* LaneBuilder::find(const Key& key) const {
  auto found = m_known.find(key);
  return found == m_known.end() ? nullptr : &found->second;
}

Scalar LaneBuilder::remember(const Key& key, Scalar result) {
  m_known.emplace(key, result);
  m_levels[static_cast<size_t>(levelOf(result))].keys.push_back(key.words);
  return result;
}

Scalar LaneBuilder::wrap(Value* value, ElementType type, int level) {
  return add({.base = value, .level = level}, type);
}

Value* LaneBuilder::scalarValue(Scalar a) const {
  ensure(isUniform(a), "LaneBuilder: a uniform value was expected");
  return m_entries[a.id].base;
}

Value* LaneBuilder::lanesOf(Scalar a, int lanes) {
  Entry& entry = m_entries[a.id];
  if (lanes == 1) {
    ensure(entry.base && entry.step == 0, "LaneBuilder: lanes where there is one");
    return entry.base;
  }
  if (entry.vector && entry.lanes == lanes) return entry.vector;
  ensure(entry.base != nullptr, "LaneBuilder: a vector of another width");
  // An affine value lives where its lanes do; a uniform one is spread where it lives.
  IRBuilderBase& ir = at(entry.level);
  Value* vector = ir.CreateVectorSplat(static_cast<unsigned>(lanes), entry.base);
  if (entry.step != 0) {
    SmallVector<Constant*, 32> offsets;
    for (int i = 0; i < lanes; ++i)
      offsets.push_back(ConstantInt::get(entry.base->getType(), static_cast<uint64_t>(entry.step * i), true));
    vector = ir.CreateAdd(vector, ConstantVector::get(offsets));
  }
  entry.vector = vector;
  entry.lanes = lanes;
  return vector;
}

template <typename Emit>
Scalar LaneBuilder::emit(uint64_t tag, ElementType type, std::initializer_list<Scalar> operands, Emit emit) {
  Key key{{tag << 8 | static_cast<uint64_t>(type), 0, 0, 0}};
  size_t k = 1;
  int level = 0;
  bool uniform = true;
  for (Scalar operand : operands) {
    key.words[k++] = operand.id;
    level = std::max(level, levelOf(operand));
    uniform = uniform && isUniform(operand);
  }
  if (const Scalar* known = find(key)) return *known;
  const int lanes = uniform ? 1 : m_levels[static_cast<size_t>(level)].lanes;
  SmallVector<Value*, 3> values;
  for (Scalar operand : operands) values.push_back(lanesOf(operand, lanes));
  Value* result = emit(at(level), values);
  Entry entry{.level = level, .lanes = lanes};
  (uniform ? entry.base : entry.vector) = result;
  return remember(key, add(entry, type));
}

namespace {

Value* emitUnary(IRBuilderBase& ir, UnaryOp op, Value* a) {
  const bool floating = a->getType()->isFPOrFPVectorTy();
  switch (op) {
    case UnaryOp::Negate: return floating ? ir.CreateFNeg(a) : ir.CreateNeg(a);
    case UnaryOp::Abs:
      return floating ? ir.CreateUnaryIntrinsic(Intrinsic::fabs, a)
                      : ir.CreateBinaryIntrinsic(Intrinsic::abs, a, ir.getFalse());
    case UnaryOp::Not: return ir.CreateNot(a);
    case UnaryOp::Sqrt: return ir.CreateUnaryIntrinsic(Intrinsic::sqrt, a);
    case UnaryOp::Floor: return ir.CreateUnaryIntrinsic(Intrinsic::floor, a);
    case UnaryOp::Ceil: return ir.CreateUnaryIntrinsic(Intrinsic::ceil, a);
    case UnaryOp::Truncate: return ir.CreateUnaryIntrinsic(Intrinsic::trunc, a);
    case UnaryOp::RoundEven: return ir.CreateUnaryIntrinsic(Intrinsic::roundeven, a);
    case UnaryOp::PopCount: return ir.CreateUnaryIntrinsic(Intrinsic::ctpop, a);
    case UnaryOp::LeadingZeros: return ir.CreateBinaryIntrinsic(Intrinsic::ctlz, a, ir.getFalse());
  }
  return nullptr;
}

Value* emitMultiplyHigh(IRBuilderBase& ir, Value* a, Value* b, bool isSignedType) {
  Type* type = a->getType();
  const unsigned bits = type->getScalarSizeInBits();
  Type* wide = type->getWithNewBitWidth(bits * 2);
  const auto extend = [&](Value* v) { return isSignedType ? ir.CreateSExt(v, wide) : ir.CreateZExt(v, wide); };
  return ir.CreateTrunc(ir.CreateLShr(ir.CreateMul(extend(a), extend(b)), ConstantInt::get(wide, bits)), type);
}

Value* emitFloatBinary(IRBuilderBase& ir, BinaryOp op, Value* a, Value* b) {
  switch (op) {
    case BinaryOp::Add: return ir.CreateFAdd(a, b);
    case BinaryOp::Subtract: return ir.CreateFSub(a, b);
    case BinaryOp::Multiply: return ir.CreateFMul(a, b);
    case BinaryOp::Divide: return ir.CreateFDiv(a, b);
    case BinaryOp::Remainder: return ir.CreateFRem(a, b);
    case BinaryOp::Minimum: return ir.CreateBinaryIntrinsic(Intrinsic::minimum, a, b);
    case BinaryOp::Maximum: return ir.CreateBinaryIntrinsic(Intrinsic::maximum, a, b);
    default: throw InternalError("LaneBuilder: an integer operation on floats");
  }
}

Value* emitIntegerBinary(IRBuilderBase& ir, BinaryOp op, Value* a, Value* b, bool isSignedType) {
  switch (op) {
    case BinaryOp::Add: return ir.CreateAdd(a, b);
    case BinaryOp::Subtract: return ir.CreateSub(a, b);
    case BinaryOp::Multiply: return ir.CreateMul(a, b);
    case BinaryOp::Divide: return isSignedType ? ir.CreateSDiv(a, b) : ir.CreateUDiv(a, b);
    case BinaryOp::Remainder: return isSignedType ? ir.CreateSRem(a, b) : ir.CreateURem(a, b);
    case BinaryOp::And: return ir.CreateAnd(a, b);
    case BinaryOp::Or: return ir.CreateOr(a, b);
    case BinaryOp::Xor: return ir.CreateXor(a, b);
    case BinaryOp::ShiftLeft: return ir.CreateShl(a, b);
    case BinaryOp::ShiftRightLogical: return ir.CreateLShr(a, b);
    case BinaryOp::ShiftRightArithmetic: return ir.CreateAShr(a, b);
    case BinaryOp::Minimum: return ir.CreateBinaryIntrinsic(isSignedType ? Intrinsic::smin : Intrinsic::umin, a, b);
    case BinaryOp::Maximum: return ir.CreateBinaryIntrinsic(isSignedType ? Intrinsic::smax : Intrinsic::umax, a, b);
    case BinaryOp::MultiplyHigh: return emitMultiplyHigh(ir, a, b, isSignedType);
  }
  return nullptr;
}

CmpInst::Predicate predicateOf(CompareDirection direction, ElementType type) {
  const bool floating = isFloat(type), isSignedType = isSigned(type);
  switch (direction) {
    case CompareDirection::EQ: return floating ? CmpInst::FCMP_OEQ : CmpInst::ICMP_EQ;
    case CompareDirection::NE: return floating ? CmpInst::FCMP_UNE : CmpInst::ICMP_NE;
    case CompareDirection::GE:
      return floating ? CmpInst::FCMP_OGE : isSignedType ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
    case CompareDirection::GT:
      return floating ? CmpInst::FCMP_OGT : isSignedType ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
    case CompareDirection::LE:
      return floating ? CmpInst::FCMP_OLE : isSignedType ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
    case CompareDirection::LT:
      return floating ? CmpInst::FCMP_OLT : isSignedType ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  }
  return CmpInst::ICMP_EQ;
}

}  // namespace

Scalar LaneBuilder::constantBits(ElementType type, uint64_t bits) {
  const Key key{{kConstant << 8 | static_cast<uint64_t>(type), bits, 0, 0}};
  if (const Scalar* known = find(key)) return *known;
  Type* llvmType = valueType(context(), type);
  Constant* value = nullptr;
  if (type == F32 || type == F64) {
    value = ConstantFP::get(context(), type == F32 ? APFloat(APFloat::IEEEsingle(), APInt(32, bits & 0xffffffffu))
                                                   : APFloat(APFloat::IEEEdouble(), APInt(64, bits)));
  } else {
    value = ConstantInt::get(llvmType, APInt(64, bits).zextOrTrunc(llvmType->getIntegerBitWidth()));
  }
  return remember(key, wrap(value, type, 0));
}

Scalar LaneBuilder::constant(ElementType type, double value) {
  if (type == F32) return constantBits(type, std::bit_cast<uint32_t>(static_cast<float>(value)));
  if (type == F64) return constantBits(type, std::bit_cast<uint64_t>(value));
  if (isFloat(type)) return convert(constant(F32, value), type);
  return constantBits(type, static_cast<uint64_t>(static_cast<int64_t>(value)));
}

Scalar LaneBuilder::unary(UnaryOp op, Scalar a) {
  return emit(kUnary + static_cast<uint64_t>(op), a.type, {a},
              [&](IRBuilderBase& ir, ArrayRef<Value*> v) { return emitUnary(ir, op, v[0]); });
}

/// Sums and differences of affine values, and their products with constants, stay affine.
Scalar LaneBuilder::emitAffine(BinaryOp op, Scalar a, Scalar b) {
  const Entry x = m_entries[a.id], y = m_entries[b.id];
  if (!x.base || !y.base || (x.step == 0 && y.step == 0) || !isInteger(a.type)) return {};
  int64_t step = 0;
  if (op == BinaryOp::Add) {
    step = x.step + y.step;
  } else if (op == BinaryOp::Subtract) {
    step = x.step - y.step;
  } else if (op == BinaryOp::Multiply) {
    const auto* factor = dyn_cast<ConstantInt>(x.step == 0 ? x.base : y.base);
    if (!factor || (x.step != 0 && y.step != 0)) return {};
    step = (x.step + y.step) * factor->getSExtValue();
  } else {
    return {};
  }
  const int level = std::max(x.level, y.level);
  // The base belongs to the lanes' level anyway; keeping it there costs a scalar operation an iteration.
  Value* base = emitIntegerBinary(at(level), op, x.base, y.base, true);
  return add({.base = base, .step = step, .level = level}, a.type);
}

Scalar LaneBuilder::binary(BinaryOp op, Scalar a, Scalar b) {
  ensure(a.type == b.type, "LaneBuilder: operands of one type were expected");
  const Key key{{(kBinary + static_cast<uint64_t>(op)) << 8 | static_cast<uint64_t>(a.type), a.id, b.id, 0}};
  if (const Scalar* known = find(key)) return *known;
  if (Scalar affine = emitAffine(op, a, b); affine.id != 0) return remember(key, affine);
  const bool floating = a.type == F32 || a.type == F64;
  if (a.type == Pred && op == BinaryOp::Maximum) op = BinaryOp::Or;
  if (a.type == Pred && op == BinaryOp::Minimum) op = BinaryOp::And;
  return emit(kBinary + static_cast<uint64_t>(op), a.type, {a, b}, [&](IRBuilderBase& ir, ArrayRef<Value*> v) {
    return floating ? emitFloatBinary(ir, op, v[0], v[1]) : emitIntegerBinary(ir, op, v[0], v[1], isSigned(a.type));
  });
}

Scalar LaneBuilder::fma(Scalar a, Scalar b, Scalar c) {
  return emit(kFma, a.type, {a, b, c}, [&](IRBuilderBase& ir, ArrayRef<Value*> v) {
    return ir.CreateIntrinsic(Intrinsic::fma, {v[0]->getType()}, {v[0], v[1], v[2]});
  });
}

Scalar LaneBuilder::compare(CompareDirection direction, Scalar a, Scalar b) {
  ensure(a.type == b.type, "LaneBuilder: operands of one type were expected");
  return emit(kCompare + static_cast<uint64_t>(direction), Pred, {a, b}, [&](IRBuilderBase& ir, ArrayRef<Value*> v) {
    return ir.CreateCmp(predicateOf(direction, a.type), v[0], v[1]);
  });
}

Scalar LaneBuilder::select(Scalar predicate, Scalar onTrue, Scalar onFalse) {
  if (onTrue.id == onFalse.id) return onTrue;
  return emit(kSelect, onTrue.type, {predicate, onTrue, onFalse},
              [&](IRBuilderBase& ir, ArrayRef<Value*> v) { return ir.CreateSelect(v[0], v[1], v[2]); });
}

namespace {

Value* bfloatToFloat(IRBuilderBase& ir, Value* bits) {
  Type* wide = withLanes(ir.getInt32Ty(), bits->getType());
  Value* shifted = ir.CreateShl(ir.CreateZExt(bits, wide), ConstantInt::get(wide, 16));
  return ir.CreateBitCast(shifted, withLanes(ir.getFloatTy(), bits->getType()));
}

/// Round to nearest even by integers: add 0x7fff and the last kept bit; NaN stays NaN (its quiet bit is set).
Value* floatToBfloat(IRBuilderBase& ir, Value* value) {
  Type* wide = withLanes(ir.getInt32Ty(), value->getType());
  const auto number = [&](uint64_t n) { return ConstantInt::get(wide, n); };
  Value* bits = ir.CreateBitCast(value, wide);
  Value* odd = ir.CreateAnd(ir.CreateLShr(bits, number(16)), number(1));
  Value* rounded = ir.CreateAdd(ir.CreateAdd(bits, odd), number(0x7fff));
  Value* chosen = ir.CreateSelect(ir.CreateFCmpUNO(value, value), ir.CreateOr(bits, number(0x400000)), rounded);
  return ir.CreateTrunc(ir.CreateLShr(chosen, number(16)), withLanes(ir.getInt16Ty(), value->getType()));
}

/// f64 → f32 rounded to odd, so that a second rounding to a narrower type is as good as one.
Value* doubleToFloatRoundedToOdd(IRBuilderBase& ir, Value* value) {
  Type* bits32 = withLanes(ir.getInt32Ty(), value->getType());
  const auto number = [&](uint64_t n) { return ConstantInt::get(bits32, n); };
  Value* nearest = ir.CreateFPTrunc(value, withLanes(ir.getFloatTy(), value->getType()));
  Value* back = ir.CreateFPExt(nearest, value->getType());
  Value* bits = ir.CreateBitCast(nearest, bits32);
  Value* exact = ir.CreateFCmpUEQ(back, value);
  Value* farther =
      ir.CreateFCmpOGT(ir.CreateUnaryIntrinsic(Intrinsic::fabs, back), ir.CreateUnaryIntrinsic(Intrinsic::fabs, value));
  Value* truncated = ir.CreateSelect(farther, ir.CreateSub(bits, number(1)), bits);
  Value* odd = ir.CreateOr(truncated, number(1));
  return ir.CreateBitCast(ir.CreateSelect(exact, bits, odd), nearest->getType());
}

}  // namespace

Value* LaneBuilder::convertValue(IRBuilderBase& ir, Value* value, ElementType from, ElementType to) {
  Type* target = withLanes(valueType(context(), to), value->getType());
  if (from == BF16 || from == F16) {
    Value* wide = from == BF16 ? bfloatToFloat(ir, value)
                               : ir.CreateFPExt(ir.CreateBitCast(value, withLanes(ir.getHalfTy(), value->getType())),
                                                withLanes(ir.getFloatTy(), value->getType()));
    return to == F32 ? wide : convertValue(ir, wide, F32, to);
  }
  if (to == BF16 || to == F16) {
    if (from == F64)
      value = doubleToFloatRoundedToOdd(ir, value);
    else if (from != F32)
      value = convertValue(ir, value, from, F32);
    if (to == BF16) return floatToBfloat(ir, value);
    return ir.CreateBitCast(ir.CreateFPTrunc(value, withLanes(ir.getHalfTy(), value->getType())), target);
  }
  const bool fromFloat = isFloat(from), toFloat = isFloat(to);
  if (to == Pred)
    return fromFloat ? ir.CreateFCmpUNE(value, Constant::getNullValue(value->getType()))
                     : ir.CreateICmpNE(value, Constant::getNullValue(value->getType()));
  if (fromFloat && toFloat) return ir.CreateFPCast(value, target);
  if (fromFloat)
    return ir.CreateIntrinsic(isSigned(to) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat, {target, value->getType()},
                              {value});
  if (toFloat) return isSigned(from) ? ir.CreateSIToFP(value, target) : ir.CreateUIToFP(value, target);
  return isSigned(from) ? ir.CreateSExtOrTrunc(value, target) : ir.CreateZExtOrTrunc(value, target);
}

Scalar LaneBuilder::convert(Scalar a, ElementType type) {
  if (a.type == type) return a;
  const Entry entry = m_entries[a.id];
  const Key key{{(kConvert + static_cast<uint64_t>(a.type)) << 8 | static_cast<uint64_t>(type), a.id, 0, 0}};
  if (const Scalar* known = find(key)) return *known;
  if (entry.base && entry.step != 0 && isInteger(type) && byteWidth(type) <= byteWidth(a.type)) {
    Value* base = convertValue(at(entry.level), entry.base, a.type, type);
    return remember(key, add({.base = base, .step = entry.step, .level = entry.level}, type));
  }
  return emit(kConvert + static_cast<uint64_t>(a.type), type, {a},
              [&](IRBuilderBase& ir, ArrayRef<Value*> v) { return convertValue(ir, v[0], a.type, type); });
}

Scalar LaneBuilder::bitcast(Scalar a, ElementType type) {
  if (a.type == type) return a;
  const Entry entry = m_entries[a.id];
  const Key key{{(kBitcast + static_cast<uint64_t>(a.type)) << 8 | static_cast<uint64_t>(type), a.id, 0, 0}};
  if (const Scalar* known = find(key)) return *known;
  if (entry.base && entry.step != 0 && isInteger(type))
    return remember(key, add({entry.base, entry.step, nullptr, entry.level, 1}, type));
  return emit(kBitcast + static_cast<uint64_t>(a.type), type, {a}, [&](IRBuilderBase& ir, ArrayRef<Value*> v) {
    if (a.type == Pred) return ir.CreateZExt(v[0], withLanes(valueType(context(), type), v[0]->getType()));
    if (type == Pred) return ir.CreateICmpNE(v[0], Constant::getNullValue(v[0]->getType()));
    return ir.CreateBitCast(v[0], withLanes(valueType(context(), type), v[0]->getType()));
  });
}

// ---- loops

Scalar LaneBuilder::openLoop(Scalar begin, Scalar end, int64_t step) {
  Value* from = scalarValue(begin);
  Value* to = scalarValue(end);
  const int outer = level();
  Instruction* terminator = m_levels.back().terminator;
  BasicBlock* before = terminator->getParent();
  BasicBlock* after = SplitBlock(before, terminator);
  BasicBlock* body = BasicBlock::Create(context(), "loop", m_function, after);
  before->getTerminator()->setSuccessor(0, body);
  IRBuilderBase& ir = at(outer);
  ir.SetInsertPoint(body);
  PHINode* counter = ir.CreatePHI(ir.getInt64Ty(), 2, "i");
  counter->addIncoming(from, before);
  Value* next = ir.CreateAdd(counter, ir.getInt64(static_cast<uint64_t>(step)), "next", true, true);
  Instruction* latch = ir.CreateCondBr(ir.CreateICmpSLT(next, to), body, after);
  // The condition stands at the end of the body; code of the level goes before `next`'s use, in front of the branch.
  counter->addIncoming(next, body);
  m_levels.back().terminator = before->getTerminator();
  m_levels.push_back({.terminator = latch, .after = terminator, .lanes = m_levels.back().lanes});
  return wrap(counter, S64, level());
}

Scalar LaneBuilder::openLaneLoop(Scalar begin, Scalar end, int lanes, const Scalar* last) {
  Scalar position = openLoop(begin, end, lanes);
  m_levels.back().lanes = lanes;
  Value* base = scalarValue(position);
  if (last) base = here().CreateBinaryIntrinsic(Intrinsic::smin, base, scalarValue(*last));
  return add({.base = base, .step = lanes == 1 ? 0 : 1, .level = level()}, S64);
}

void LaneBuilder::openWhile() {
  Instruction* terminator = m_levels.back().terminator;
  BasicBlock* before = terminator->getParent();
  BasicBlock* after = SplitBlock(before, terminator);
  BasicBlock* header = BasicBlock::Create(context(), "while", m_function, after);
  before->getTerminator()->setSuccessor(0, header);
  m_levels.back().terminator = before->getTerminator();
  // Stands for the condition until it is known.
  m_levels.push_back({.terminator = BranchInst::Create(after, header), .after = terminator, .lanes = 1});
}

void LaneBuilder::enterBody(Scalar condition) {
  IRBuilderBase& ir = here();
  auto* placeholder = cast<BranchInst>(m_levels.back().terminator);
  BasicBlock* after = placeholder->getSuccessor(0);
  BasicBlock* header = m_levels[static_cast<size_t>(level() - 1)].terminator->getSuccessor(0);
  BasicBlock* body = BasicBlock::Create(context(), "body", m_function, after);
  ir.CreateCondBr(scalarValue(condition), body, after);
  placeholder->eraseFromParent();
  m_levels.back().terminator = BranchInst::Create(header, body);
}

void LaneBuilder::closeLoop() {
  const int closing = level();
  LoopLevel& loop = m_levels.back();
  // Loops that were opened inside have split the body: the back edge comes from where the latch stands now.
  auto* latch = cast<BranchInst>(loop.terminator);
  BasicBlock* header = latch->getSuccessor(0);
  for (PHINode& phi : header->phis())
    if (phi.getNumIncomingValues() == 2) phi.setIncomingBlock(1, latch->getParent());
  for (const auto& key : loop.keys) m_known.erase(Key{key});
  for (const auto& callback : m_onClose) callback(closing);
  Instruction* after = loop.after;
  m_levels.pop_back();
  m_levels.back().terminator = after;
}

LaneBuilder::Outside::Outside(LaneBuilder& builder, int level) : m_builder(builder) {
  auto& levels = builder.m_levels;
  const auto keep = levels.begin() + level + 1;
  m_suspended.assign(std::make_move_iterator(keep), std::make_move_iterator(levels.end()));
  levels.erase(keep, levels.end());
}

LaneBuilder::Outside::~Outside() {
  for (LoopLevel& level : m_suspended) m_builder.m_levels.push_back(std::move(level));
}

Value* LaneBuilder::variable(ElementType type, int lanes) {
  BasicBlock& entry = m_function->getEntryBlock();
  IRBuilder<> ir(&entry, entry.begin());
  Type* element = valueType(context(), type);
  return ir.CreateAlloca(lanes == 1 ? element : FixedVectorType::get(element, static_cast<unsigned>(lanes)));
}

Scalar LaneBuilder::loadVariable(Value* variable, ElementType type) {
  Type* allocated = cast<AllocaInst>(variable)->getAllocatedType();
  Value* value = here().CreateLoad(allocated, variable);
  const auto* vector = dyn_cast<FixedVectorType>(allocated);
  Entry entry{.level = level(), .lanes = vector ? static_cast<int>(vector->getNumElements()) : 1};
  (vector ? entry.vector : entry.base) = value;
  return add(entry, type);
}

void LaneBuilder::storeVariable(Value* variable, Scalar value) {
  const auto* vector = dyn_cast<FixedVectorType>(cast<AllocaInst>(variable)->getAllocatedType());
  Value* out = lanesOf(value, vector ? static_cast<int>(vector->getNumElements()) : 1);
  here().CreateStore(out, variable);
}

Scalar LaneBuilder::lanesFrom(Scalar a, int distance) {
  const int lanes = m_entries[a.id].lanes;
  SmallVector<int, 32> mask;
  for (int i = 0; i < lanes; ++i) mask.push_back((i + distance) % lanes);
  Value* vector = lanesOf(a, lanes);
  return add({.vector = here().CreateShuffleVector(vector, mask), .level = level(), .lanes = lanes}, a.type);
}

Scalar LaneBuilder::firstLane(Scalar a, int lanes) {
  Value* vector = lanesOf(a, lanes);
  return wrap(lanes == 1 ? vector : here().CreateExtractElement(vector, uint64_t{0}), a.type, level());
}

}  // namespace onepot
