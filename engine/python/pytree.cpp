#include "engine/python/pytree.h"

#include <algorithm>

namespace onepot {
namespace {

void mix(size_t& hash, size_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15ull + (hash >> 29); }

void mixNode(size_t& hash, const TreeNode& node) {
  if (node.kind == TreeKind::Leaf) return mix(hash, 1);
  mix(hash, static_cast<size_t>(node.kind) * 31 + node.arity + 7);
  if (node.kind == TreeKind::Dict)
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(node.data.get()); ++i) {
      Py_hash_t key = PyObject_Hash(PyList_GET_ITEM(node.data.get(), i));
      if (key == -1) PyErr_Clear();
      mix(hash, static_cast<size_t>(key));
    }
  if (node.type) mix(hash, reinterpret_cast<size_t>(node.type.get()) >> 4);
}

bool isNamedTuple(PyObject* object) { return PyTuple_Check(object) && PyObject_HasAttrString(object, "_fields"); }

PyRef sortedKeys(PyObject* dict) {
  PyRef keys = checked(PyDict_Keys(dict));
  if (PyList_Sort(keys.get()) < 0) {
    // Keys that do not compare keep the order in which they were put in.
    PyErr_Clear();
    keys = checked(PyDict_Keys(dict));
  }
  return keys;
}

class Flattener {
 public:
  Flattener(Binding& binding, PyObject* isLeaf, std::vector<PyRef>& leaves, Tree& tree)
      : m_binding(binding), m_isLeaf(isLeaf), m_leaves(leaves), m_tree(tree) {}

  void visit(PyObject* object) {
    struct Depth {
      Depth() {
        if (Py_EnterRecursiveCall(" while flattening a pytree")) throw PythonError{};
      }
      ~Depth() { Py_LeaveRecursiveCall(); }
    } depth;
    visitGuarded(object);
  }

 private:
  bool userSaysLeaf(PyObject* object) {
    if (!m_isLeaf) return false;
    PyRef answer = checked(PyObject_CallOneArg(m_isLeaf, object));
    int truth = PyObject_IsTrue(answer.get());
    checkStatus(truth);
    return truth == 1;
  }

  void visitGuarded(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    if (userSaysLeaf(object)) return leaf(object);
    size_t firstLeaf = m_leaves.size(), firstNode = m_tree.nodes.size();
    TreeNode node;
    if (object == Py_None) {
      node.kind = TreeKind::None;
    } else if (type == &PyTuple_Type || type == &PyList_Type) {
      node.kind = type == &PyTuple_Type ? TreeKind::Tuple : TreeKind::List;
      node.arity = static_cast<uint32_t>(Py_SIZE(object));
      for (Py_ssize_t i = 0; i < Py_SIZE(object); ++i)
        visit(type == &PyTuple_Type ? PyTuple_GET_ITEM(object, i) : PyRef::borrow(PyList_GET_ITEM(object, i)).get());
    } else if (type == &PyDict_Type) {
      node.kind = TreeKind::Dict;
      node.arity = static_cast<uint32_t>(PyDict_GET_SIZE(object));
      node.data = sortedKeys(object);
      for (Py_ssize_t i = 0; i < PyList_GET_SIZE(node.data.get()); ++i)
        visit(PyRef::borrow(PyDict_GetItemWithError(object, PyList_GET_ITEM(node.data.get(), i))).get());
    } else if (PyObject* entry = registered(type)) {
      custom(object, entry, node);
    } else if (PyTuple_Check(object) && isNamedTuple(object)) {
      node.kind = TreeKind::NamedTuple;
      node.arity = static_cast<uint32_t>(PyTuple_GET_SIZE(object));
      node.type = PyRef::borrow(reinterpret_cast<PyObject*>(type));
      for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(object); ++i) visit(PyTuple_GET_ITEM(object, i));
    } else {
      return leaf(object);
    }
    close(std::move(node), firstLeaf, firstNode);
  }

  PyObject* registered(PyTypeObject* type) {
    if (!m_binding.registry || PyDict_GET_SIZE(m_binding.registry.get()) == 0) return nullptr;
    return PyDict_GetItemWithError(m_binding.registry.get(), reinterpret_cast<PyObject*>(type));
  }

  void custom(PyObject* object, PyObject* entry, TreeNode& node) {
    PyRef pair = checked(PyObject_CallOneArg(PyTuple_GET_ITEM(entry, 0), object));
    PyRef fast = checked(PySequence_Tuple(pair.get()));
    if (PyTuple_GET_SIZE(fast.get()) != 2)
      raise(PyExc_ValueError, "a pytree node's flatten function must return (children, auxiliary data)");
    PyRef children = checked(PySequence_Tuple(PyTuple_GET_ITEM(fast.get(), 0)));
    node.kind = TreeKind::Custom;
    node.arity = static_cast<uint32_t>(PyTuple_GET_SIZE(children.get()));
    node.type = PyRef::borrow(reinterpret_cast<PyObject*>(Py_TYPE(object)));
    node.data = PyRef::borrow(PyTuple_GET_ITEM(fast.get(), 1));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(children.get()); ++i) visit(PyTuple_GET_ITEM(children.get(), i));
  }

  void leaf(PyObject* object) {
    m_leaves.push_back(PyRef::borrow(object));
    m_tree.nodes.emplace_back();
    mix(m_tree.hash, 1);
  }

  void close(TreeNode node, size_t firstLeaf, size_t firstNode) {
    node.leaves = static_cast<uint32_t>(m_leaves.size() - firstLeaf);
    node.nodes = static_cast<uint32_t>(m_tree.nodes.size() - firstNode + 1);
    mixNode(m_tree.hash, node);
    m_tree.nodes.push_back(std::move(node));
  }

  Binding& m_binding;
  PyObject* m_isLeaf;
  std::vector<PyRef>& m_leaves;
  Tree& m_tree;
};

