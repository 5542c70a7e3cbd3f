#include "engine/passes/fusion_group.h"

#include <algorithm>

#include "engine/analysis/cost_model.h"
#include "engine/ops/op.h"

namespace onepot {

namespace {

uint64_t mix(uint64_t sum, uint64_t value) {
  sum ^= value + 0x9e3779b97f4a7c15ull + (sum << 6) + (sum >> 2);
  return sum * 1099511628211ull + 2;  // never one of the named positions
}

uint64_t mixAll(uint64_t sum, const std::vector<int64_t>& values) {
  for (int64_t value : values) sum = mix(sum, static_cast<uint64_t>(value));
  return mix(sum, values.size());
}

/// The position that an operand is asked for where the result is asked for `position`: equal for equal index maps.
uint64_t mapPosition(uint64_t position, const Instruction& instruction, int operand) {
  uint64_t sum = mix(position, static_cast<uint64_t>(instruction.opcode()));
  sum = mixAll(sum, instruction.operand(operand)->shape().dims());
  sum = mixAll(sum, instruction.shape().isArray() ? instruction.shape().dims() : std::vector<int64_t>{});
  if (instruction.opcode() == Opcode::Concatenate) sum = mix(sum, static_cast<uint64_t>(operand));
  if (const auto* dimensions = instruction.getIf<DimensionsAttributes>()) return mixAll(sum, dimensions->dimensions);
  if (const auto* slice = instruction.getIf<SliceAttributes>())
    return mixAll(mixAll(sum, slice->starts), slice->strides);
  if (const auto* pad = instruction.getIf<PadAttributes>()) return mixAll(mixAll(sum, pad->low), pad->interior);
  return mix(sum, static_cast<uint64_t>(instruction.id()));
}

double elementsOf(const Instruction& instruction) {
  return instruction.shape().isArray() ? static_cast<double>(instruction.shape().elementCount()) : 0;
}

/// A reduction with several results has a tuple for a shape; each result has as many elements.
double resultElements(const Instruction& instruction) {
  const Shape& shape = instruction.shape();
  return static_cast<double>((shape.isTuple() ? shape.elements().front() : shape).elementCount());
}

/// Same elements in the same order: positions are kept.
bool keepsLinearOrder(const Instruction& instruction) {
  if (instruction.opcode() == Opcode::Reshape || instruction.opcode() == Opcode::Bitcast) return true;
  if (instruction.opcode() != Opcode::Broadcast) return false;
  return instruction.shape().elementCount() == instruction.operand(0)->shape().elementCount() &&
         std::ranges::is_sorted(instruction.get<DimensionsAttributes>().dimensions);
}

bool isScalar(const Instruction& instruction) {
  return instruction.shape().isArray() && instruction.shape().rank() == 0;
}

Demand::Place operandPlace(const Instruction& instruction, int operand, Demand::Place place, bool inPlace) {
  const Instruction& from = *instruction.operand(operand);
  bool keepsPosition = has(instruction.opcode(), kElementwise) || keepsLinearOrder(instruction);
  bool spreadsScalar = isScalar(from) && instruction.shape().isArray() && instruction.shape().elementCount() > 1;
  if (spreadsScalar || (isScalar(from) && !keepsPosition)) return {kScalarPosition, 1};
  if (keepsPosition) return place;
  uint64_t position = mapPosition(place.position, instruction, operand);
  double share = elementsOf(from) / std::max(resultElements(instruction), 1.0);
  switch (instruction.opcode()) {
    case Opcode::Reduce: return {position, place.elements * share};
    case Opcode::Concatenate:
    case Opcode::Pad: return {position, place.elements * std::min(share, 1.0)};
    case Opcode::DynamicUpdateSlice:
      if (operand == 0) return {position, inPlace ? 0 : place.elements};
      return {position, inPlace ? elementsOf(from) : place.elements * share};
    default: return {position, place.elements};
  }
}

double bytesRead(const Instruction& value, const Demand& demand) {
  auto width = static_cast<double>(byteSize(value.shape())) / std::max(elementsOf(value), 1.0);
  return width * std::min(demand.elements(), elementsOf(value));
}

double bytesWritten(const Instruction& result) {
  if (result.opcode() == Opcode::DynamicUpdateSlice) return static_cast<double>(byteSize(result.operand(1)->shape()));
  return static_cast<double>(byteSize(result.shape()));
}

}  // namespace

double Demand::elements() const {
  double sum = 0;
  for (const Place& place : places) sum += place.elements;
  return sum;
}

void Demand::add(Place place) {
  for (Place& known : places)
    if (known.position == place.position) {
      known.elements = std::max(known.elements, place.elements);
      return;
    }
  places.push_back(place);
}

void Demand::add(const Demand& other) {
  for (const Place& place : other.places) add(place);
}

bool isScalarConstant(const Instruction& instruction) { return instruction.isConstant() && isScalar(instruction); }

std::vector<std::pair<Instruction*, Demand>> operandDemands(const Instruction& instruction, const Demand& demand,
                                                            bool isResult) {
  std::vector<std::pair<Instruction*, Demand>> asked;
  for (int i = 0; i < instruction.operandCount(); ++i) {
    if (isScalarConstant(*instruction.operand(i))) continue;
    Demand from;
    for (const Demand::Place& place : demand.places) from.add(operandPlace(instruction, i, place, isResult));
    asked.emplace_back(instruction.operand(i), std::move(from));
  }
  return asked;
}

FusionGroup::FusionGroup(Instruction* result) : m_results{result} {
  double elements =
      result->opcode() == Opcode::DynamicUpdateSlice ? elementsOf(*result->operand(1)) : resultElements(*result);
  m_demands[result].add(Demand::Place{kOwnPosition, elements});
  m_estimate.bytesWritten = bytesWritten(*result);
  m_emissions = 0;
  std::vector<Instruction*> added;
  take(result, added);
}

KernelEstimate FusionGroup::estimateWith(Instruction* producer) const {
  KernelEstimate estimate = m_estimate;
  const Demand& demand = m_demands.at(producer);
  includeWork(estimate, *producer, demand);
  estimate.bytesRead -= bytesRead(*producer, demand);
  std::unordered_map<Instruction*, Demand> changed;
  for (auto& [operand, asked] : operandDemands(*producer, demand, false)) {
    auto [slot, fresh] = changed.try_emplace(operand);
    auto known = m_demands.find(operand);
    if (fresh && known != m_demands.end()) {
      slot->second = known->second;
      estimate.bytesRead -= bytesRead(*operand, known->second);
    }
    slot->second.add(asked);
  }
  for (auto& [operand, asked] : changed) estimate.bytesRead += bytesRead(*operand, asked);
  return estimate;
}

void FusionGroup::take(Instruction* producer, std::vector<Instruction*>& added) {
  Demand demand = m_demands.at(producer);
  bool isResult = m_members.empty();
  includeWork(m_estimate, *producer, demand);
  if (!isResult) m_estimate.bytesRead -= bytesRead(*producer, demand);
  m_members.push_back(producer);
  m_inside.insert(producer);
  m_emissions += static_cast<int>(demand.places.size());
  if (producer->opcode() == Opcode::Reduce) m_reductions.push_back(producer);
  for (auto& [operand, asked] : operandDemands(*producer, demand, isResult)) {
    auto [slot, fresh] = m_demands.try_emplace(operand);
    if (fresh) added.push_back(operand);
    bool counts = !m_inside.contains(operand);
    if (counts) m_estimate.bytesRead -= bytesRead(*operand, slot->second);
    slot->second.add(asked);
    if (counts) m_estimate.bytesRead += bytesRead(*operand, slot->second);
  }
}

// Values read by both are read once; a result of the other that was read here stays inside, and is still written.
void FusionGroup::merge(const FusionGroup& other) {
  for (Instruction* result : other.m_results) {
    m_results.push_back(result);
    m_estimate.bytesWritten += bytesWritten(*result);
  }
  for (Instruction* member : other.m_members) {
    if (!m_inside.insert(member).second) continue;
    m_members.push_back(member);
    if (member->opcode() == Opcode::Reduce) m_reductions.push_back(member);
  }
  for (const auto& [value, demand] : other.m_demands) m_demands[value].add(demand);
  m_emissions += other.m_emissions;
  m_estimate.flops += other.m_estimate.flops;
  m_estimate.transcendentals += other.m_estimate.transcendentals;
  m_estimate.bytesRead = 0;
  for (const auto& [value, demand] : m_demands)
    if (!m_inside.contains(value)) m_estimate.bytesRead += bytesRead(*value, demand);
}

void FusionGroup::keepResults(const std::vector<Instruction*>& kept) {
  m_results = kept;
  m_estimate.bytesWritten = 0;
  for (const Instruction* result : kept) m_estimate.bytesWritten += bytesWritten(*result);
}

void FusionGroup::includeWork(KernelEstimate& estimate, const Instruction& member, const Demand& demand) const {
  Work work = workPerElement(member);
  double times = demand.elements();
  if (member.opcode() == Opcode::Reduce)
    times *= elementsOf(*member.operand(0)) / std::max(resultElements(member), 1.0);
  estimate.flops += work.flops * times;
  estimate.transcendentals += work.transcendentals * times;
}

// A reshape alone is a bitcast: no kernel and no bytes.
KernelEstimate estimateAlone(Instruction& instruction) {
  if (instruction.opcode() == Opcode::Reshape || instruction.opcode() == Opcode::Bitcast) return {};
  return FusionGroup(&instruction).estimate();
}

double secondsOf(const KernelEstimate& estimate, const DeviceFigures& figures) {
  if (estimate.bytes() == 0 && estimate.flops == 0) return 0;
  return predictSeconds(estimate.flops, estimate.transcendentals, estimate.bytes(), figures);
}

}  // namespace onepot
