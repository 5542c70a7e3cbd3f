// The traced dialect as a jaxpr, laid out and named as JAX's own printer does.
#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "engine/trace/api.h"
#include "engine/trace/jaxpr_parameters.h"
#include "engine/trace/text_layout.h"
#include "engine/trace/trace_level.h"

namespace onepot {

namespace {

bool isEquation(const Instruction& instruction) {
  Opcode opcode = instruction.opcode();
  return opcode != Opcode::Parameter && opcode != Opcode::Constant && opcode != Opcode::Tuple &&
         opcode != Opcode::GetTupleElement;
}

/// The variables that an equation binds: itself, or the elements taken of its tuple.
std::vector<const Instruction*> binders(const Instruction& instruction) {
  if (!instruction.shape().isTuple()) return {&instruction};
  std::vector<const Instruction*> all(instruction.shape().elements().size(), nullptr);
  for (const Instruction* user : instruction.users())
    if (const auto* index = user->getIf<TupleIndexAttributes>()) all[static_cast<size_t>(index->index)] = user;
  return all;
}

class JaxprPrinter {
 public:
  explicit JaxprPrinter(const Module& module) : m_module(module) {}

  TextLayout print(const Computation& entry, size_t consts) {
    nameShared(entry);
    std::vector<TextLayout> all;
    for (const auto& [name, id] : m_shared) {
      all.push_back(TextLayout::text("let " + name + " = "));
      all.push_back(skeleton(*m_module.computation(id), 0));
      all.push_back(TextLayout::text(" in"));
      all.push_back(TextLayout::breakable());
    }
    all.push_back(skeleton(entry, consts));
    return TextLayout::concat(std::move(all));
  }

 private:
  // ---- what is used more than once, or is long, is printed first under a name

  std::map<ComputationId, int> countUses(const Computation& entry, std::vector<ComputationId>& order,
                                         std::map<ComputationId, std::string>& names) const {
    std::map<ComputationId, int> counts;
    std::deque<const Computation*> queue{&entry};
    while (!queue.empty()) {
      const Computation& current = *queue.front();
      queue.pop_front();
      if (counts.emplace(current.id(), 0).second) order.push_back(current.id());
      int& count = counts[current.id()];
      if (++count > 2) continue;  // it is shared in any case
      if (&current != &entry &&
          std::ranges::count_if(current.instructions(), [](auto& i) { return isEquation(*i); }) > 10)
        ++count;
      for (const auto& instruction : current.instructions())
        for (ComputationId called : instruction->called()) {
          queue.push_back(m_module.computation(called));
          if (const auto* call = instruction->getIf<CallAttributes>()) names.emplace(called, bare(call->name));
        }
    }
    return counts;
  }

  static std::string bare(const std::string& name) {
    return name.size() > 2 && name.front() == '<' ? name.substr(1, name.size() - 2) : name;
  }

  void nameShared(const Computation& entry) {
    std::vector<ComputationId> order;
    std::map<ComputationId, std::string> names;
    std::map<ComputationId, int> counts = countUses(entry, order, names);
    std::map<std::string, int> taken;
    for (ComputationId id : order) {
      if (counts.at(id) == 1) continue;
      std::string name = names.contains(id) ? names.at(id) : std::string("jaxpr");
      int& count = taken[name];
      if (count > 0) name += std::to_string(count);
      ++count;
      m_sharedNames.insert(name);
      m_sharedById.emplace(id, name);
      m_shared.emplace_back(name, id);
    }
  }

  // ---- variables

  std::string freshName() {
    while (true) {
      std::string name;
      for (int64_t n = m_fresh++; name.empty() || n != 0; n /= 26) name.insert(0, 1, static_cast<char>('a' + n % 26));
      if (!m_sharedNames.contains(name)) return name;
    }
  }

  std::string nameOf(const Instruction& variable) {
    auto [entry, isNew] = m_names.try_emplace(&variable);
    if (isNew) entry->second = freshName();
    return entry->second;
  }

