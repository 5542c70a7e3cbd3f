// Loop kernels that read something transposed: tile by tile, each tile turned through a small array in first-level
// cache.
#include <algorithm>

#include "engine/backend/kernel_emitter.h"

namespace onepot {

namespace {

constexpr int64_t kTileRows =
    16;  // along the dimension in which the transposed operand is contiguous: a cache line of f32
constexpr int64_t kTileLanes = 64;  // along the output's own contiguous dimension

}  // namespace

/// The transposes that are contiguous along `tiled` where the output is so along the lanes.
std::vector<const Instruction*> KernelEmitter::turnedMembers(int tiled) const {
  std::vector<const Instruction*> turned;
  const Shape& shape = m_body.outputs[0].shape();
  for (const Instruction* member : m_body.members) {
    if (member->opcode() != Opcode::Transpose || !member->shape().sameDims(shape)) continue;
    const auto& permutation = member->get<DimensionsAttributes>().dimensions;
    if (permutation[static_cast<size_t>(tiled)] == shape.rank() - 1) turned.push_back(member);
  }
  return turned;
}

bool KernelEmitter::canTile(int lane, int tiled) const {
  const Shape& shape = m_body.outputs[0].shape();
  // Tiles at the edges start earlier and compute some elements twice, which an output over an input would not bear.
  return tiled >= 0 && !m_body.overlays && shape.dim(tiled) >= kTileRows && shape.dim(lane) >= kTileLanes;
}

KernelRange KernelEmitter::emitTiled(int lane, int tiled) {
  const Shape& shape = m_body.outputs[0].shape();
  std::vector<LoopDimension> outer;
  for (int d = 0; d < shape.rank(); ++d)
    if (d != lane && d != tiled) outer.push_back({d, shape.dim(d), 1});
  const auto blocks = [](int64_t size, int64_t block) { return (size + block - 1) / block; };
  outer.push_back({lane, blocks(shape.dim(lane), kTileLanes), kTileLanes});
  outer.push_back({tiled, blocks(shape.dim(tiled), kTileRows), kTileRows});
  std::vector<Scalar> coordinates = openOuter(outer);
  std::vector<Scalar> index(static_cast<size_t>(shape.rank()));
  for (size_t k = 0; k + 2 < outer.size(); ++k) index[static_cast<size_t>(outer[k].dimension)] = coordinates[k];
  Scalar firstLane = minimum(times(coordinates[outer.size() - 2], kTileLanes), number(shape.dim(lane) - kTileLanes));
  Scalar firstRow = minimum(times(coordinates.back(), kTileRows), number(shape.dim(tiled) - kTileRows));
  const std::vector<const Instruction*> turned = turnedMembers(tiled);
  std::vector<ArrayView> tiles;
  for (const Instruction* member : turned) {
    const ElementType type = member->shape().type();
    llvm::IRBuilderBase& ir = m_builder.at(0);
    llvm::Value* memory = ir.CreateAlloca(memoryType(m_builder.context(), type), ir.getInt64(kTileRows * kTileLanes));
    tiles.push_back({{memory, type, kTileRows * kTileLanes, false}, {kTileLanes, 1}});
  }
  // Fill: lanes along the rows of the tile, where the operand is contiguous.
  Scalar column = m_builder.openLoop(number(0), number(kTileLanes));
  Scalar row = m_builder.openLaneLoop(number(0), number(kTileRows), static_cast<int>(kTileRows));
  index[static_cast<size_t>(lane)] = plus(firstLane, column);
  index[static_cast<size_t>(tiled)] = plus(firstRow, row);
  for (size_t k = 0; k < turned.size(); ++k) {
    const auto& permutation = turned[k]->get<DimensionsAttributes>().dimensions;
    std::vector<Scalar> source(permutation.size());
    for (size_t d = 0; d < permutation.size(); ++d) source[static_cast<size_t>(permutation[d])] = index[d];
    m_elements.store(tiles[k], std::array{row, column}, m_elements.element(turned[k]->operand(0), 0, source));
  }
  m_builder.closeLoop();
  m_builder.closeLoop();
  // Use: lanes along the tile's other side.
  row = m_builder.openLoop(number(0), number(kTileRows));
  index[static_cast<size_t>(tiled)] = plus(firstRow, row);
  const int lanes = lanesFor(kTileLanes);
  m_width = lanes;
  column = m_builder.openLaneLoop(number(0), number(kTileLanes), lanes);
  index[static_cast<size_t>(lane)] = plus(firstLane, column);
  for (size_t k = 0; k < turned.size(); ++k)
    m_elements.provide(turned[k], 0, index,
                       m_builder.load(tiles[k].access, m_elements.position(tiles[k], std::array{row, column})));
  storeOutputs(index);
  closeLoops(0);
  std::vector<int64_t> counts;
  for (const LoopDimension& d : outer) counts.push_back(d.count);
  return {outerCountOf(counts), m_width};
}

}  // namespace onepot
