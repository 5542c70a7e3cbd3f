// The op table as a whole: lookups and what every row must say.
#include <doctest/doctest.h>

#include "engine/ops/op.h"

using namespace onepot;

TEST_CASE("an operation's row is found by its opcode") {
  CHECK(op(Opcode::Multiply).jaxpr == "mul");
  CHECK(op(Opcode::Multiply).stablehlo == "multiply");
  CHECK(op(Opcode::AsyncDone).opcode == Opcode::AsyncDone);
  CHECK(op(Opcode::RandomFoldIn).jaxpr == "random_fold_in");
  CHECK(opTable().size() == static_cast<size_t>(kOpcodeCount));
}

TEST_CASE("an example shows its own operation") {
  for (const OpRow& row : opTable()) {
    CAPTURE(name(row.opcode));
    CHECK(row.example.find(std::string(name(row.opcode)) + "(") != std::string_view::npos);
  }
}

TEST_CASE("a linear row is one that a program can trace") {
  for (const OpRow& row : opTable()) {
    CAPTURE(name(row.opcode));
    CHECK((!row.is(kLinear) || !row.jaxpr.empty()));
  }
}
