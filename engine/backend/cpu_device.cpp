#include "engine/backend/cpu_device.h"

#include <dnnl.h>

#include "engine/analysis/dataflow.h"
#include "engine/backend/cpu_executable.h"
#include "engine/backend/eager_kernels.h"
#include "engine/backend/matrix_product.h"
#include "engine/ir/hlo_printer.h"
#include "engine/ops/interpreter.h"
#include "engine/ops/op.h"
#include "engine/runtime/compiler.h"

namespace onepot {

namespace {

constexpr size_t kMostAlone = 512;

DeviceFigures figuresOfHost() {
  DeviceFigures figures;
  figures.name = "cpu";
  figures.pipeline = "cpu";
  figures.threads = kernelThreads();
  figures.flopsPerSecond = 5e10 * figures.threads;
  figures.transcendentalsPerSecond = 1e9 * figures.threads;
  figures.bytesPerSecond = 1.2e10 * std::min(figures.threads, 4);
  figures.cacheBytesPerSecond = 4e10 * figures.threads;
  figures.cacheBytes = int64_t{1} << 20;
  figures.launchSeconds = 5e-7;
  return figures;
}

}  // namespace

CpuDevice::CpuDevice() : m_figures(figuresOfHost()) {}
CpuDevice::~CpuDevice() = default;

Result<std::unique_ptr<CpuDevice>> CpuDevice::create() {
  auto machine = MachineCode::create();
  if (!machine) return failureOf(std::move(machine));
  auto device = std::unique_ptr<CpuDevice>(new CpuDevice());
  device->m_machine = std::move(*machine);
  device->m_kernels = std::make_unique<KernelCache>(*device->m_machine);
  device->m_eager = std::make_unique<EagerKernels>(*device->m_kernels, *device);
  return device;
}

std::string CpuDevice::hostText() {
  const dnnl_version_t* version = dnnl_version();
  auto machine = MachineCode::create();
  std::string text = machine ? (*machine)->features() : "no code generator";
  text += ", " + std::to_string(kernelThreads()) + (kernelThreads() == 1 ? " thread" : " threads");
  return text + ", oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor);
}

Result<std::unique_ptr<Executable>> CpuDevice::compile(std::shared_ptr<const Module> module, const BufferPlan& plan,
                                                       const CodegenOptions& options) {
  auto program = buildProgram(std::move(module), plan, *m_kernels, options);
  if (!program) return failureOf(std::move(program));
  return std::make_unique<CpuExecutable>(std::move(*program), this);
}

Result<std::shared_ptr<Executable>> CpuDevice::compiledAlone(const Module& module) {
  const std::string key = print(module, PrintOptions::roundTrip());
  {
    std::lock_guard lock(m_mutex);
    auto found = m_alone.find(key);
    if (found != m_alone.end()) return found->second;
  }
  EventSink sink;
  CompileOptions options;
  options.snapshots = false;
  options.verify = false;
  auto compiled = onepot::compile(module.clone(), std::make_shared<Compilation>(), *this, options, sink);
  if (!compiled) return failureOf(std::move(compiled));
  std::lock_guard lock(m_mutex);
  if (m_alone.size() > kMostAlone) m_alone.clear();
  return m_alone.emplace(key, compiled->executable).first->second;
}

namespace {

/// Cheap to run by the reference rules, which move bytes as fast as any loop here would.
bool isMovement(Opcode opcode) {
  return has(opcode, kMovement) || opcode == Opcode::Iota || opcode == Opcode::Copy || opcode == Opcode::Constant ||
         has(opcode, kFree);
}

/// The literal of each operand: parameters by number.
std::vector<Literal> operandLiterals(const Instruction& instruction, std::span<const Array> arguments) {
  std::vector<Literal> literals;
  for (const Instruction* operand : instruction.operands()) {
    if (operand->isConstant())
      literals.push_back(operand->literal());
    else
      literals.push_back(arguments[static_cast<size_t>(operand->get<ParameterAttributes>().number)].literal());
  }
  return literals;
}

bool operandsArePlain(const Instruction& instruction) {
  return std::ranges::all_of(instruction.operands(), [](const Instruction* operand) {
    return operand->isConstant() || (operand->opcode() == Opcode::Parameter && operand->shape().isArray());
  });
}

Result<std::vector<Array>> flat(Result<Literal> value, Device* device) {
  if (!value) return failureOf(std::move(value));
  std::vector<Array> arrays;
  if (!value->shape().isTuple()) {
    arrays.emplace_back(device, std::move(*value));
    return arrays;
  }
  for (Literal& element : std::move(*value).takeElements()) arrays.emplace_back(device, std::move(element));
  return arrays;
}

Result<std::vector<Array>> one(Result<Array> array) {
  if (!array) return failureOf(std::move(array));
  return std::vector<Array>{std::move(*array)};
}

}  // namespace

Result<std::vector<Array>> CpuDevice::dispatch(const Instruction& instruction, const Module& module,
                                               std::span<const Array> arguments, const RunOptions& options) {
  const bool plain = operandsArePlain(instruction);
  if (plain && EagerKernels::takesElementwise(instruction) && instruction.opcode() != Opcode::Copy)
    return one(m_eager->elementwise(instruction, module, operandLiterals(instruction, arguments), options));
  if (plain && EagerKernels::takesReduction(instruction, module))
    return one(m_eager->reduction(instruction, module, operandLiterals(instruction, arguments), options));
  if (plain && instruction.opcode() == Opcode::Dot) {
    if (auto product = MatrixProduct::of(instruction)) {
      std::vector<Literal> operands = operandLiterals(instruction, arguments);
      const Shape shape = instruction.shape().withoutLayout();
      std::shared_ptr<std::byte> bytes = allocateBytes(byteSize(shape));
      const auto floats = [](const Literal& l) { return reinterpret_cast<const float*>(l.storage().get()); };
      if (!product->run(floats(operands[0]), floats(operands[1]), reinterpret_cast<float*>(bytes.get()),
                        options.cancel, options.pieces))
        return fail(Message{"run.cancelled", {}});
      return std::vector<Array>{Array(this, Literal(shape, std::move(bytes)))};
    }
  }
  if (plain && isMovement(instruction.opcode()))
    return flat(evaluateInstruction(instruction, module, operandLiterals(instruction, arguments), options.cancel),
                this);
  auto executable = compiledAlone(module);
  if (!executable) return failureOf(std::move(executable));
  return (*executable)->run(arguments, options);
}

}  // namespace onepot
