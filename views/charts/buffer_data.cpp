#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "views/charts/buffer_chart.h"
#include "views/charts/launch_bars.h"
#include "views/instruction_kind.h"

namespace onepot {

namespace {

/// More than that cannot be told apart; the greatest are kept.
constexpr size_t kMostBoxes = 600;

void keepGreatest(std::vector<BufferBox>& boxes) {
  if (boxes.size() <= kMostBoxes) return;
  std::vector<int64_t> sizes;
  for (const BufferBox& box : boxes) sizes.push_back(box.size);
  std::ranges::nth_element(sizes, sizes.begin() + kMostBoxes, std::greater());
  std::erase_if(boxes, [least = sizes[kMostBoxes]](const BufferBox& box) { return box.size <= least; });
}

Kind kindIn(const std::unordered_map<InstructionId, const Instruction*>& instructions, InstructionId id) {
  const auto found = instructions.find(id);
  return found == instructions.end() ? Kind::Free : kindOf(*found->second);
}

BufferSide eagerSide(const Compilation& compilation, const Run& run, bool byTime) {
  BufferSide side;
  const Series& series = run.eager;
  const auto traced =
      compilation.stages.empty() ? decltype(instructionsOf(Stage()))() : instructionsOf(compilation.stages.front());
  std::vector<double> starts, ends;
  for (const Launch& launch : series.launches) {
    side.launches.push_back(barName(launch.name));
    starts.push_back(launch.start);
    ends.push_back(launch.end);
  }
  std::ranges::sort(starts);
  std::ranges::sort(ends);
  const auto launchesEndedBy = [&](double at) {
    return static_cast<double>(std::ranges::upper_bound(ends, at) - ends.begin());
  };
  const auto launchesBegunBy = [&](double at) {
    return static_cast<double>(std::ranges::lower_bound(starts, at) - starts.begin());
  };
  for (const ArrayLife& array : series.arrays) {
    BufferBox box;
    box.name = barName(array.name);
    box.size = array.bytes;
    box.instruction = array.instruction;
    box.kind = array.instruction == 0 ? Kind::ParameterBig : kindIn(traced, array.instruction);
    if (array.instruction != 0) box.ref = Ref::launch(compilation.id, array.instruction);
    box.from = byTime ? array.from : launchesEndedBy(array.from);
    box.to = byTime ? array.to : std::max(launchesBegunBy(array.to), box.from + 1);
    side.boxes.push_back(std::move(box));
  }
  side.length = byTime ? series.callMs : static_cast<double>(side.launches.size());
  for (const BufferBox& box : side.boxes) side.length = std::max(side.length, box.to);
  keepGreatest(side.boxes);
  packGreatestFirst(side.boxes);
  side.curve = series.memory;
  side.callMs = series.callMs;
  side.peak = series.peakBytes;
  side.measuredPeak = series.peakBytes > 0;
  return side;
}

/// How many kernels run before each position of the schedule, and one more at its end.
std::vector<double> kernelsBefore(const Compilation& compilation, std::vector<QString>& names) {
  std::unordered_set<std::string> kernels;
  for (const Kernel& kernel : compilation.kernels) kernels.insert(kernel.name);
  std::vector<double> before;
  for (const std::string& name : compilation.buffers.order) {
    before.push_back(static_cast<double>(names.size()));
    if (kernels.contains(name)) names.push_back(QString::fromStdString(name));
  }
  before.push_back(static_cast<double>(names.size()));
  return before;
}

/// The plan's own offsets: arguments and constants below, the arena of temporaries, results on top.
void placeAsPlanned(const BufferPlan& plan, std::vector<BufferBox>& boxes) {
  int64_t bottom = 0;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferKind kind = plan.buffers[i].kind;
    if (kind == BufferKind::Parameter || kind == BufferKind::Constant)
      boxes[i].offset = std::exchange(bottom, bottom + boxes[i].size);
  }
  int64_t top = bottom + plan.arenaBytes;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    if (plan.buffers[i].kind == BufferKind::Temporary) boxes[i].offset += bottom;
    if (plan.buffers[i].kind == BufferKind::Output) boxes[i].offset = std::exchange(top, top + boxes[i].size);
  }
}

