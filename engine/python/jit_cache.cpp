#include "engine/python/jit_cache.h"

#include <algorithm>

namespace onepot {
namespace {

void mix(size_t& hash, size_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15ull + (hash >> 31); }

bool equalObjects(PyObject* a, PyObject* b) {
  if (a == b) return true;
  if (Py_TYPE(a) != Py_TYPE(b)) return false;
  int equal = PyObject_RichCompareBool(a, b, Py_EQ);
  if (equal < 0) PyErr_Clear();
  return equal == 1;
}

bool sameStatics(const CallKey& a, const CallKey& b) {
  return std::ranges::equal(a.statics, b.statics, [](const auto& x, const auto& y) {
    return x.first == y.first && equalObjects(x.second.get(), y.second.get());
  });
}

bool sameStructure(const CallKey& a, const CallKey& b) {
  return a.positional == b.positional && equalTrees(a.tree, b.tree) &&
         std::ranges::equal(a.keywords, b.keywords,
                            [](const PyRef& x, const PyRef& y) { return equalObjects(x.get(), y.get()); });
}

std::string shown(PyObject* object) {
  PyRef text = PyRef::steal(PyObject_Repr(object));
  if (!text) PyErr_Clear();
  std::string whole = textOf(text.get());
  return whole.size() > 60 ? whole.substr(0, 57) + "..." : whole;
}

/// How alike two keys are; the greatest is the one to compare with.
size_t likeness(const CallKey& a, const CallKey& b) {
  if (!sameStructure(a, b)) return 0;
  size_t score = 1 + (sameStatics(a, b) ? a.avals.size() + 1 : 0);
  for (size_t i = 0; i < std::min(a.avals.size(), b.avals.size()); ++i) score += a.avals[i] == b.avals[i];
  return score;
}

}  // namespace

void sealKey(CallKey& key) {
  size_t hash = key.tree.hash + key.positional + (key.x64 ? 0x51ED27u : 0u);
  for (const Aval& aval : key.avals) {
    mix(hash, static_cast<size_t>(aval.shape.type()) * 2 + aval.weakType);
    for (const Dimension& dimension : aval.shape.dimensions()) mix(hash, static_cast<size_t>(dimension.size) + 17);
  }
  for (const PyRef& name : key.keywords) mix(hash, static_cast<size_t>(PyObject_Hash(name.get())));
  for (const auto& [position, value] : key.statics) {
    Py_hash_t own = PyObject_Hash(value.get());
    if (own == -1) {
      PyErr_Clear();
      raise(PyExc_ValueError,
            "Non-hashable static arguments are not supported. An error occurred while trying to hash an "
            "object of type " +
                std::string(shown(reinterpret_cast<PyObject*>(Py_TYPE(value.get())))) + ", " + shown(value.get()) +
                ". Pass a tuple instead of a list, or make the argument dynamic.");
    }
    mix(hash, static_cast<size_t>(own) + position);
  }
  key.hash = hash;
}

bool equalKeys(const CallKey& a, const CallKey& b) {
  return a.hash == b.hash && a.x64 == b.x64 && a.avals == b.avals && sameStructure(a, b) && sameStatics(a, b);
}

std::shared_ptr<JitFunctionRecord> JitCache::find(const CallKey& key) const {
  auto found = m_byHash.find(key.hash);
  if (found == m_byHash.end()) return nullptr;
  for (const auto& record : found->second)
    if (equalKeys(record->key, key)) return record;
  return nullptr;
}

void JitCache::add(std::shared_ptr<JitFunctionRecord> record) {
  m_byHash[record->key.hash].push_back(record);
  m_records.push_back(std::move(record));
}

void JitCache::clear() {
  m_byHash.clear();
  m_records.clear();
}

std::string avalText(const Aval& aval) { return aval.shape.jaxText() + (aval.weakType ? " (weak)" : ""); }

Message explainMiss(const CallKey& wanted, const std::vector<std::string>& names,
                    const std::vector<std::shared_ptr<JitFunctionRecord>>& records) {
  // The newest of the most alike: that is the call that a person remembers.
  const CallKey* nearest = &records.back()->key;
  for (const auto& record : records)
    if (likeness(wanted, record->key) >= likeness(wanted, *nearest)) nearest = &record->key;
  if (!sameStructure(wanted, *nearest)) return {"jit_miss_structure", {treeText(wanted.tree), treeText(nearest->tree)}};
  for (size_t i = 0; i < wanted.statics.size(); ++i)
    if (i >= nearest->statics.size() || !equalObjects(wanted.statics[i].second.get(), nearest->statics[i].second.get()))
      return {"jit_miss_static",
              {std::to_string(wanted.statics[i].first), shown(wanted.statics[i].second.get()),
               i < nearest->statics.size() ? shown(nearest->statics[i].second.get()) : "none"}};
  for (size_t i = 0; i < wanted.avals.size() && i < nearest->avals.size(); ++i)
    if (wanted.avals[i] != nearest->avals[i])
      return {
          "jit_miss_argument",
          {i < names.size() ? names[i] : std::to_string(i), avalText(wanted.avals[i]), avalText(nearest->avals[i])}};
  return {"jit_miss_unknown", {}};
}

}  // namespace onepot
