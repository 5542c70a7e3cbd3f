#include "engine/ir/hlo_module_parser.h"

#include "engine/ir/hlo_shape_parser.h"

namespace onepot {

namespace {

constexpr size_t kMostDiagnostics = 20;

template <typename Parse>
auto parseAlone(std::string_view text, Parse parse) -> Result<decltype(parse(std::declval<HloLexer&>()))> {
  HloLexer lexer(text);
  try {
    auto value = parse(lexer);
    if (!lexer.atEnd()) lexer.fail({"parse.expected", {"the end of the text", lexer.found()}});
    return value;
  } catch (const HloSyntaxError& error) {
    return fail(error.message, TextPositions(text, {}).range(error.begin, error.end));
  }
}

}  // namespace

HloModuleParser::HloModuleParser(std::string_view text, const ParseOptions& options)
    : m_lexer(text), m_options(options), m_module(std::make_unique<Module>()) {}

Result<std::unique_ptr<Module>> HloModuleParser::parse() {
  try {
    bool headed = m_lexer.peekWord() == "HloModule";
    if (headed) parseHeader();
    if (!m_lexer.atEnd() && !startsComputation()) {
      parseSingleInstruction();
    } else {
      while (!m_lexer.atEnd() && m_diagnostics.size() < kMostDiagnostics) parseComputation();
    }
    if (m_diagnostics.empty()) setEntry();
    if (m_diagnostics.empty() && !headed) m_module->setName("module_" + m_module->entry()->name());
  } catch (const HloSyntaxError& error) {
    report(error);
  }
  if (!m_diagnostics.empty()) return std::unexpected(std::move(m_diagnostics));
  return std::move(m_module);
}

void HloModuleParser::parseHeader() {
  m_lexer.word();
  m_module->setName(std::string(m_lexer.name()));
  while (m_lexer.accept(',')) parseHeaderAttribute();
  m_module->stackTables = m_stackTables.parse(m_lexer);
}

void HloModuleParser::parseHeaderAttribute() {
  std::string_view key = m_lexer.name();
  m_lexer.expect('=');
  if (key == "is_scheduled") return m_module->setScheduled(m_lexer.boolean());
  if (key == "traced") return m_module->setTraced(m_lexer.boolean());
  if (key == "replica_count") return m_module->setReplicaCount(m_lexer.integer());
  if (key == "num_partitions") return m_module->setPartitionCount(m_lexer.integer());
  m_module->header().emplace_back(key, m_lexer.rawValue());
}

/// "ENTRY", "name {" or "name (…) ->": anything else is a single instruction.
bool HloModuleParser::startsComputation() {
  size_t start = m_lexer.position();
  bool starts = m_lexer.peekWord() == "ENTRY";
  if (!starts) {
    m_lexer.accept('%');
    bool named = !m_lexer.word().empty();
    if (named && m_lexer.peek() == '(') {
      m_lexer.skipBalanced();
      starts = m_lexer.accept("->") || m_lexer.peek() == '{';
    } else {
      starts = named && m_lexer.peek() == '{';
    }
  }
  m_lexer.seek(start);
  return starts;
}

void HloModuleParser::parseComputation() {
  m_lexer.skipSpace();
  size_t begin = m_lexer.position();
  Scope scope;
  std::optional<Shape> result;
  std::string_view name;
  size_t errors = m_diagnostics.size();
  try {
    bool entry = m_lexer.acceptWord("ENTRY");
    name = m_lexer.name();
    if (m_computations.contains(name))
      m_lexer.fail({"parse.computation_twice", {std::string(name)}}, begin, m_lexer.position());
    scope.computation = m_module->addComputation(std::string(name));
    if (entry) m_entry = scope.computation->id();
    if (m_lexer.peek() == '(') parseSignature(result);
    parseBody(scope);
    finishComputation(scope, begin, result);
    if (m_lexer.accept(',')) {
      if (!m_lexer.acceptWord("execution_thread"))
        m_lexer.fail({"parse.expected", {"execution_thread", m_lexer.found()}});
      m_lexer.expect('=');
      scope.computation->setExecutionThread(m_lexer.quoted());
    }
  } catch (const HloSyntaxError& error) {
    report(error);
    // Goes on at the next computation: after a line that is a '}'.
    size_t close = m_lexer.text().find("\n}", m_lexer.position());
    m_lexer.seek(close == std::string_view::npos ? m_lexer.text().size() : close + 2);
  }
  bool sound = m_diagnostics.size() == errors && scope.computation != nullptr;
  m_computations[name] = sound ? scope.computation->id() : 0;
}

void HloModuleParser::parseSignature(std::optional<Shape>& result) {
  m_lexer.skipBalanced();  // the parameters' own lines say it again
  if (!m_lexer.accept("->")) m_lexer.fail({"parse.expected", {"'->'", m_lexer.found()}});
  result = parseShapeAt(m_lexer, m_options.maxNesting);
}

void HloModuleParser::parseBody(Scope& scope) {
  m_lexer.expect('{');
  while (m_lexer.peek() != '}') {
    if (m_lexer.atEnd()) m_lexer.fail({"parse.expected", {"'}'", m_lexer.found()}});
    if (m_diagnostics.size() >= kMostDiagnostics) throw HloSyntaxError{0, 0, {}, true};
    try {
      parseInstruction(scope);
    } catch (const HloSyntaxError& error) {
      if (m_depth > 0) throw;  // an inline computation is part of its instruction
      recover(error);
    }
  }
  m_lexer.expect('}');
}

void HloModuleParser::finishComputation(Scope& scope, size_t begin, const std::optional<Shape>& result) {
  if (scope.last == nullptr && !m_diagnostics.empty()) return;
  if (scope.last == nullptr)
    m_lexer.fail({"parse.empty_computation", {scope.computation->name()}}, begin, m_lexer.position());
  Instruction* root = scope.root != nullptr ? scope.root : scope.last;
  scope.computation->setRoot(root);
  if (result && m_diagnostics.empty() && !result->compatible(root->shape()))
    m_lexer.fail({"parse.result_shape", {scope.computation->name(), result->text(false), root->shape().text(false)}},
                 begin, begin + 1);
  int64_t parameters = 0;
  std::unordered_set<int64_t> numbers;
  for (const auto& instruction : scope.computation->instructions()) {
    if (instruction->opcode() != Opcode::Parameter) continue;
    ++parameters;
    numbers.insert(instruction->get<ParameterAttributes>().number);
  }
  for (int64_t number = 0; number < parameters && m_diagnostics.empty(); ++number)
    if (!numbers.contains(number))
      m_lexer.fail({"parse.parameter_numbers", {scope.computation->name(), std::to_string(number)}}, begin, begin + 1);
}

void HloModuleParser::parseSingleInstruction() {
  Scope scope;
  scope.computation = m_module->addComputation("entry");
  scope.implicitParameters = true;
  m_entry = scope.computation->id();
  parseInstruction(scope);
  finishComputation(scope, 0, {});
  if (!m_lexer.atEnd()) m_lexer.fail({"parse.expected", {"the end of the text", m_lexer.found()}});
}

void HloModuleParser::setEntry() {
  if (m_module->computations().empty()) m_lexer.fail({"parse.no_computation", {}});
  Computation* entry = m_entry != 0 ? m_module->computation(m_entry) : m_module->computations().back().get();
  m_module->setEntry(entry);
  if (m_unordered) m_module->sortComputations();
}

void HloModuleParser::report(const HloSyntaxError& error) {
  if (error.silent) return;
  if (m_positions == nullptr) m_positions = std::make_unique<TextPositions>(m_lexer.text(), m_options.file);
  m_diagnostics.push_back(Diagnostic::error(error.message, m_positions->range(error.begin, error.end)));
}

/// Goes on at the next line that begins an instruction or closes the computation.
void HloModuleParser::recover(const HloSyntaxError& error) {
  report(error);
  std::string_view text = m_lexer.text();
  size_t at = std::max(error.begin, m_lexer.position());
  while (true) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return m_lexer.seek(text.size());
    size_t line = text.find_first_not_of(" \t\r", ++at);
    if (line == std::string_view::npos || text[line] == '\n') continue;
    size_t end = std::min(text.find('\n', line), text.size());
    std::string_view content = text.substr(line, end - line);
    m_lexer.seek(line);
    if (content.starts_with('}')) return;
    if (content.starts_with("ROOT ")) return;
    size_t nameEnd = content.find_first_of(" =\t({,");
    size_t next = nameEnd == std::string_view::npos ? nameEnd : content.find_first_not_of(" \t", nameEnd);
    if (next != std::string_view::npos && content[next] == '=' && (content[nameEnd] == ' ' || content[nameEnd] == '='))
      return;
  }
}

Result<std::unique_ptr<Module>> parseHlo(std::string_view text, const ParseOptions& options) {
  return HloModuleParser(text, options).parse();
}

Result<Shape> parseShape(std::string_view text) {
  return parseAlone(text, [](HloLexer& lexer) { return parseShapeAt(lexer, ParseOptions{}.maxNesting); });
}

Result<Literal> parseLiteral(std::string_view text) {
  return parseAlone(text, [](HloLexer& lexer) {
    int64_t depth = ParseOptions{}.maxNesting;
    Shape shape = parseShapeAt(lexer, depth);
    bool elided = false;
    return parseLiteralAt(lexer, shape, elided, depth);
  });
}

}  // namespace onepot
