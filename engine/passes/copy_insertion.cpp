#include <algorithm>
#include <functional>
#include <ranges>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "engine/analysis/dataflow.h"
#include "engine/analysis/in_place.h"
#include "engine/analysis/running_computations.h"
#include "engine/passes/pass_list.h"

namespace onepot {

namespace {

/// How far a search for a path goes before a copy is the cheaper answer.
constexpr int kSearchLimit = 4096;

/// The instruction whose result array `value` is, and which one; null where it is nobody's own (parameter, constant,
/// loop).
struct Definition {
  Instruction* by = nullptr;
  int output = 0;
  auto operator<=>(const Definition&) const = default;
};

class CopyInsertion {
 public:
  CopyInsertion(Module& module, PassContext& context) : m_module(module), m_context(context) {}

  bool run() {
    std::vector<Computation*> running = runningComputations(m_module);
    for (Computation* computation : running | std::views::reverse) {
      m_touched = false;
      for (Instruction* instruction : computation->snapshot()) {
        if (instruction->opcode() == Opcode::While) handleLoop(*instruction);
        if (instruction->opcode() == Opcode::Conditional)
          for (ComputationId branch : instruction->called()) ownResults(*m_module.computation(branch));
      }
      if (m_touched) computation->sortTopologically();
    }
    ownEntryResults();
    return m_changed;
  }

 private:
  // ---- rebuilding values

  Instruction* copyOf(Instruction* value) {
    Computation* computation = value->parent();
    // A spread-out constant is made again rather than copied; of anything else that would be one more reader.
    bool cheaper =
        value->opcode() == Opcode::Iota || (value->opcode() == Opcode::Broadcast && value->operand(0)->isConstant() &&
                                            value->operand(0)->shape().rank() == 0);
    NewInstruction made{Opcode::Copy, value->shape(), {value}, {}, {}, {}, 0};
    if (cheaper) made = {value->opcode(), value->shape(), value->operands(), value->attributes(), {}, {}, 0};
    Instruction* copy = computation->add(std::move(made));
    copy->setSource(value->source());
    copy->setMetadata(value->metadata());
    InstructionId id = value->id();
    copy->addOrigins({&id, 1});
    m_context.log("copy-insertion", *value, *copy);
    m_changed = m_touched = true;
    return copy;
  }

  Instruction* elementOf(Instruction* tuple, int64_t index) {
    if (tuple->opcode() == Opcode::Tuple) return tuple->operand(static_cast<int>(index));
    for (Instruction* user : tuple->users())
      if (user->opcode() == Opcode::GetTupleElement && user->get<TupleIndexAttributes>().index == index) return user;
    const Shape& shape = tuple->shape().elements()[static_cast<size_t>(index)];
    m_changed = true;
    return tuple->parent()->add({Opcode::GetTupleElement, shape, {tuple}, TupleIndexAttributes{index}, {}, {}, 0});
  }

  /// `value` with some of its arrays (by their position when flattened) replaced by what `make` returns for them.
  Instruction* withArrays(Instruction* value, int& position,
                          const std::function<Instruction*(int, Instruction*)>& make) {
    if (!value->shape().isTuple()) {
      Instruction* made = make(position++, value);
      return made == nullptr ? value : made;
    }
    std::vector<Instruction*> elements;
    bool differs = false;
    for (size_t i = 0; i < value->shape().elements().size(); ++i) {
      Instruction* element = elementOf(value, static_cast<int64_t>(i));
      elements.push_back(withArrays(element, position, make));
      differs |= elements.back() != element;
    }
    if (!differs) return value;
    std::vector<Shape> shapes;
    for (const Instruction* element : elements) shapes.push_back(element->shape());
    return value->parent()->add({Opcode::Tuple, Shape::tuple(std::move(shapes)), std::move(elements), {}, {}, {}, 0});
  }

  void replaceRoot(Computation& computation, const std::function<Instruction*(int, Instruction*)>& make) {
    int position = 0;
    Instruction* old = computation.root();
    Instruction* root = withArrays(old, position, make);
    if (root == old) return;
    computation.setRoot(root);
    if (old->opcode() == Opcode::Tuple && old->users().empty()) computation.remove(old);
    computation.sortTopologically();
  }

  // ---- questions

