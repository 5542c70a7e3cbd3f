// The parser proper: a module's header, its computations, and their instructions.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "engine/ir/hlo_lexer.h"
#include "engine/ir/hlo_parser.h"
#include "engine/ir/hlo_stack_tables.h"
#include "engine/ir/shape_inference.h"

namespace onepot {

/// One use parses one text.
class HloModuleParser {
 public:
  HloModuleParser(std::string_view text, const ParseOptions& options);
  Result<std::unique_ptr<Module>> parse();

 private:
  /// A computation that is being read.
  struct Scope {
    Computation* computation = nullptr;
    std::unordered_map<std::string_view, Instruction*> names;   // null: its text had an error
    std::unordered_map<std::string, Instruction*> elements;    // "t#0#1" → the get-tuple-element that was made for it
    Instruction* root = nullptr;
    Instruction* last = nullptr;
    bool implicitParameters = false;  // text of a single instruction: unknown operands become parameters
  };
  /// An instruction that is being read.
  struct Draft {
    NewInstruction made;
    std::string_view name, opcodeWord;
    size_t begin = 0, opcodeAt = 0;
    bool root = false, shapeWritten = false, weakType = false;
    std::vector<std::pair<size_t, ComputationId>> called;  // by role
    std::vector<std::string_view> keys;
    ExtraAttributes extra;
    Metadata metadata;
    SourceRange source;
    std::vector<Instruction*> predecessors;
    bool async = false;  // "slice-start": the wrapped operation is to be made
  };

  // The module (hlo_module_parser.cpp).
  void parseHeader();
  void parseHeaderAttribute();
  bool startsComputation();
  void parseComputation();
  void parseSignature(std::optional<Shape>& result);
  void parseBody(Scope& scope);
  void finishComputation(Scope& scope, size_t begin, const std::optional<Shape>& result);
  void parseSingleInstruction();
  void setEntry();
  void recover(const HloSyntaxError& error);
  void report(const HloSyntaxError& error);

  // Instructions (hlo_instruction_parser.cpp).
  void parseInstruction(Scope& scope);
  void parseInstructionHead(Draft& draft);
  void parseRightSide(Scope& scope, Draft& draft);
  void parseOpcode(Draft& draft);
  void parseOperands(Scope& scope, Draft& draft);
  Instruction* parseOperand(Scope& scope);
  Instruction* parseNestedInstruction(Scope& scope, std::optional<Shape> shape);
  Instruction* lookUp(Scope& scope, std::string_view name, size_t at, const std::optional<Shape>& shape);
  Instruction* elementOf(Scope& scope, Instruction* tuple, const std::string& path, int64_t index, size_t at);
  void parseAttributes(Scope& scope, Draft& draft);
  void parseAttribute(Scope& scope, Draft& draft, std::string_view key);
  void parseCalled(Draft& draft, std::string_view key);
  ComputationId parseCallee();
  void parsePredecessors(Scope& scope, Draft& draft);
  void checkRequired(const Draft& draft);
  void wrapAsync(Draft& draft);
  ShapeQuery shapeQuery(const Draft& draft) const;
  Shape inferredShape(const Draft& draft);
  void checkShape(const Draft& draft);
  Instruction* finishInstruction(Scope& scope, Draft& draft);

  HloLexer m_lexer;
  ParseOptions m_options;
  std::unique_ptr<TextPositions> m_positions;  // made with the first diagnostic
  Diagnostics m_diagnostics;
  std::unique_ptr<Module> m_module;
  HloStackTables m_stackTables;
  std::unordered_map<std::string_view, ComputationId> m_computations;  // 0: its text had an error
  ComputationId m_entry = 0;
  int64_t m_depth = 0;
  bool m_unordered = false;  // inline computations stand behind their callers
};

}  // namespace onepot
