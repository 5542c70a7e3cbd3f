// Trees of Python containers: flattening to leaves and the structure that puts them back; structures hash and compare.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/python/binding.h"

namespace onepot {

enum class TreeKind : uint8_t { Leaf, None, Tuple, List, Dict, NamedTuple, Custom };

/// Nodes stand in postorder: children before their parent.
struct TreeNode {
  TreeKind kind = TreeKind::Leaf;
  uint32_t arity = 0;
  uint32_t leaves = 1;  // in the subtree
  uint32_t nodes = 1;   // in the subtree, with itself
  PyRef type;           // NamedTuple, Custom
  PyRef data;           // Dict: the sorted keys, a list; Custom: the auxiliary data
};

struct Tree {
  std::vector<TreeNode> nodes;
  size_t hash = 0;
  uint32_t leafCount() const { return nodes.empty() ? 0 : nodes.back().leaves; }
};

/// Borrowed leaves would die with temporaries (custom nodes make new containers), so leaves are owned.
struct Flattened {
  std::vector<PyRef> leaves;
  Tree tree;
};

/// Appends `object`'s leaves and nodes. `isLeaf` may be null. Raises what custom nodes or `isLeaf` raise.
void flattenInto(Binding& binding, PyObject* object, PyObject* isLeaf, std::vector<PyRef>& leaves, Tree& tree);
Flattened flatten(Binding& binding, PyObject* object, PyObject* isLeaf = nullptr);
PyRef unflatten(Binding& binding, const Tree& tree, std::span<const PyRef> leaves);
/// A tree whose nodes are several trees, one after the other, as those trees.
std::vector<Tree> splitForest(const Tree& forest);
/// Sets the hash of a tree whose nodes were put together by hand.
void rehash(Tree& tree);
/// Structural equality; keys and auxiliary data by Python's ==.
bool equalTrees(const Tree& a, const Tree& b);
/// "PyTreeDef({'a': *, 'b': [*, *]})".
std::string treeText(const Tree& tree);
/// One path a leaf, as text: "['w'][0]", ".field".
std::vector<std::string> leafPaths(const Tree& tree);

/// The Python type jax.tree_util.PyTreeDef.
struct TreeObject {
  PyObject_HEAD Binding* binding;
  Tree tree;
};
PyRef wrapTree(Binding& binding, Tree tree);
/// The tree of a PyTreeDef; raises TypeError for anything else.
const Tree& treeOf(Binding& binding, PyObject* object);
void addTreeType(Binding& binding, PyObject* module);

}  // namespace onepot
