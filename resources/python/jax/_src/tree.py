"""Trees of containers on top of the C++ flattener: what jax.tree_util and jax.tree offer."""
import collections
import functools

import _onepot
import numpy as np

PyTreeDef = _onepot.PyTreeDef
_WITH_KEYS = {}
_REGISTERED = set()


def tree_flatten(tree, is_leaf=None):
    return _onepot.tree_flatten(tree, is_leaf)


def tree_unflatten(treedef, leaves):
    return treedef.unflatten(list(leaves))


def tree_leaves(tree, is_leaf=None):
    return _onepot.tree_flatten(tree, is_leaf)[0]


def tree_structure(tree, is_leaf=None):
    return _onepot.tree_flatten(tree, is_leaf)[1]


def treedef_tuple(treedefs):
    return tree_structure(tuple(d.unflatten([0] * d.num_leaves) for d in treedefs))


def treedef_children(treedef):
    return treedef.children()


def treedef_is_leaf(treedef):
    return treedef.num_nodes == 1 and treedef.num_leaves == 1


def tree_map(f, tree, *rest, is_leaf=None):
    leaves, treedef = _onepot.tree_flatten(tree, is_leaf)
    others = [treedef.flatten_up_to(r) for r in rest]
    return treedef.unflatten([f(*xs) for xs in zip(leaves, *others)])


def tree_reduce(function, tree, *initializer, is_leaf=None):
    return functools.reduce(function, tree_leaves(tree, is_leaf), *initializer)


def tree_all(tree, *, is_leaf=None):
    return all(tree_leaves(tree, is_leaf))


def tree_transpose(outer_treedef, inner_treedef, pytree_to_transpose):
    leaves = tree_leaves(pytree_to_transpose)
    inner, outer = inner_treedef.num_leaves, outer_treedef.num_leaves
    if len(leaves) != inner * outer:
        raise TypeError("the tree does not have the structure outer of inner")
    columns = [[leaves[i * inner + j] for i in range(outer)] for j in range(inner)]
    return inner_treedef.unflatten([outer_treedef.unflatten(column) for column in columns])


def tree_broadcast(prefix, full, is_leaf=None):
    return tree_unflatten(tree_structure(full, is_leaf), broadcast_prefix(prefix, full, is_leaf))


def broadcast_prefix(prefix, full, is_leaf=None):
    """The leaf of `prefix` that stands for each leaf of `full`."""
    result = []
    leaves, treedef = _onepot.tree_flatten(prefix, is_leaf)
    for leaf, part in zip(leaves, treedef.flatten_up_to(full)):
        result += [leaf] * len(tree_leaves(part))
    return result


def register_pytree_node(nodetype, flatten_func, unflatten_func, flatten_with_keys_func=None):
    _onepot.register_node(nodetype, flatten_func, unflatten_func)
    _REGISTERED.add(nodetype)
    if flatten_with_keys_func:
        _WITH_KEYS[nodetype] = flatten_with_keys_func


def register_pytree_with_keys(nodetype, flatten_with_keys, unflatten_func, flatten_func=None):
    def flatten(node):
        children, aux = flatten_with_keys(node)
        return [child for _, child in children], aux
    register_pytree_node(nodetype, flatten_func or flatten, unflatten_func, flatten_with_keys)


def register_pytree_node_class(cls):
    register_pytree_node(cls, lambda node: node.tree_flatten(), cls.tree_unflatten)
    return cls


def register_static(cls):
    register_pytree_node(cls, lambda node: ((), node), lambda node, _: node)
    return cls


def register_dataclass(nodetype, data_fields=None, meta_fields=None, drop_fields=()):
    import dataclasses
    if data_fields is None:
        fields = [f for f in dataclasses.fields(nodetype) if f.init]
        data_fields = [f.name for f in fields if not f.metadata.get("static", False)]
        meta_fields = [f.name for f in fields if f.metadata.get("static", False)]
    data_fields, meta_fields = list(data_fields), list(meta_fields or ())

    def flatten(node):
        return [getattr(node, n) for n in data_fields], tuple(getattr(node, n) for n in meta_fields)

    def unflatten(meta, data):
        return nodetype(**dict(zip(data_fields, data)), **dict(zip(meta_fields, meta)))
    register_pytree_node(nodetype, flatten, unflatten)
    return nodetype


class Partial(functools.partial):
    """functools.partial whose bound arguments are leaves."""


register_pytree_node(Partial, lambda p: ((p.args, p.keywords), p.func), lambda f, parts: Partial(f, *parts[0], **parts[1]))
register_pytree_node(collections.OrderedDict, lambda d: (list(d.values()), tuple(d.keys())),
                     lambda keys, values: collections.OrderedDict(zip(keys, values)))