  TextLayout variable(const Instruction& instruction) {
    return TextLayout::text(instruction.isConstant() ? literalText(instruction.literal()) : nameOf(instruction));
  }

  std::string binder(const Instruction* instruction, const Shape& shape) {
    bool unused = instruction == nullptr || instruction->users().empty();
    return (unused ? std::string("_") : nameOf(*instruction)) + ":" + shape.jaxText();
  }

  TextLayout list(std::vector<TextLayout> all, const TextLayout& between) const {
    if (all.size() == 1) return all.front();
    return TextLayout::nest(2, TextLayout::group(TextLayout::join(between, std::move(all))));
  }
  TextLayout list(std::vector<TextLayout> all) const { return list(std::move(all), m_blank); }

  /// The body's variables are called as those of the call, where each is called once.
  void suggestNames(const Instruction& call, const Computation& body) {
    std::set<std::string> used;
    auto suggest = [&](const Instruction* inner, const std::string& like) {
      if (inner->isConstant() || m_names.contains(inner) || !used.insert(like).second) return;
      m_names.emplace(inner, like);
    };
    std::vector<Instruction*> parameters = body.parameters();
    for (size_t i = 0; i < parameters.size() && i < call.operands().size(); ++i)
      if (!call.operands()[i]->isConstant()) suggest(parameters[i], nameOf(*call.operands()[i]));
    used.clear();
    std::vector<const Instruction*> results = binders(call);
    for (size_t i = 0; i < results.size(); ++i) {
      const Instruction* like = results[i];
      bool unused = like == nullptr || like->users().empty();
      if (unused && body.root()->operands()[i]->isConstant()) continue;
      if (unused)
        m_names.emplace(body.root()->operands()[i], "_");
      else
        suggest(body.root()->operands()[i], nameOf(*like));
    }
  }

  // ---- equations

  TextLayout bodyText(ComputationId id) {
    auto shared = m_sharedById.find(id);
    return shared != m_sharedById.end() ? TextLayout::text(shared->second) : skeleton(*m_module.computation(id), 0);
  }

  TextLayout branchesText(const Instruction& instruction) {
    std::vector<TextLayout> bodies;
    for (ComputationId called : instruction.called()) bodies.push_back(bodyText(called));
    TextLayout inner = TextLayout::concat({TextLayout::text("("), TextLayout::breakable(""),
                                           TextLayout::join(TextLayout::breakable(), std::move(bodies))});
    return TextLayout::group(
        TextLayout::concat({TextLayout::nest(2, inner), TextLayout::breakable(""), TextLayout::text(")")}));
  }

  TextLayout parameterList(const Instruction& instruction) {
    std::vector<std::pair<std::string, TextLayout>> all;
    for (auto& [key, value] : primitiveParameters(instruction)) all.emplace_back(key, TextLayout::text(value));
    if (hasBodies(instruction.opcode())) {
      std::vector<std::string> roles = bodyParameters(instruction.opcode());
      std::vector<size_t> order(roles.size());
      for (size_t i = 0; i < roles.size(); ++i) order[i] = i;
      std::ranges::sort(order, {}, [&](size_t i) { return roles[i]; });  // inner names are given in printing order
      for (size_t i : order)
        all.emplace_back(roles[i], instruction.opcode() == Opcode::Cond ? branchesText(instruction)
                                                                        : bodyText(instruction.called()[i]));
    }
    std::ranges::stable_sort(all, {}, [](const auto& one) { return one.first; });
    const auto* call = instruction.getIf<CallAttributes>();
    if (call != nullptr && instruction.opcode() != Opcode::Remat)
      all.insert(all.begin(), {"name", TextLayout::text(call->name)});
    if (all.empty()) return {};
    std::vector<TextLayout> pairs;
    for (auto& [key, value] : all) pairs.push_back(TextLayout::concat({TextLayout::text(key + "="), value}));
    TextLayout inner = TextLayout::concat({TextLayout::text("["), TextLayout::breakable(""),
                                           TextLayout::join(TextLayout::breakable(), std::move(pairs))});
    return TextLayout::group(
        TextLayout::concat({TextLayout::nest(2, inner), TextLayout::breakable(""), TextLayout::text("]")}));
  }

