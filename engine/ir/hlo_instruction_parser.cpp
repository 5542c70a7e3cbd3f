// One instruction of HLO text: head, operands, attributes, and the shape where it is left out.
#include <algorithm>
#include <charconv>

#include "engine/ir/attribute_family.h"
#include "engine/ir/hlo_attribute_parser.h"
#include "engine/ir/hlo_module_parser.h"
#include "engine/ir/hlo_shape_parser.h"
#include "engine/ir/shape_inference.h"

namespace onepot {

namespace {

/// "slice-start" → {async-start, "slice"}; nothing where the word is not made like that.
std::optional<std::pair<Opcode, std::string_view>> asyncSugar(std::string_view word) {
  for (Opcode opcode : {Opcode::AsyncStart, Opcode::AsyncUpdate, Opcode::AsyncDone}) {
    std::string_view suffix = name(opcode).substr(5);  // "-start"
    if (!word.ends_with(suffix)) continue;
    std::string_view wrapped = word.substr(0, word.size() - suffix.size());
    if (opcodeByName(wrapped)) return std::pair(opcode, wrapped);
  }
  return std::nullopt;
}

bool isCalledName(std::string_view key) {
  static constexpr std::string_view kNames[] = {"to_apply",
                                                "calls",
                                                "condition",
                                                "body",
                                                "select",
                                                "scatter",
                                                "branch_computations",
                                                "called_computations",
                                                "true_computation",
                                                "false_computation"};
  return std::ranges::find(kNames, key) != std::end(kNames);
}

/// The place among the called computations: the second of a pair comes after the first however the text orders them.
size_t roleOf(std::string_view key) { return key == "body" || key == "scatter" || key == "false_computation" ? 1 : 0; }

}  // namespace

void HloModuleParser::parseInstruction(Scope& scope) {
  Draft draft;
  m_lexer.skipSpace();
  draft.begin = m_lexer.position();
  try {
    parseInstructionHead(draft);
    auto earlier = scope.names.find(draft.name);
    if (!draft.name.empty() && earlier != scope.names.end() && earlier->second != nullptr)
      m_lexer.fail({"parse.instruction_twice", {std::string(draft.name)}}, draft.begin,
                   draft.begin + draft.name.size());
    parseRightSide(scope, draft);
    Instruction* made = finishInstruction(scope, draft);
    if (!draft.name.empty()) scope.names[draft.name] = made;
    if (draft.root) scope.root = made;
    scope.last = made;
  } catch (const HloSyntaxError&) {
    if (!draft.name.empty()) scope.names.emplace(draft.name, nullptr);
    throw;
  }
}

void HloModuleParser::parseInstructionHead(Draft& draft) {
  draft.root = m_lexer.acceptWord("ROOT");
  m_lexer.skipSpace();
  draft.begin = m_lexer.position();
  bool named = m_lexer.accept('%');
  m_lexer.seek(draft.begin);
  if (!named && startsShape(m_lexer)) return;  // "f32[2] add(x, y)"
  std::string_view name = m_lexer.name();
  if (m_lexer.accept('=')) {
    draft.name = name;
  } else if (named || m_lexer.peek() != '(') {
    m_lexer.fail({"parse.expected", {"'='", m_lexer.found()}});
  } else {
    m_lexer.seek(draft.begin);  // "add(x, y)"
  }
}

void HloModuleParser::parseRightSide(Scope& scope, Draft& draft) {
  if (startsShape(m_lexer)) {
    draft.made.shape = parseShapeAt(m_lexer, m_options.maxNesting);
    draft.shapeWritten = true;
  }
  parseOpcode(draft);
  parseOperands(scope, draft);
  parseAttributes(scope, draft);
  checkRequired(draft);
}

void HloModuleParser::parseOpcode(Draft& draft) {
  m_lexer.skipSpace();
  draft.opcodeAt = m_lexer.position();
  draft.opcodeWord = m_lexer.word();
  if (draft.opcodeWord.empty()) m_lexer.fail({"parse.expected", {"an operation", m_lexer.found()}});
  std::optional<Opcode> opcode = opcodeByName(draft.opcodeWord);
  if (!opcode) {
    auto sugar = asyncSugar(draft.opcodeWord);
    if (!sugar)
      m_lexer.fail({"parse.unknown_opcode", {std::string(draft.opcodeWord)}}, draft.opcodeAt, m_lexer.position());
    draft.async = sugar->first == Opcode::AsyncStart;
    opcode = draft.async ? *opcodeByName(sugar->second) : sugar->first;
  }
  draft.made.opcode = *opcode;
  draft.made.attributes = emptyAttributes(*opcode);
  if (isTraced(*opcode)) m_module->setTraced(true);
}

void HloModuleParser::parseOperands(Scope& scope, Draft& draft) {
  m_lexer.expect('(');
  if (draft.made.opcode == Opcode::Parameter) {
    draft.made.attributes = ParameterAttributes{m_lexer.integer()};
  } else if (draft.made.opcode == Opcode::Constant) {
    if (!draft.shapeWritten) m_lexer.fail({"shape.must_be_written", {"constant"}}, draft.opcodeAt, m_lexer.position());
    ConstantAttributes constant;
    constant.value = parseLiteralAt(m_lexer, draft.made.shape, constant.elided, m_options.maxNesting);
    draft.made.attributes = std::move(constant);
  } else if (m_lexer.peek() != ')') {
    do {
      draft.made.operands.push_back(parseOperand(scope));
    } while (m_lexer.accept(','));
  }
  m_lexer.expect(')');
}

Instruction* HloModuleParser::parseOperand(Scope& scope) {
  std::optional<Shape> shape;
  if (startsShape(m_lexer)) shape = parseShapeAt(m_lexer, m_options.maxNesting);
  m_lexer.skipSpace();
  size_t at = m_lexer.position();
  bool percent = m_lexer.peek() == '%';
  std::string_view name = m_lexer.name();
  if (!percent && m_lexer.peek() == '(') {
    m_lexer.seek(at);
    return parseNestedInstruction(scope, std::move(shape));
  }
  bool path = m_lexer.peek() == '#';
  Instruction* operand = lookUp(scope, name, at, path ? std::nullopt : shape);
  std::string element(name);
  while (m_lexer.accept('#')) {
    int64_t index = m_lexer.integer();
    element += "#" + std::to_string(index);
    operand = elementOf(scope, operand, element, index, at);
  }
  if (shape && !shape->compatible(operand->shape()))
    m_lexer.fail({"parse.operand_shape", {element, operand->shape().text(false), shape->text(false)}}, at,
                 m_lexer.position());
  return operand;
}

Instruction* HloModuleParser::lookUp(Scope& scope, std::string_view name, size_t at,
                                     const std::optional<Shape>& shape) {
  auto found = scope.names.find(name);
  if (found != scope.names.end()) {
    if (found->second == nullptr) throw HloSyntaxError{at, at, {}, true};
    return found->second;
  }
  if (!scope.implicitParameters || !shape)
    m_lexer.fail({"parse.unknown_instruction", {std::string(name)}}, at, m_lexer.position());
  auto number = static_cast<int64_t>(scope.computation->parameters().size());
  NewInstruction parameter{Opcode::Parameter, *shape, {}, ParameterAttributes{number}, {}, std::string(name), 0};
  Instruction* made = scope.computation->add(std::move(parameter));
  scope.names[name] = made;
  return made;
}

Instruction* HloModuleParser::elementOf(Scope& scope, Instruction* tuple, const std::string& path, int64_t index,
                                        size_t at) {
  const Shape& shape = tuple->shape();
  if (!shape.isTuple() || index < 0 || static_cast<size_t>(index) >= shape.elements().size())
    m_lexer.fail({"parse.no_such_element", {path, shape.text(false)}}, at, m_lexer.position());
  Instruction*& made = scope.elements[path];
  if (made == nullptr)
    made = scope.computation->add({Opcode::GetTupleElement,
                                   shape.elements()[static_cast<size_t>(index)],
                                   {tuple},
                                   TupleIndexAttributes{index},
                                   {},
                                   {},
                                   0});
  return made;
}

Instruction* HloModuleParser::parseNestedInstruction(Scope& scope, std::optional<Shape> shape) {
  if (++m_depth > m_options.maxNesting) m_lexer.fail({"parse.too_deep", {}});
  Draft draft;
  if (shape) draft.made.shape = std::move(*shape);
  draft.shapeWritten = draft.made.shape.type() != ElementType::Invalid;
  parseOpcode(draft);
  parseOperands(scope, draft);
  checkRequired(draft);
  Instruction* made = finishInstruction(scope, draft);
  --m_depth;
  return made;
}

void HloModuleParser::parseAttributes(Scope& scope, Draft& draft) {
  while (m_lexer.accept(',')) {
    m_lexer.skipSpace();
    size_t at = m_lexer.position();
    std::string_view key = m_lexer.name();
    m_lexer.expect('=');
    if (std::ranges::find(draft.keys, key) != draft.keys.end())
      m_lexer.fail({"parse.attribute_twice", {std::string(key)}}, at, at + key.size());
    draft.keys.push_back(key);
    parseAttribute(scope, draft, key);
  }
}

void HloModuleParser::parseAttribute(Scope& scope, Draft& draft, std::string_view key) {
  if (key == "metadata") {
    parseMetadata(m_lexer, draft.metadata, draft.source);
  } else if (isCalledName(key) && m_lexer.peek() != '"') {
    parseCalled(draft, key);
  } else if (key == "control-predecessors") {
    parsePredecessors(scope, draft);
  } else if (key == "weak_type") {
    draft.weakType = m_lexer.boolean();
  } else if (!parseStructAttribute(m_lexer, key, draft.made.opcode, draft.made.attributes)) {
    draft.extra.emplace_back(key, m_lexer.rawValue());
  }
}

void HloModuleParser::parseCalled(Draft& draft, std::string_view key) {
  if (!calledAsList(key) || m_lexer.peek() != '{') {
    draft.called.emplace_back(roleOf(key), parseCallee());
    return;
  }
  m_lexer.expect('{');
  while (m_lexer.peek() != '}') {
    draft.called.emplace_back(0, parseCallee());
    if (!m_lexer.accept(',')) break;
  }
  m_lexer.expect('}');
}

ComputationId HloModuleParser::parseCallee() {
  m_lexer.skipSpace();
  size_t at = m_lexer.position();
  if (m_lexer.peek() == '{') {
    if (++m_depth > m_options.maxNesting) m_lexer.fail({"parse.too_deep", {}});
    Scope scope;
    scope.computation = m_module->addComputation("region");
    m_unordered = true;
    parseBody(scope);
    finishComputation(scope, at, {});
    --m_depth;
    return scope.computation->id();
  }
  std::string_view name = m_lexer.name();
  auto found = m_computations.find(name);
  if (found == m_computations.end())
    m_lexer.fail({"parse.unknown_computation", {std::string(name)}}, at, m_lexer.position());
  if (found->second == 0) throw HloSyntaxError{at, at, {}, true};
  return found->second;
}

void HloModuleParser::parsePredecessors(Scope& scope, Draft& draft) {
  m_lexer.expect('{');
  while (m_lexer.peek() != '}') {
    size_t at = m_lexer.position();
    std::string_view name = m_lexer.name();
    draft.predecessors.push_back(lookUp(scope, name, at, std::nullopt));
    if (!m_lexer.accept(',')) break;
  }
  m_lexer.expect('}');
}

void HloModuleParser::checkRequired(const Draft& draft) {
  size_t end = draft.opcodeAt + draft.opcodeWord.size();
  auto missing = [&](std::string_view key) {
    m_lexer.fail({"parse.missing_attribute", {std::string(draft.opcodeWord), std::string(key)}}, draft.opcodeAt, end);
  };
  if (draft.made.opcode == Opcode::Conditional && draft.called.empty()) missing("branch_computations");
  for (std::string_view key : requiredAttributes(draft.made.opcode))
    if (std::ranges::find(draft.keys, key) == draft.keys.end()) missing(key);
}

/// "slice-start(x), slice={…}" stands for async-start of a computation that holds just the slice.
void HloModuleParser::wrapAsync(Draft& draft) {
  const Shape& written = draft.made.shape;
  bool fits = written.isTuple() && written.elements().size() >= 2;
  if (!fits)
    m_lexer.fail({"parse.async_shape", {std::string(draft.opcodeWord)}}, draft.opcodeAt,
                 draft.opcodeAt + draft.opcodeWord.size());
  Computation* wrapped = m_module->addComputation("async_computation");
  m_unordered = true;
  NewInstruction inner{draft.made.opcode, written.elements()[1], {}, draft.made.attributes, {}, {}, 0};
  for (const Instruction* operand : draft.made.operands) {
    auto number = static_cast<int64_t>(inner.operands.size());
    inner.operands.push_back(
        wrapped->add({Opcode::Parameter, operand->shape(), {}, ParameterAttributes{number}, {}, {}, 0}));
  }
  for (const auto& [role, callee] : draft.called) inner.called.push_back(callee);
  Instruction* root = wrapped->add(std::move(inner));
  wrapped->setRoot(root);
  auto isOuter = [](const auto& attribute) { return attribute.first == "async_execution_thread"; };
  ExtraAttributes outer;
  std::ranges::copy_if(draft.extra, std::back_inserter(outer), isOuter);
  std::erase_if(draft.extra, isOuter);
  root->setExtra(std::move(draft.extra));
  draft.extra = std::move(outer);
  draft.made.opcode = Opcode::AsyncStart;
  draft.made.attributes = {};
  draft.called = {{0, wrapped->id()}};
}

ShapeQuery HloModuleParser::shapeQuery(const Draft& draft) const {
  ShapeQuery query;
  query.opcode = draft.made.opcode;
  query.attributes = &draft.made.attributes;
  query.traced = m_module->traced();
  if (draft.shapeWritten) query.written = &draft.made.shape;
  for (const Instruction* operand : draft.made.operands) query.operands.push_back(&operand->shape());
  for (ComputationId callee : draft.made.called) query.called.push_back(m_module->computation(callee));
  return query;
}

Shape HloModuleParser::inferredShape(const Draft& draft) {
  Result<Shape> inferred = inferShape(shapeQuery(draft));
  if (!inferred)
    m_lexer.fail(inferred.error().front().message, draft.opcodeAt, draft.opcodeAt + draft.opcodeWord.size());
  return std::move(*inferred);
}

/// A wrong shape is reported, and believed from then on: its users are not to blame.
void HloModuleParser::checkShape(const Draft& draft) {
  Result<Shape> inferred = inferShape(shapeQuery(draft));
  HloSyntaxError error{draft.opcodeAt, draft.opcodeAt + draft.opcodeWord.size(), {}};
  if (!inferred) {
    error.message = inferred.error().front().message;
  } else if (!inferred->compatible(draft.made.shape)) {
    error.message = {"verify.shape_differs",
                     {std::string(draft.name.empty() ? draft.opcodeWord : draft.name), draft.made.shape.text(false),
                      inferred->text(false)}};
  } else {
    return;
  }
  report(error);
}

Instruction* HloModuleParser::finishInstruction(Scope& scope, Draft& draft) {
  if (draft.async) wrapAsync(draft);
  std::ranges::stable_sort(draft.called, {}, [](const auto& one) { return one.first; });
  for (const auto& [role, callee] : draft.called) draft.made.called.push_back(callee);
  if (!draft.shapeWritten)
    draft.made.shape = inferredShape(draft);
  else if (m_options.checkShapes)
    checkShape(draft);
  draft.made.name = draft.name;
  Instruction* made = scope.computation->add(std::move(draft.made));
  if (!draft.extra.empty()) made->setExtra(std::move(draft.extra));
  if (draft.weakType) made->setWeakType(true);
  for (Instruction* predecessor : draft.predecessors) made->addControlPredecessor(predecessor);
  size_t frame = draft.metadata.rest.find("stack_frame_id=");
  if (frame != std::string::npos && !draft.source.known()) {
    int64_t id = 0;
    const std::string& rest = draft.metadata.rest;
    std::from_chars(rest.data() + frame + 15, rest.data() + rest.size(), id);
    draft.source = m_stackTables.place(id);
  }
  if (draft.source.known()) made->setSource(std::move(draft.source));
  if (draft.metadata != Metadata{}) made->setMetadata(std::move(draft.metadata));
  return made;
}

}  // namespace onepot