PyRef build(Binding& binding, const TreeNode& node, std::vector<PyRef>& stack) {
  size_t first = stack.size() - node.arity;
  auto take = [&](size_t i) { return stack[first + i].release(); };
  PyRef result;
  switch (node.kind) {
    case TreeKind::Leaf: break;
    case TreeKind::None: result = PyRef::borrow(Py_None); break;
    case TreeKind::Tuple:
      result = checked(PyTuple_New(node.arity));
      for (size_t i = 0; i < node.arity; ++i) PyTuple_SET_ITEM(result.get(), static_cast<Py_ssize_t>(i), take(i));
      break;
    case TreeKind::List:
      result = checked(PyList_New(node.arity));
      for (size_t i = 0; i < node.arity; ++i) PyList_SET_ITEM(result.get(), static_cast<Py_ssize_t>(i), take(i));
      break;
    case TreeKind::Dict:
      result = checked(PyDict_New());
      for (size_t i = 0; i < node.arity; ++i)
        checkStatus(PyDict_SetItem(result.get(), PyList_GET_ITEM(node.data.get(), static_cast<Py_ssize_t>(i)),
                                   stack[first + i].get()));
      break;
    case TreeKind::NamedTuple: {
      PyRef items = checked(PyTuple_New(node.arity));
      for (size_t i = 0; i < node.arity; ++i) PyTuple_SET_ITEM(items.get(), static_cast<Py_ssize_t>(i), take(i));
      result = checked(PyObject_CallObject(node.type.get(), items.get()));
      break;
    }
    case TreeKind::Custom: {
      PyRef items = checked(PyTuple_New(node.arity));
      for (size_t i = 0; i < node.arity; ++i) PyTuple_SET_ITEM(items.get(), static_cast<Py_ssize_t>(i), take(i));
      PyObject* entry = PyDict_GetItemWithError(binding.registry.get(), node.type.get());
      if (!entry) raise(PyExc_ValueError, "the type of a pytree node is no longer registered");
      result = checked(PyObject_CallFunctionObjArgs(PyTuple_GET_ITEM(entry, 1), node.data.get(), items.get(), nullptr));
      break;
    }
  }
  stack.resize(first);
  return result;
}

bool equalObjects(const PyRef& a, const PyRef& b) {
  if (a.get() == b.get()) return true;
  if (!a || !b) return false;
  int equal = PyObject_RichCompareBool(a.get(), b.get(), Py_EQ);
  if (equal < 0) PyErr_Clear();
  return equal == 1;
}

}  // namespace

void flattenInto(Binding& binding, PyObject* object, PyObject* isLeaf, std::vector<PyRef>& leaves, Tree& tree) {
  Flattener(binding, isLeaf && isLeaf != Py_None ? isLeaf : nullptr, leaves, tree).visit(object);
}

Flattened flatten(Binding& binding, PyObject* object, PyObject* isLeaf) {
  Flattened result;
  flattenInto(binding, object, isLeaf, result.leaves, result.tree);
  return result;
}

PyRef unflatten(Binding& binding, const Tree& tree, std::span<const PyRef> leaves) {
  if (leaves.size() != tree.leafCount())
    raise(PyExc_ValueError, "Too " + std::string(leaves.size() < tree.leafCount() ? "few" : "many") +
                                " leaves for PyTreeDef; expected " + std::to_string(tree.leafCount()) + ", got " +
                                std::to_string(leaves.size()));
  std::vector<PyRef> stack;
  size_t next = 0;
  for (const TreeNode& node : tree.nodes) {
    if (node.kind == TreeKind::Leaf)
      stack.push_back(leaves[next++]);
    else
      stack.push_back(build(binding, node, stack));
  }
  return stack.empty() ? PyRef::borrow(Py_None) : stack.back();
}

std::vector<Tree> splitForest(const Tree& forest) {
  std::vector<Tree> trees;
  for (size_t end = forest.nodes.size(); end > 0;) {
    size_t size = forest.nodes[end - 1].nodes;
    Tree& tree = trees.emplace_back();
    tree.nodes.assign(forest.nodes.begin() + static_cast<std::ptrdiff_t>(end - size),
                      forest.nodes.begin() + static_cast<std::ptrdiff_t>(end));
    rehash(tree);
    end -= size;
  }
  std::ranges::reverse(trees);
  return trees;
}

void rehash(Tree& tree) {
  tree.hash = 0;
  for (const TreeNode& node : tree.nodes) mixNode(tree.hash, node);
}

bool equalTrees(const Tree& a, const Tree& b) {
  if (a.hash != b.hash || a.nodes.size() != b.nodes.size()) return false;
  for (size_t i = 0; i < a.nodes.size(); ++i) {
    const TreeNode &x = a.nodes[i], &y = b.nodes[i];
    if (x.kind != y.kind || x.arity != y.arity || x.type.get() != y.type.get()) return false;
    if (x.kind >= TreeKind::Dict && !equalObjects(x.data, y.data)) return false;
  }
  return true;
}

}  // namespace onepot