  TextLayout equation(const Instruction& instruction) {
    if (instruction.opcode() == Opcode::Jit && !m_sharedById.contains(instruction.called().front()))
      suggestNames(instruction, *m_module.computation(instruction.called().front()));
    std::vector<TextLayout> results;
    std::vector<const Instruction*> bound = binders(instruction);
    for (size_t i = 0; i < bound.size(); ++i) {
      const Shape& shape = instruction.shape().isTuple() ? instruction.shape().elements()[i] : instruction.shape();
      results.push_back(TextLayout::text(binder(bound[i], shape)));
    }
    TextLayout left = list(std::move(results));
    std::vector<TextLayout> parts{left, TextLayout::text(" = " + primitiveName(instruction))};
    if (TextLayout parameters = parameterList(instruction); !parameters.empty()) parts.push_back(parameters);
    parts.push_back(m_space);
    std::vector<TextLayout> operands;
    for (const Instruction* operand : instruction.operands()) operands.push_back(variable(*operand));
    if (instruction.opcode() == Opcode::Select) std::swap(operands[1], operands[2]);
    parts.push_back(list(std::move(operands)));
    return TextLayout::mark(instruction.id(), TextLayout::concat(std::move(parts)));
  }

  TextLayout skeleton(const Computation& computation, size_t consts) {
    std::vector<TextLayout> constants, arguments, equations, results;
    for (const Instruction* parameter : computation.parameters())
      (constants.size() < consts ? constants : arguments)
          .push_back(TextLayout::text(nameOf(*parameter) + ":" + parameter->shape().jaxText()));
    TextLayout left = list(std::move(constants)), right = list(std::move(arguments));
    for (const auto& instruction : computation.instructions())
      if (isEquation(*instruction)) equations.push_back(equation(*instruction));
    for (const Instruction* result : computation.root()->operands()) results.push_back(variable(*result));
    std::string close = results.size() == 1 ? ",)" : ")";
    TextLayout body = TextLayout::concat(
        {TextLayout::breakable(), TextLayout::join(TextLayout::breakable("; "), std::move(equations))});
    TextLayout inside =
        TextLayout::concat({TextLayout::text("{ lambda "), left, TextLayout::text("; "), right,
                            TextLayout::text(". let"), TextLayout::nest(2, body), TextLayout::breakable(),
                            TextLayout::text("in ("), list(std::move(results), m_comma), TextLayout::text(close)});
    return TextLayout::group(TextLayout::concat({TextLayout::nest(2, inside), TextLayout::text(" }")}));
  }

  // Separators after which a line may end; each stands in thousands of places.
  const TextLayout m_blank = TextLayout::group(TextLayout::breakable());
  const TextLayout m_comma = TextLayout::concat({TextLayout::text(","), m_blank});
  const TextLayout m_space = TextLayout::text(" ");
  const Module& m_module;
  std::unordered_map<const Instruction*, std::string> m_names;
  int64_t m_fresh = 0;
  std::vector<std::pair<std::string, ComputationId>> m_shared;
  std::map<ComputationId, std::string> m_sharedById;
  std::set<std::string> m_sharedNames;
};

}  // namespace

JaxprText jaxprText(const TracedFunction& function) {
  constexpr int kWidth = 80;
  TextLayout layout = JaxprPrinter(*function.module).print(*function.module->entry(), function.consts.size());
  JaxprText text;
  text.text = layout.format(kWidth, &text.lines);
  return text;
}

}  // namespace onepot