register_pytree_node(collections.defaultdict,
                     lambda d: ([d[k] for k in sorted(d)], (d.default_factory, tuple(sorted(d)))),
                     lambda aux, values: collections.defaultdict(aux[0], zip(aux[1], values)))


class DictKey(collections.namedtuple("DictKey", "key")):
    def __str__(self):
        return f"[{self.key!r}]"


class SequenceKey(collections.namedtuple("SequenceKey", "idx")):
    def __str__(self):
        return f"[{self.idx}]"


class GetAttrKey(collections.namedtuple("GetAttrKey", "name")):
    def __str__(self):
        return f".{self.name}"


class FlattenedIndexKey(collections.namedtuple("FlattenedIndexKey", "key")):
    def __str__(self):
        return f"[<flat index {self.key}>]"


def _children_with_keys(node):
    if type(node) in _WITH_KEYS:
        return list(_WITH_KEYS[type(node)](node)[0])
    if type(node) is dict:
        return [(DictKey(k), node[k]) for k in _onepot.tree_flatten({k: k for k in node}, None)[0]]
    if isinstance(node, tuple) and hasattr(node, "_fields"):
        return [(GetAttrKey(name), getattr(node, name)) for name in node._fields]
    children = tree_leaves(node, lambda x: x is not node)
    key = SequenceKey if type(node) in (list, tuple) else FlattenedIndexKey
    return [(key(i), child) for i, child in enumerate(children)]


def tree_flatten_with_path(tree, is_leaf=None):
    pairs = []

    def visit(node, path):
        if (is_leaf is not None and is_leaf(node)) or treedef_is_leaf(tree_structure(node, lambda x: x is not node)):
            pairs.append((path, node))
            return
        if node is not None:
            for key, child in _children_with_keys(node):
                visit(child, path + (key,))
    visit(tree, ())
    return pairs, tree_structure(tree, is_leaf)


def tree_leaves_with_path(tree, is_leaf=None):
    return tree_flatten_with_path(tree, is_leaf)[0]


def tree_map_with_path(f, tree, *rest, is_leaf=None):
    pairs, treedef = tree_flatten_with_path(tree, is_leaf)
    others = [treedef.flatten_up_to(r) for r in rest]
    return treedef.unflatten([f(path, leaf, *xs) for (path, leaf), *xs in zip(pairs, *others)])


def keystr(keys, *, simple=False, separator=""):
    return separator.join(str(getattr(k, "key", getattr(k, "idx", getattr(k, "name", k)))) if simple else str(k) for k in keys)


def all_leaves(iterable, is_leaf=None):
    return all(treedef_is_leaf(tree_structure(x, is_leaf)) for x in iterable)


def concrete_like(tree):
    """Shapes without values become arrays of zeros: a trace looks at nothing else."""
    def concrete(leaf):
        if hasattr(leaf, "shape") and hasattr(leaf, "dtype") and not isinstance(leaf, (_onepot.Array, np.ndarray, np.generic)):
            from jax._src.core import full
            return full(leaf.shape, 0, leaf.dtype)
        return leaf
    return tree_map(concrete, tree)


KeyPath = tuple
KeyEntry = object


class PyTreeRegistry:
    """The containers that are known; one for all."""

    def flatten_one_level(self, node):
        return flatten_one_level(node)


default_registry = PyTreeRegistry()


def is_tree_node(typ):
    """Whether values of a type are taken apart."""
    return typ in (tuple, list, dict, type(None)) or (isinstance(typ, type) and issubclass(typ, tuple) and hasattr(typ, "_fields")) or typ in _REGISTERED


def flatten_one_level(tree):
    """(children, what else the container is made of), or None for a leaf."""
    if treedef_is_leaf(tree_structure(tree, lambda x: x is not tree)):
        return None
    children = [child for _, child in _children_with_keys(tree)] if tree is not None else []
    return children, tree_structure(tree, lambda x: x is not tree)


def flatten_one_level_with_keys(tree):
    if treedef_is_leaf(tree_structure(tree, lambda x: x is not tree)):
        return None
    return (_children_with_keys(tree) if tree is not None else []), tree_structure(tree, lambda x: x is not tree)


def register_pytree_with_keys_class(cls):
    register_pytree_with_keys(cls, lambda node: node.tree_flatten_with_keys(), cls.tree_unflatten,
                              (lambda node: node.tree_flatten()) if hasattr(cls, "tree_flatten") else None)
    return cls


_MISSING = object()


def tree_reduce_associative(operation, tree, *, identity=_MISSING, is_leaf=None):
    """A reduction as a balanced tree of operations."""
    values = tree_leaves(tree, is_leaf)
    if not values:
        if identity is _MISSING:
            raise TypeError("Must specify identity for parallel reduction of empty sequence.")
        return identity
    while len(values) > 1:
        pairs = [operation(a, b) for a, b in zip(values[::2], values[1::2])]
        values = pairs + values[len(values) // 2 * 2:]
    return values[0]
