// ScalarBuilder over LLVM IR. A value is uniform (one LLVM scalar), affine (base + lane·step) or a vector of lanes;
// loops are levels, and every operation is placed on the outermost level its operands allow, once. So vector code,
// hoisting and common subexpressions fall out while emitting, and no vectoriser has to find them again.
#pragma once

#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>

#include <array>
#include <functional>
#include <unordered_map>
#include <vector>

#include "engine/ops/scalar_builder.h"

namespace onepot {

/// LLVM's type of one element in memory, and of one value in registers (pred: i8 and i1; f16, bf16: i16 both).
llvm::Type* memoryType(llvm::LLVMContext& context, ElementType type);
llvm::Type* valueType(llvm::LLVMContext& context, ElementType type);

/// One open loop: where its code goes, and what becomes void when it closes.
struct LoopLevel {
  llvm::Instruction* terminator = nullptr;
  llvm::Instruction* after = nullptr;  // the terminator behind the loop, where the level outside goes on
  int lanes = 1;
  std::vector<std::array<uint64_t, 4>> keys = {};
};

class LaneBuilder final : public ScalarBuilder {
 public:
  /// Level 0 is the function's entry block, which ends in `ret void`.
  explicit LaneBuilder(llvm::Function* function);

  Scalar constant(ElementType type, double value) override;
  Scalar constantBits(ElementType type, uint64_t bits) override;
  Scalar unary(UnaryOp op, Scalar a) override;
  Scalar binary(BinaryOp op, Scalar a, Scalar b) override;
  Scalar fma(Scalar a, Scalar b, Scalar c) override;
  Scalar compare(CompareDirection direction, Scalar a, Scalar b) override;
  Scalar select(Scalar predicate, Scalar onTrue, Scalar onFalse) override;
  Scalar convert(Scalar a, ElementType type) override;
  Scalar bitcast(Scalar a, ElementType type) override;

  // ---- loops
  /// Opens `for (i = begin; i < end; i += step)` on the current level and makes its body the current level. The body
  /// runs at least once. `begin` and `end` are uniform s64. Returns i.
  Scalar openLoop(Scalar begin, Scalar end, int64_t step = 1);
  /// The same with `lanes` elements an iteration: i, i+1, … . Where `last` is given, i is kept ≤ last, so that the
  /// final iteration overlaps the one before instead of needing a tail.
  Scalar openLaneLoop(Scalar begin, Scalar end, int lanes, const Scalar* last = nullptr);
  /// Opens `while (…)`: what follows computes the condition, then enterBody says what it is. Ends with closeLoop too.
  void openWhile();
  void enterBody(Scalar condition);
  void closeLoop();
  int level() const { return static_cast<int>(m_levels.size()) - 1; }
  int levelOf(Scalar a) const { return m_entries[a.id].level; }
  /// Lanes of a vector on the current level; 1 outside lane loops.
  int lanes() const { return m_levels.back().lanes; }
  /// Vectors of `lanes` on the current level outside any lane loop: for folding what a lane loop left.
  void setLanes(int lanes) { m_levels.back().lanes = lanes; }
  /// Makes `level` the current one for a while: what is emitted goes before the loops that are open inside it.
  class Outside {
   public:
    Outside(LaneBuilder& builder, int level);
    ~Outside();
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;

   private:
    LaneBuilder& m_builder;
    std::vector<LoopLevel> m_suspended;
  };
  /// Called with a level when it closes: caches of values drop what lives there.
  void onClose(std::function<void(int level)> callback) { m_onClose.push_back(std::move(callback)); }

  // ---- memory
  struct Access {
    llvm::Value* pointer = nullptr;
    ElementType type = ElementType::Invalid;
    int64_t count = 0;     // elements; 0: not known
    bool readOnly = true;  // nobody writes it while the function runs: loads may be hoisted and shared
  };
  Scalar load(const Access& access, Scalar position);
  /// Lanes where `present` is false get some value; nothing outside the array is touched.
  Scalar loadWhere(const Access& access, Scalar position, Scalar present);
  void store(const Access& access, Scalar position, Scalar value);

  /// Memory of this call that turns into registers where LLVM can: `lanes` elements each.
  llvm::Value* variable(ElementType type, int lanes);
  Scalar loadVariable(llvm::Value* variable, ElementType type);
  void storeVariable(llvm::Value* variable, Scalar value);

  // ---- lanes
  bool isUniform(Scalar a) const { return m_entries[a.id].base && m_entries[a.id].step == 0; }
  /// Swaps lanes so that lane i sees lane i + distance.
  Scalar lanesFrom(Scalar a, int distance);
  /// Lane 0 of a vector. Use it before the lane loop closes.
  Scalar firstLane(Scalar a, int lanes);

  llvm::Value* scalarValue(Scalar a) const;
  Scalar wrap(llvm::Value* value, ElementType type, int level);
  llvm::LLVMContext& context() const { return m_ir.getContext(); }
  /// The raw builder, standing at the end of the current level.
  llvm::IRBuilderBase& at(int level);
  llvm::IRBuilderBase& here() { return at(level()); }
  llvm::Function* function() const { return m_function; }
  /// Names the source of what follows (0: none); it reaches the machine code as a debug line.
  void standFor(int64_t instruction);

 private:
  friend class Outside;
  struct Entry {
    llvm::Value* base = nullptr;  // uniform or affine
    int64_t step = 0;
    llvm::Value* vector = nullptr;  // made when asked for, and for what is neither
    int level = 0;
    int lanes = 1;
  };
  struct Key {
    std::array<uint64_t, 4> words;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };

  Scalar add(Entry entry, ElementType type);
  Scalar remember(const Key& key, Scalar result);
  const Scalar* find(const Key& key) const;
  llvm::Value* lanesOf(Scalar a, int lanes);
  /// Emits at the operands' level: scalars where all are uniform, else vectors.
  template <typename Emit>
  Scalar emit(uint64_t tag, ElementType type, std::initializer_list<Scalar> operands, Emit emit);
  Scalar emitAffine(BinaryOp op, Scalar a, Scalar b);
  llvm::Value* convertValue(llvm::IRBuilderBase& ir, llvm::Value* value, ElementType from, ElementType to);
  llvm::Value* gather(llvm::IRBuilderBase& ir, const Access& access, Scalar position, int lanes, llvm::Value* present);
  llvm::Value* address(llvm::IRBuilderBase& ir, const Access& access, llvm::Value* position);
  llvm::Value* loadUniform(llvm::IRBuilderBase& ir, const Access& access, llvm::Value* where, const Scalar* present);
  llvm::Value* loadVector(int level, const Access& access, Scalar position, const Scalar* present, int lanes);
  Scalar loadAt(const Access& access, Scalar position, const Scalar* present);

  llvm::Function* m_function;
  llvm::IRBuilder<llvm::InstSimplifyFolder> m_ir;
  std::vector<LoopLevel> m_levels;
  std::vector<Entry> m_entries;
  std::unordered_map<Key, Scalar, KeyHash> m_known;
  std::vector<std::function<void(int)>> m_onClose;
};

}  // namespace onepot
