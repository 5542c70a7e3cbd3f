// jax.tree_util.PyTreeDef, and the texts of trees and paths.
#include "engine/python/pytree.h"

namespace onepot {
namespace {

std::string shown(PyObject* object) {
  PyRef text = PyRef::steal(PyObject_Repr(object));
  if (!text) PyErr_Clear();
  return textOf(text.get());
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string nodeText(const TreeNode& node, const std::vector<std::string>& children) {
  switch (node.kind) {
    case TreeKind::Leaf: return "*";
    case TreeKind::None: return "None";
    case TreeKind::Tuple: return "(" + joined(children) + (children.size() == 1 ? ",)" : ")");
    case TreeKind::List: return "[" + joined(children) + "]";
    case TreeKind::Dict: {
      std::vector<std::string> items;
      for (size_t i = 0; i < children.size(); ++i)
        items.push_back(shown(PyList_GET_ITEM(node.data.get(), static_cast<Py_ssize_t>(i))) + ": " + children[i]);
      return "{" + joined(items) + "}";
    }
    case TreeKind::NamedTuple:
      return "CustomNode(namedtuple[" + std::string(reinterpret_cast<PyTypeObject*>(node.type.get())->tp_name) +
             "], [" + joined(children) + "])";
    case TreeKind::Custom:
      return "CustomNode(" + std::string(reinterpret_cast<PyTypeObject*>(node.type.get())->tp_name) + "[" +
             shown(node.data.get()) + "], [" + joined(children) + "])";
  }
  return {};
}

std::string step(const TreeNode& node, uint32_t child) {
  switch (node.kind) {
    case TreeKind::Dict: return "[" + shown(PyList_GET_ITEM(node.data.get(), child)) + "]";
    case TreeKind::NamedTuple: {
      PyRef fields = PyRef::steal(PyObject_GetAttrString(node.type.get(), "_fields"));
      if (!fields || !PyTuple_Check(fields.get())) {
        PyErr_Clear();
        return "[" + std::to_string(child) + "]";
      }
      return "." + textOf(PyTuple_GetItem(fields.get(), child));
    }
    case TreeKind::Custom: return "[<flat index " + std::to_string(child) + ">]";
    default: return "[" + std::to_string(child) + "]";
  }
}

TreeObject* self(PyObject* object) { return reinterpret_cast<TreeObject*>(object); }

void deallocate(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  self(object)->tree.~Tree();
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject* represent(PyObject* object) {
  return guarded(*self(object)->binding, [&] { return pythonText(treeText(self(object)->tree)).release(); });
}
Py_hash_t hash(PyObject* object) {
  auto value = static_cast<Py_hash_t>(self(object)->tree.hash);
  return value == -1 ? -2 : value;
}
PyObject* compare(PyObject* a, PyObject* b, int operation) {
  if (Py_TYPE(a) != Py_TYPE(b) || (operation != Py_EQ && operation != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  return PyBool_FromLong(equalTrees(self(a)->tree, self(b)->tree) == (operation == Py_EQ));
}

PyObject* unflattenMethod(PyObject* object, PyObject* leaves) {
  return guarded(*self(object)->binding, [&] {
    PyRef fast = checked(PySequence_Fast(leaves, "leaves must be a sequence"));
    std::vector<PyRef> items;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast.get()); ++i)
      items.push_back(PyRef::borrow(PySequence_Fast_GET_ITEM(fast.get(), i)));
    return unflatten(*self(object)->binding, self(object)->tree, items).release();
  });
}

/// One leaf of `object` for each of its subtrees where this tree, its prefix, has a leaf.
PyObject* flattenUpTo(PyObject* object, PyObject* full) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] {
    const Tree& prefix = self(object)->tree;
    PyRef result = checked(PyList_New(0));
    std::vector<std::pair<size_t, PyRef>> pending{{prefix.nodes.size() - 1, PyRef::borrow(full)}};
    while (!pending.empty()) {
      auto [index, part] = pending.back();
      pending.pop_back();
      const TreeNode& node = prefix.nodes[index];
      if (node.kind == TreeKind::Leaf) {
        checkStatus(PyList_Append(result.get(), part.get()));
        continue;
      }
      // One level of `part`: everything below its root counts as a leaf.
      std::vector<PyRef> children;
      Tree one;
      static PyMethodDef below = {
          "below", [](PyObject* root, PyObject* each) -> PyObject* { return PyBool_FromLong(root != each); }, METH_O,
          nullptr};
      PyRef isLeaf = checked(PyCFunction_New(&below, part.get()));
      flattenInto(binding, part.get(), isLeaf.get(), children, one);
      const TreeNode& root = one.nodes.back();
      Tree expected, found;
      expected.nodes = {node};
      found.nodes = {root};
      if (root.kind == TreeKind::Leaf || !equalTrees(expected, found)) {
        std::vector<std::string> stars(node.arity, "*");
        raise(PyExc_ValueError, "Expected a pytree of structure " + nodeText(node, stars) + ", got " +
                                    shown(part.get()).substr(0, 300) + ".");
      }
      size_t child = index;
      std::vector<size_t> places(node.arity);
      for (uint32_t i = node.arity; i-- > 0;) {
        places[i] = child - 1;
        child -= prefix.nodes[child - 1].nodes;
      }
      for (uint32_t i = node.arity; i-- > 0;) pending.emplace_back(places[i], children[i]);
    }
    return result.release();
  });
}

PyObject* children(PyObject* object, PyObject*) {
  Binding& binding = *self(object)->binding;
  return guarded(binding, [&] {
    const Tree& tree = self(object)->tree;
    PyRef list = checked(PyList_New(0));
    Tree below;
    if (!tree.nodes.empty()) below.nodes.assign(tree.nodes.begin(), tree.nodes.end() - 1);
    for (Tree& part : splitForest(below))
      checkStatus(PyList_Append(list.get(), wrapTree(binding, std::move(part)).get()));
    return list.release();
  });
}

PyObject* leafCount(PyObject* object, void*) { return PyLong_FromUnsignedLong(self(object)->tree.leafCount()); }
PyObject* nodeCount(PyObject* object, void*) { return PyLong_FromSize_t(self(object)->tree.nodes.size()); }
PyObject* pathsOf(PyObject* object, void*) {
  return guarded(*self(object)->binding, [&] {
    PyRef list = checked(PyList_New(0));
    for (const std::string& path : leafPaths(self(object)->tree))
      checkStatus(PyList_Append(list.get(), pythonText(path).get()));
    return list.release();
  });
}

PyMethodDef kMethods[] = {{"unflatten", unflattenMethod, METH_O, "The tree with these leaves."},
                          {"flatten_up_to", flattenUpTo, METH_O, "Subtrees of a tree of which this one is a prefix."},
                          {"children", children, METH_NOARGS, "The structures of the root's children."},
                          {nullptr, nullptr, 0, nullptr}};
PyGetSetDef kGetters[] = {{"num_leaves", leafCount, nullptr, nullptr, nullptr},
                          {"num_nodes", nodeCount, nullptr, nullptr, nullptr},
                          {"_paths", pathsOf, nullptr, "One text a leaf.", nullptr},
                          {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

std::string treeText(const Tree& tree) {
  std::vector<std::string> stack;
  for (const TreeNode& node : tree.nodes) {
    std::vector<std::string> children(stack.end() - node.arity, stack.end());
    stack.resize(stack.size() - node.arity);
    stack.push_back(nodeText(node, children));
  }
  return "PyTreeDef(" + (stack.empty() ? "None" : stack.back()) + ")";
}

std::vector<std::string> leafPaths(const Tree& tree) {
  std::vector<std::string> paths;
  if (tree.nodes.empty()) return paths;
  std::vector<std::pair<size_t, std::string>> pending{{tree.nodes.size() - 1, ""}};
  while (!pending.empty()) {
    auto [index, path] = std::move(pending.back());
    pending.pop_back();
    const TreeNode& node = tree.nodes[index];
    if (node.kind == TreeKind::Leaf) {
      paths.push_back(path);
      continue;
    }
    // Pushed last child first from the right end, so that the first child is popped first.
    size_t child = index;
    for (uint32_t i = node.arity; i-- > 0;) {
      pending.emplace_back(child - 1, path + step(node, i));
      child -= tree.nodes[child - 1].nodes;
    }
  }
  return paths;
}

PyRef wrapTree(Binding& binding, Tree tree) {
  PyRef object = checked(binding.treeType->tp_alloc(binding.treeType, 0));
  self(object.get())->binding = &binding;
  new (&self(object.get())->tree) Tree(std::move(tree));
  return object;
}

const Tree& treeOf(Binding& binding, PyObject* object) {
  if (Py_TYPE(object) != binding.treeType) raise(PyExc_TypeError, "a PyTreeDef was expected");
  return self(object)->tree;
}

void addTreeType(Binding& binding, PyObject* module) {
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(deallocate)},
                         {Py_tp_repr, reinterpret_cast<void*>(represent)},
                         {Py_tp_hash, reinterpret_cast<void*>(hash)},
                         {Py_tp_richcompare, reinterpret_cast<void*>(compare)},
                         {Py_tp_methods, kMethods},
                         {Py_tp_getset, kGetters},
                         {0, nullptr}};
  PyType_Spec spec{"jax.tree_util.PyTreeDef", static_cast<int>(sizeof(TreeObject)), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  PyRef type = checked(PyType_FromModuleAndSpec(module, &spec, nullptr));
  checkStatus(PyModule_AddType(module, reinterpret_cast<PyTypeObject*>(type.get())));
  binding.treeType = reinterpret_cast<PyTypeObject*>(type.release());
}

}  // namespace onepot
