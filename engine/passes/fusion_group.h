// One kernel in the making: its results, the instructions inside, and what it asks of the values that it reads.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/ir/device_figures.h"
#include "engine/ir/module.h"

namespace onepot {

/// How a kernel asks for a value: at which positions relative to its own (each with a number of its own), and how many
/// elements in all.
struct Demand {
  struct Place {
    uint64_t position = 0;
    double elements = 0;
  };
  std::vector<Place> places;

  double elements() const;
  void add(Place place);
  void add(const Demand& other);
};

/// The kernel's own position, and "the one element of a scalar".
inline constexpr uint64_t kOwnPosition = 1;
inline constexpr uint64_t kScalarPosition = 0;

/// What evaluating `instruction` as `demand` says asks of its operands, in order; an operand that stands twice comes
/// twice. `isResult`: it is written to memory, so a dynamic-update-slice works in place.
std::vector<std::pair<Instruction*, Demand>> operandDemands(const Instruction& instruction, const Demand& demand,
                                                            bool isResult);

/// Scalar constants are written into the code of every kernel that uses them; nobody reads them from memory.
bool isScalarConstant(const Instruction& instruction);

struct KernelEstimate {
  double flops = 0, transcendentals = 0, bytesRead = 0, bytesWritten = 0;
  double bytes() const { return bytesRead + bytesWritten; }
};

class FusionGroup {
 public:
  explicit FusionGroup(Instruction* result);

  const std::vector<Instruction*>& results() const { return m_results; }
  /// Users before producers.
  const std::vector<Instruction*>& members() const { return m_members; }
  const std::vector<Instruction*>& reductions() const { return m_reductions; }
  bool has(const Instruction* instruction) const { return m_inside.contains(instruction); }
  /// All that is asked for: members and the values read from memory.
  const std::unordered_map<Instruction*, Demand>& demands() const { return m_demands; }
  const Demand& demandOf(Instruction* value) const { return m_demands.at(value); }
  const KernelEstimate& estimate() const { return m_estimate; }
  /// Places at which code is written, all members together.
  int emissions() const { return m_emissions; }
  int inputs() const { return static_cast<int>(m_demands.size() - m_members.size()); }
  bool updatesInPlace() const { return m_results.front()->opcode() == Opcode::DynamicUpdateSlice; }

  /// The estimate with `producer`, one of the inputs, computed inside.
  KernelEstimate estimateWith(Instruction* producer) const;
  /// Takes in `producer`, one of the inputs. The values that it now reads as well are appended to `added`.
  void take(Instruction* producer, std::vector<Instruction*>& added);
  /// Takes in another kernel with all its results.
  void merge(const FusionGroup& other);
  /// Results that nobody reads from memory are only inside; at least one result stays.
  void keepResults(const std::vector<Instruction*>& kept);

 private:
  void includeWork(KernelEstimate& estimate, const Instruction& member, const Demand& demand) const;

  std::vector<Instruction*> m_results, m_members, m_reductions;
  std::unordered_set<const Instruction*> m_inside;
  std::unordered_map<Instruction*, Demand> m_demands;
  KernelEstimate m_estimate;
  int m_emissions = 1;
};

/// Of one instruction launched by itself.
KernelEstimate estimateAlone(Instruction& instruction);
double secondsOf(const KernelEstimate& estimate, const DeviceFigures& figures);

}  // namespace onepot
