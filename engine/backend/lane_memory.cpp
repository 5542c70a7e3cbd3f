// LaneBuilder's loads and stores.
#include <llvm/IR/Intrinsics.h>

#include <algorithm>

#include "engine/backend/lane_builder.h"
#include "engine/backend/lane_values.h"
#include "engine/base/result.h"

namespace onepot {

using namespace llvm;
using enum ElementType;

Value* LaneBuilder::address(IRBuilderBase& ir, const Access& access, Value* position) {
  return ir.CreateInBoundsGEP(memoryType(context(), access.type), access.pointer, position);
}

namespace {

/// What is in memory as a value: pred is a byte there.
Value* fromMemory(IRBuilderBase& ir, Value* raw, ElementType type) {
  return type == Pred ? ir.CreateICmpNE(raw, Constant::getNullValue(raw->getType())) : raw;
}

void markReadOnly(Value* load, bool readOnly) {
  auto* instruction = dyn_cast<Instruction>(load);
  if (instruction && readOnly)
    instruction->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(instruction->getContext(), {}));
}

}  // namespace

/// Lane by lane; where `present` is given, absent lanes read element 0.
Value* LaneBuilder::gather(IRBuilderBase& ir, const Access& access, Scalar position, int lanes, Value* present) {
  const Entry entry = m_entries[position.id];
  Type* element = memoryType(context(), access.type);
  Value* vector = PoisonValue::get(FixedVectorType::get(element, static_cast<unsigned>(lanes)));
  Value* positions = entry.base ? nullptr : lanesOf(position, lanes);
  for (int i = 0; i < lanes; ++i) {
    Value* at = positions ? ir.CreateExtractElement(positions, static_cast<uint64_t>(i))
                          : ir.CreateAdd(entry.base, ir.getInt64(static_cast<uint64_t>(entry.step * i)));
    if (present) at = ir.CreateSelect(ir.CreateExtractElement(present, static_cast<uint64_t>(i)), at, ir.getInt64(0));
    LoadInst* load =
        ir.CreateAlignedLoad(element, address(ir, access, at), Align(static_cast<uint64_t>(byteWidth(access.type))));
    markReadOnly(load, access.readOnly);
    vector = ir.CreateInsertElement(vector, load, static_cast<uint64_t>(i));
  }
  return vector;
}

Value* LaneBuilder::loadUniform(IRBuilderBase& ir, const Access& access, Value* where, const Scalar* present) {
  if (present && isUniform(*present)) {
    where = ir.CreateSelect(scalarValue(*present), where, ir.getInt64(0));
  } else if (present) {  // some lanes want it, perhaps none: stay inside
    const int64_t last = std::max<int64_t>(access.count - 1, 0);
    where = ir.CreateBinaryIntrinsic(Intrinsic::smax, where, ir.getInt64(0));
    where = ir.CreateBinaryIntrinsic(Intrinsic::smin, where, ir.getInt64(static_cast<uint64_t>(last)));
  }
  const Align alignment(static_cast<uint64_t>(byteWidth(access.type)));
  return ir.CreateAlignedLoad(memoryType(context(), access.type), address(ir, access, where), alignment);
}

/// In one load where the lanes are neighbours in memory, one by one otherwise.
Value* LaneBuilder::loadVector(int level, const Access& access, Scalar position, const Scalar* present, int lanes) {
  const Entry entry = m_entries[position.id];
  Value* mask = present ? lanesOf(*present, lanes) : nullptr;
  if (!entry.base) lanesOf(position, lanes);  // made where it belongs, before this place is taken up
  IRBuilderBase& ir = at(level);
  auto* type = FixedVectorType::get(memoryType(context(), access.type), static_cast<unsigned>(lanes));
  const Align alignment(static_cast<uint64_t>(byteWidth(access.type)));
  const bool narrow = byteWidth(access.type) < 4;  // no masked loads of bytes before AVX-512
  if (entry.base && entry.step == 1 && !mask)
    return ir.CreateAlignedLoad(type, address(ir, access, entry.base), alignment);
  if (entry.base && entry.step == 1 && !narrow)
    return ir.CreateMaskedLoad(type, address(ir, access, entry.base), alignment, mask, Constant::getNullValue(type));
  if (entry.base && entry.step == -1 && !mask) {
    Value* first = ir.CreateAdd(entry.base, ir.getInt64(static_cast<uint64_t>(1 - lanes)));
    Value* load = ir.CreateAlignedLoad(type, address(ir, access, first), alignment);
    markReadOnly(load, access.readOnly);
    return ir.CreateVectorReverse(load);
  }
  return gather(ir, access, position, lanes, mask);
}

Scalar LaneBuilder::loadAt(const Access& access, Scalar position, const Scalar* present) {
  const Key key{{(kLoad << 8) | static_cast<uint64_t>(access.type), position.id, present ? present->id : 0,
                 reinterpret_cast<uint64_t>(access.pointer)}};
  if (access.readOnly)
    if (const Scalar* known = find(key)) return *known;
  // What may be written meanwhile is loaded where it is asked for.
  int level = std::max(levelOf(position), present ? levelOf(*present) : 0);
  if (!access.readOnly) level = this->level();
  const bool uniform = isUniform(position);
  const int lanes = uniform ? 1 : m_levels[static_cast<size_t>(level)].lanes;
  Value* raw = uniform ? loadUniform(at(level), access, scalarValue(position), present)
                       : loadVector(level, access, position, present, lanes);
  if (isa<LoadInst>(raw)) markReadOnly(raw, access.readOnly);
  Entry result{.level = level, .lanes = lanes};
  (uniform ? result.base : result.vector) = fromMemory(at(level), raw, access.type);
  Scalar loaded = add(result, access.type);
  return access.readOnly ? remember(key, loaded) : loaded;
}

Scalar LaneBuilder::load(const Access& access, Scalar position) { return loadAt(access, position, nullptr); }

Scalar LaneBuilder::loadWhere(const Access& access, Scalar position, Scalar present) {
  return loadAt(access, position, &present);
}

void LaneBuilder::store(const Access& access, Scalar position, Scalar value) {
  const Entry entry = m_entries[position.id];
  const bool uniform = isUniform(position);
  const int lanes = uniform ? 1 : this->lanes();
  Value* out = lanesOf(value, lanes);
  IRBuilderBase& ir = here();
  Type* element = memoryType(context(), access.type);
  if (access.type == Pred) out = ir.CreateZExt(out, withLanes(element, out->getType()));
  const Align alignment(static_cast<uint64_t>(byteWidth(access.type)));
  if (uniform || (entry.base && entry.step == 1)) {
    ir.CreateAlignedStore(out, address(ir, access, entry.base), alignment);
    return;
  }
  Value* positions = entry.base ? nullptr : lanesOf(position, lanes);
  here();
  for (int i = 0; i < lanes; ++i) {
    Value* where = positions ? ir.CreateExtractElement(positions, static_cast<uint64_t>(i))
                             : ir.CreateAdd(entry.base, ir.getInt64(static_cast<uint64_t>(entry.step * i)));
    ir.CreateAlignedStore(ir.CreateExtractElement(out, static_cast<uint64_t>(i)), address(ir, access, where),
                          alignment);
  }
}

}  // namespace onepot