  static Definition definitionOf(Instruction* value) {
    int output = 0;
    while (namesItsOperands(value->opcode())) {
      if (value->opcode() == Opcode::Tuple) return {};
      if (value->opcode() == Opcode::GetTupleElement)
        output = static_cast<int>(value->get<TupleIndexAttributes>().index);
      value = value->operand(0);
    }
    bool owns = isKernel(*value) && value->opcode() != Opcode::Parameter;
    return owns ? Definition{value, output} : Definition{};
  }

  static bool isElement(const Instruction& instruction, int64_t index) {
    return instruction.opcode() == Opcode::GetTupleElement && instruction.get<TupleIndexAttributes>().index == index;
  }

  /// The same array under two names: equal, or the same element of one tuple.
  static bool sameArray(const Instruction* a, const Instruction* b) {
    if (a == b) return true;
    return a->opcode() == Opcode::GetTupleElement && isElement(*b, a->get<TupleIndexAttributes>().index) &&
           a->operand(0) == b->operand(0);
  }

  /// Everything that reads `value`, looking through names for it. `escapes`: the root hands it on.
  std::vector<Instruction*> readersOf(Instruction* value, bool& escapes) const {
    std::vector<Instruction*> readers, queue{value};
    std::unordered_set<Instruction*> seen{value};
    if (value->opcode() == Opcode::GetTupleElement)
      for (Instruction* other : value->operand(0)->users()) {
        bool anotherElement = other->opcode() == Opcode::GetTupleElement && !sameArray(other, value);
        if (anotherElement || !seen.insert(other).second) continue;
        if (namesItsOperands(other->opcode()))
          queue.push_back(other);
        else
          readers.push_back(other);
      }
    while (!queue.empty()) {
      Instruction* current = queue.back();
      queue.pop_back();
      if (current->isRoot()) escapes = true;
      for (Instruction* user : current->users()) {
        if (!seen.insert(user).second) continue;
        if (namesItsOperands(user->opcode()))
          queue.push_back(user);
        else
          readers.push_back(user);
      }
    }
    return readers;
  }

  /// A path along users and control edges; true as well when the search grows too long.
  bool reaches(Instruction* from, const std::unordered_set<Instruction*>& targets) const {
    std::unordered_set<Instruction*> seen{from};
    std::vector<Instruction*> queue{from};
    while (!queue.empty()) {
      Instruction* current = queue.back();
      queue.pop_back();
      auto step = [&](Instruction* next) {
        if (seen.insert(next).second) queue.push_back(next);
        return targets.contains(next);
      };
      for (Instruction* user : current->users())
        if (step(user)) return true;
      auto after = m_after.find(current);
      if (after != m_after.end())
        for (Instruction* next : after->second)
          if (step(next)) return true;
      if (static_cast<int>(seen.size()) > kSearchLimit) return true;
    }
    return false;
  }

  void orderBefore(Instruction* first, Instruction* second) {
    if (first == second || std::ranges::find(second->operands(), first) != second->operands().end()) return;
    second->addControlPredecessor(first);
    m_after[first].push_back(second);
    m_changed = m_touched = true;
  }

  // ---- loops

  void handleLoop(Instruction& loop) {
    Computation& body = *m_module.computation(loop.called()[1]);
    ownInitialValues(loop, body);
    Instruction* parameter = body.parameters().front();
    std::vector<Instruction*> carried;
    int count = 0;
    m_after.clear();
    m_changed = true;
    for (const auto& instruction : body.instructions())
      for (Instruction* before : instruction->controlPredecessors()) m_after[before].push_back(instruction.get());
    withArrays(parameter, count, [&](int, Instruction* array) {
      carried.push_back(array);
      return nullptr;
    });
    // What only names another element, an outer value or an inner loop's result gets an array of its own first.
    replaceRoot(body, [&](int position, Instruction* value) -> Instruction* {
      bool named = definitionOf(value).by == nullptr && !sameArray(value, carried[static_cast<size_t>(position)]);
      return named ? copyOf(value) : nullptr;
    });
    std::set<Definition> taken;
    replaceRoot(body, [&](int position, Instruction* value) {
      return nextValue(value, carried[static_cast<size_t>(position)], taken);
    });
    for (Instruction* array : carried)
      if (array->users().empty() && array->opcode() == Opcode::GetTupleElement && !array->isRoot()) body.remove(array);
    body.sortTopologically();
  }

