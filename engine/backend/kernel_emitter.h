// KernelBody → one LLVM function `void name(ptr buffers, i64 begin, i64 end)`.
#pragma once

#include <memory>
#include <string>

#include "engine/backend/element_emitter.h"
#include "engine/backend/kernel_body.h"

namespace llvm {
class Module;
}

namespace onepot {

class KernelEmitter {
 public:
  /// Adds the function to `target`; with debug locations (line = instruction id) where `withLines`.
  KernelEmitter(const KernelBody& body, llvm::Module& target, const std::string& name, bool withLines);
  KernelRange emit();
  /// A kernel generic in its length: one flat loop over elements [begin, end), each array contiguous or (scalar) a
  /// single element; in whole vectors, or one by one.
  KernelRange emitEager(bool vectors);
  static llvm::Function* makeFunction(llvm::Module& target, const std::string& name, bool withLines);

 private:
  /// A loop over a dimension of the outputs, or over blocks of one.
  struct LoopDimension {
    int dimension = 0;
    int64_t count = 1, block = 1;  // iterations; elements of the dimension an iteration stands for
  };

  KernelRange emitLoop();
  KernelRange emitTiled(int lane, int tiled);
  bool canTile(int lane, int tiled) const;
  std::vector<const Instruction*> turnedMembers(int tiled) const;
  /// How many iterations the function's range has when its outer dimensions have these counts.
  static int64_t outerCountOf(std::span<const int64_t> counts);
  KernelRange emitFlat();
  KernelRange emitRowReduction();
  KernelRange emitColumnReduction();
  struct Columns;
  Columns planColumns();
  void forColumns(Columns& columns, const std::function<void(Scalar offset)>& body);
  void addRows(Columns& columns, Scalar offset);
  void accumulateRows(Columns& columns);
  void finishColumns(Columns& columns, Scalar offset);
  KernelRange emitPartial();
  KernelRange emitCombine();
  KernelRange emitUpdate();
  KernelRange emitScatter();
  struct ScatterPlace;
  ScatterPlace scatterPlace(std::span<const Scalar> batch);
  void scatterWindow(const ScatterPlace& place, std::span<const Scalar> batch);

  bool isFlat() const;
  int lanesFor(int64_t size) const;
  int laneDimension() const;
  int tiledDimension(int lane) const;
  ArrayView view(const ArrayValue& value, size_t argument, bool readOnly);
  ArrayView partialView(size_t k, int64_t perChunk);
  llvm::Value* pointer(size_t argument);
  void bindInputs();
  /// Opens the loop over [begin, end) and returns the coordinates it stands for, outermost first.
  std::vector<Scalar> openOuter(const std::vector<LoopDimension>& dimensions);
  void closeLoops(int downTo);
  void laneLoop(Scalar begin, Scalar end, int64_t size, const std::function<void(Scalar)>& body);
  void storeOutputs(std::span<const Scalar> index);
  std::vector<int64_t> outputDims() const;
  Scalar minimum(Scalar a, Scalar b) { return m_builder.binary(BinaryOp::Minimum, a, b); }
  Scalar number(int64_t value) { return m_elements.number(value); }
  Scalar plus(Scalar a, Scalar b) { return m_builder.binary(BinaryOp::Add, a, b); }
  Scalar times(Scalar a, int64_t by) { return by == 1 ? a : m_builder.binary(BinaryOp::Multiply, a, number(by)); }

  const KernelBody& m_body;
  llvm::Function* m_function;
  LaneBuilder m_builder;
  ElementEmitter m_elements;
  std::vector<ArrayView> m_outputs;
  int m_width = 1;
  bool m_expensive = false;
};

}  // namespace onepot
