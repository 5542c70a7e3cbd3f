#include "engine/ir/verifier.h"

#include <doctest/doctest.h>

#include "engine/ir/builder.h"
#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_printer.h"

using namespace onepot;

namespace {

const char* const kText = R"(HloModule m
negated { a = f32[] parameter(0) ROOT b = f32[] negate(a) }
ENTRY e { x = f32[4] parameter(0) y = f32[] parameter(1) z = f32[4] sine(x) w = f32[] call(y), to_apply=negated
  ROOT r = (f32[4], f32[]) tuple(z, w) })";

struct Sample {
  std::unique_ptr<Module> module = std::move(*parseHlo(kText));
  Instruction* find(std::string_view name) const {
    for (const auto& computation : module->computations())
      for (const auto& instruction : computation->instructions())
        if (instruction->name() == name) return instruction.get();
    return nullptr;
  }
  std::string faults() const {
    std::string text;
    for (const Diagnostic& fault : verify(*module)) text += (text.empty() ? "" : "; ") + fault.message.text();
    return text;
  }
};

}  // namespace

TEST_CASE("a sound module has no faults, frozen or not") {
  Sample sample;
  CHECK(sample.faults().empty());
  CHECK(verify(*sample.module->freeze()).empty());
}

TEST_CASE("each broken rule is named with its instruction") {
  SUBCASE("shape") {
    Sample sample;
    sample.find("z")->setShape(Shape(ElementType::F32, {5}));
    CHECK(sample.faults() ==
          "z has shape f32[5], but its operands make f32[4]; r has shape (f32[4], f32[]), but its operands make "
          "(f32[5], f32[])");
  }
  SUBCASE("order") {
    Sample sample;
    std::vector<Instruction*> order = sample.module->entry()->snapshot();
    std::swap(order[0], order[2]);
    sample.module->entry()->reorder(order);
    CHECK(sample.faults() == "z uses x, which does not stand before it");
  }
  SUBCASE("names") {
    Sample sample;
    sample.find("z")->setName("x");
    CHECK(sample.faults() == "two instructions are called x");
  }
  SUBCASE("dialect") {
    Sample sample;
    Builder builder(sample.module->entry());
    sample.module->setTraced(true);
    builder.add(Opcode::Square, {sample.find("x")});
    CHECK(sample.faults().empty());
    sample.module->setTraced(false);
    CHECK(sample.faults().find("which may only stand in a traced module") != std::string::npos);
  }
  SUBCASE("parameters") {
    Sample sample;
    sample.find("y")->setAttributes(ParameterAttributes{0});
    CHECK(sample.faults() == "y has the same parameter number as x");
    sample.find("y")->setAttributes(ParameterAttributes{3});
    CHECK(sample.faults() == "parameter 1 of e is missing; parameter 2 of e is missing");
    sample.find("y")->setAttributes(ParameterAttributes{-1});
    CHECK(sample.faults() == "y has no valid parameter number in e");
  }
  SUBCASE("callees") {
    Sample sample;
    Computation* late = sample.module->addComputation("late");
    Builder builder(late);
    late->setRoot(builder.unary(Opcode::Negate, builder.parameter(0, Shape::scalar(ElementType::F32))));
    sample.find("w")->setCalled({late->id()});
    CHECK(sample.faults() == "w calls late, which does not stand before it");
    sample.module->sortComputations();
    CHECK(sample.faults().empty());
  }
  SUBCASE("callee's signature") {
    Sample sample;
    sample.find("w")->setOperand(0, sample.find("x"));
    CHECK(sample.faults().starts_with("w: call: parameter 0 of negated is f32[], not f32[4]"));
  }
}

TEST_CASE("the builder infers, takes over where things come from, and finds combiners again") {
  Sample sample;
  Module& module = *sample.module;
  Instruction* z = sample.find("z");
  z->setSource({"f.py", 3, 5, 3, 9});
  Builder builder(module.entry());
  builder.insertBefore(z);
  Instruction* two = builder.constantLike(z->shape(), 2);
  Instruction* sum = builder.binary(Opcode::Add, two, sample.find("x"));
  CHECK(sum->shape() == Shape(ElementType::F32, {4}));
  CHECK(sum->source() == z->source());
  CHECK(sum->origins() == std::vector<InstructionId>{z->id()});
  ComputationId add = scalarCombiner(module, Opcode::Add, ElementType::F32);
  CHECK(scalarCombiner(module, Opcode::Add, ElementType::F32) == add);
  CHECK(scalarCombiner(module, Opcode::Maximum, ElementType::F32) != add);
  module.sortComputations();
  Instruction* total = builder.reduce(sum, builder.constant(ElementType::F32, 0), {0}, add);
  CHECK(total->shape() == Shape::scalar(ElementType::F32));
  CHECK(print(*total, module).find("to_apply=add_f32") != std::string::npos);
  CHECK(verify(module).empty());
  CHECK_THROWS_AS(builder.binary(Opcode::Add, sum, total), InternalError);
}

TEST_CASE("lines of the print lead back to instructions") {
  Sample sample;
  PrintedModule printed = printWithLines(*sample.module, PrintOptions::canonical());
  CHECK(static_cast<size_t>(std::ranges::count(printed.text, '\n')) == printed.lines.size());
  std::string line;
  size_t at = 0;
  for (const PrintedLine& one : printed.lines) {
    size_t end = printed.text.find('\n', at);
    line = printed.text.substr(at, end - at);
    at = end + 1;
    if (one.instruction == 0) continue;
    const Instruction* instruction = sample.module->computation(one.computation)->find(one.instruction);
    REQUIRE(instruction != nullptr);
    CHECK(line.find("%" + instruction->name() + " = ") != std::string::npos);
  }
}