/// "x" for the parameter that the first argument became.
QString argumentName(const Compilation& compilation,
                     const std::unordered_map<InstructionId, const Instruction*>& instructions, InstructionId id) {
  const auto found = instructions.find(id);
  if (found == instructions.end() || found->second->opcode() != Opcode::Parameter) return {};
  if (!compilation.stages.back().module->entry()->find(id)) return {};
  const auto number = static_cast<size_t>(found->second->get<ParameterAttributes>().number);
  const size_t parameters = compilation.stages.back().module->entry()->parameters().size();
  if (parameters != compilation.arguments.size() || number >= parameters) return {};
  return QString::fromStdString(compilation.arguments[number].name);
}

BufferSide jitSide(const Compilation& compilation, const Run* run, bool byTime) {
  BufferSide side;
  const BufferPlan& plan = compilation.buffers;
  std::vector<double> before = kernelsBefore(compilation, side.launches);
  const auto last =
      compilation.stages.empty() ? decltype(instructionsOf(Stage()))() : instructionsOf(compilation.stages.back());
  const auto kernelsAt = [&](int position) {
    return before[static_cast<size_t>(std::clamp<int>(position, 0, static_cast<int>(before.size()) - 1))];
  };
  for (const PlannedBuffer& buffer : plan.buffers) {
    BufferBox box;
    box.name = QString::fromStdString(buffer.name);
    box.offset = buffer.kind == BufferKind::Temporary ? buffer.offset : 0;
    box.size = buffer.size;
    box.instruction = buffer.instruction;
    box.ref = Ref::buffer(compilation.id, buffer.id);
    box.kind = kindIn(last, buffer.instruction);
    if (const QString argument = argumentName(compilation, last, buffer.instruction); !argument.isEmpty())
      box.name = argument;
    box.from = kernelsAt(buffer.from);
    box.to = std::max(kernelsAt(buffer.to + 1), box.from + 1);
    side.boxes.push_back(std::move(box));
  }
  placeAsPlanned(plan, side.boxes);
  side.length = std::max(1.0, static_cast<double>(side.launches.size()));
  for (const BufferBox& box : side.boxes) side.length = std::max(side.length, box.to);
  if (run && byTime && !run->jit.launches.empty()) {
    const auto& launches = run->jit.launches;
    const auto timeOf = [&](double kernel, bool end) {
      const size_t at = static_cast<size_t>(kernel) - (end ? 1 : 0);
      if (at >= launches.size()) return run->jit.callMs;
      return end ? launches[at].end : launches[at].start;
    };
    for (BufferBox& box : side.boxes) {
      box.to = box.to >= side.length ? run->jit.callMs : timeOf(box.to, true);
      box.from = box.from == 0 ? 0 : timeOf(box.from, false);
    }
    side.length = run->jit.callMs;
  }
  keepGreatest(side.boxes);
  side.peak = run && run->jit.peakBytes > 0 ? run->jit.peakBytes : plan.peakBytes;
  side.measuredPeak = run && run->jit.peakBytes > 0;
  if (run) side.curve = run->jit.memory, side.callMs = run->jit.callMs;
  return side;
}

}  // namespace

int64_t BufferSide::top() const {
  int64_t top = peak;
  for (const BufferBox& box : boxes) top = std::max(top, box.offset + box.size);
  return top;
}

void packGreatestFirst(std::vector<BufferBox>& boxes) {
  std::vector<BufferBox*> order;
  for (BufferBox& box : boxes) order.push_back(&box);
  std::ranges::stable_sort(order, [](const BufferBox* a, const BufferBox* b) {
    const bool aArgument = a->instruction == 0, bArgument = b->instruction == 0;
    if (aArgument != bArgument) return aArgument;
    return a->size != b->size ? a->size > b->size : a->from < b->from;
  });
  std::vector<const BufferBox*> placed;  // by offset
  for (BufferBox* box : order) {
    int64_t offset = 0;
    for (const BufferBox* other : placed) {
      if (other->to <= box->from || box->to <= other->from) continue;
      if (other->offset >= offset + box->size) break;
      offset = std::max(offset, other->offset + other->size);
    }
    box->offset = offset;
    placed.insert(std::ranges::upper_bound(placed, offset, {}, &BufferBox::offset), box);
  }
}

Buffers buffersOf(const Compilation& compilation, const Run* run, bool byTime) {
  Buffers buffers;
  buffers.byTime = byTime;
  if (run) buffers.eager = eagerSide(compilation, *run, byTime);
  buffers.jit = jitSide(compilation, run, byTime);
  return buffers;
}

}  // namespace onepot