  /// What the body may hand on as the next value of `carried`: `value` itself where it can be written over the old one.
  Instruction* nextValue(Instruction* value, Instruction* carried, std::set<Definition>& taken) {
    if (sameArray(value, carried)) return nullptr;
    Definition definition = definitionOf(value);
    bool escapes = false;
    std::vector<Instruction*> readers = readersOf(carried, escapes);
    if (taken.insert(definition).second && !escapes && mayWriteOver(definition, carried, readers)) {
      for (Instruction* reader : readers) orderBefore(reader, definition.by);
      return nullptr;
    }
    Instruction* copy = copyOf(value);
    for (Instruction* reader : readers) orderBefore(reader, copy);
    return copy;
  }

  bool mayWriteOver(const Definition& definition, Instruction* carried,
                    const std::vector<Instruction*>& readers) const {
    std::unordered_set<Instruction*> others(readers.begin(), readers.end());
    if (others.erase(definition.by) > 0) {
      for (int i = 0; i < definition.by->operandCount(); ++i) {
        Instruction* operand = definition.by->operand(i);
        while (namesItsOperands(operand->opcode()) && !sameArray(operand, carried) &&
               operand->opcode() != Opcode::Tuple)
          operand = operand->operand(0);
        if (sameArray(operand, carried) && !canWriteOver(*definition.by, definition.output, i, m_module)) return false;
      }
    }
    return others.empty() || !reaches(definition.by, others);
  }

  /// One user, and no second way to reach the array.
  static bool onlyName(const Instruction& value) {
    if (value.users().size() != 1 || value.opcode() == Opcode::Bitcast) return false;
    if (value.opcode() != Opcode::GetTupleElement) return true;
    auto same = [&](const Instruction* other) {
      return !(other->opcode() == Opcode::GetTupleElement) || sameArray(other, &value);
    };
    return std::ranges::count_if(value.operand(0)->users(), same) == 1;
  }

  /// A loop writes over its initial values: they must be nobody else's.
  void ownInitialValues(Instruction& loop, const Computation& body) {
    int position = 0;
    std::set<Definition> taken;
    Instruction* initial = loop.operand(0);
    bool flat =
        body.root()->shape().isTuple() && std::ranges::none_of(body.root()->shape().elements(), &Shape::isTuple);
    Instruction* owned = withArrays(initial, position, [&](int index, Instruction* value) -> Instruction* {
      if (flat && passesThrough(body, index)) return nullptr;
      Definition definition = definitionOf(value);
      bool own = definition.by != nullptr && onlyName(*value) && taken.insert(definition).second &&
                 initial->users().size() == 1 && initial->opcode() == Opcode::Tuple &&
                 std::ranges::count(initial->operands(), value) == 1;
      return own ? nullptr : copyOf(value);
    });
    if (owned == initial) return;
    loop.setOperand(0, owned);
    if (initial->users().empty() && initial->opcode() == Opcode::Tuple && !initial->isRoot())
      initial->parent()->remove(initial);
    m_touched = true;
  }

  // ---- results

  void ownResults(Computation& branch) {
    std::set<Definition> taken;
    replaceRoot(branch, [&](int, Instruction* value) -> Instruction* {
      Definition definition = definitionOf(value);
      bool own = definition.by != nullptr && taken.insert(definition).second;
      return own ? nullptr : copyOf(value);
    });
  }

  void ownEntryResults() {
    Dataflow flow(m_module);
    std::unordered_map<int, int> place;  // a loop's result lies where its initial value does
    auto find = [&](int value) {
      while (place.contains(value)) value = place.at(value);
      return value;
    };
    std::unordered_set<int> pinned, taken;
    for (auto [a, b] : flow.mustShare())
      if (find(a) != find(b)) place[find(b)] = find(a);
    for (size_t i = 0; i < flow.values().size(); ++i)
      if (flow.values()[i].parameter || flow.values()[i].constant) pinned.insert(find(static_cast<int>(i)));
    Computation& entry = *m_module.entry();
    std::vector<int> results(flow.valuesOf(*entry.root()).begin(), flow.valuesOf(*entry.root()).end());
    replaceRoot(entry, [&](int position, Instruction* value) -> Instruction* {
      int lies = find(results[static_cast<size_t>(position)]);
      return pinned.contains(lies) || !taken.insert(lies).second ? copyOf(value) : nullptr;
    });
  }

  Module& m_module;
  PassContext& m_context;
  bool m_changed = false;
  bool m_touched = false;  // the present computation got new instructions or control edges
  std::unordered_map<Instruction*, std::vector<Instruction*>> m_after;  // control edges of the present loop
};

}  // namespace

bool runCopyInsertion(Module& module, PassContext& context) { return CopyInsertion(module, context).run(); }

}  // namespace onepot
