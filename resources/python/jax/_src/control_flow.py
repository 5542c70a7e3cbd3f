"""lax: loops and branches. Bodies are traced once; carries must keep their types."""
import builtins

import _onepot
import numpy as np

from jax._src import tree
from jax._src.core import Tracer, asarray


def _aval(x):
    return (x.dtype, x.shape, x.weak_type)


def _text(aval):
    dtype, shape, weak = aval
    short = {"float": "f", "int": "i", "uint": "u", "complex": "c"}
    name = dtype.name
    for long, letter in short.items():
        if name.startswith(long) and name[len(long):].isdigit():
            name = letter + name[len(long):]
    return f"{name}[{','.join(builtins.map(str, shape))}]"


def _trace_flat(function, treedef, avals, name):
    """The traced function over leaves, and the structure of its results."""
    structure = []

    def flat(values):
        leaves, out = tree.tree_flatten(function(*treedef.unflatten(values)))
        structure.append(out)
        return [asarray(x) for x in leaves]
    traced = _onepot.trace(flat, avals, name, [])
    return traced, structure[-1]


def _name(function):
    return getattr(function, "__name__", "body")


def _check_carry(what, before, after, before_tree, after_tree):
    if before_tree != after_tree:
        raise TypeError(f"{what} function carry input and carry output must have the same pytree structure, but they differ: "
                        f"the input carry is {before_tree} and the output carry is {after_tree}.")
    for path, old, new in zip(before_tree._paths, before, after):
        if (old[0], old[1]) != (new[0], new[1]):
            where = f"component carry{path}" if path else "carry"
            raise TypeError(f"{what} function carry input and carry output must have equal types, but they differ: the input "
                            f"{where} has type {_text(old)} but the corresponding output has type {_text(new)}, so "
                            + ("the shapes do not match." if old[1] != new[1] else "the dtypes do not match."
                               " Make the initial value's dtype the body's, or convert the result with .astype."))


def _strengthened(avals, results):
    """Carries that the body turns from weak into strong types start strong."""
    return [(r[0], a[1], r[2]) if a[2] and a[0] != r[0] and _promotes(a, r) else a for a, r in zip(avals, results)]


def _promotes(weak, strong):
    return _onepot.result_type([_scalar_like(weak), strong[0]])[0] == strong[0]


def _scalar_like(aval):
    kind = aval[0].kind
    return {"f": 0.0, "i": 0, "c": 0j}.get(kind, False)


def _convert_all(values, avals):
    return [x if _aval(x) == a else _onepot.convert(x, a[0], a[2]) for x, a in zip(values, avals)]


def while_loop(cond_fun, body_fun, init_val):
    leaves, treedef = tree.tree_flatten(init_val)
    values = [asarray(x) for x in leaves]
    if _jit_disabled():
        carry = init_val
        while cond_fun(carry):
            carry = body_fun(carry)
        return carry
    for _ in range(2):
        avals = [_aval(x) for x in values]
        body, body_tree = _trace_flat(lambda *xs: body_fun(treedef.unflatten(list(xs))), tree.tree_structure((0,) * len(values)),
                                      avals, _name(body_fun))
        stronger = _strengthened(avals, body._out_avals) if len(body._out_avals) == len(avals) else avals
        if stronger == avals:
            break
        values = _convert_all(values, stronger)
    _check_carry("while_loop body", avals, body._out_avals, treedef, body_tree)
    cond, _ = _trace_flat(lambda *xs: cond_fun(treedef.unflatten(list(xs))), tree.tree_structure((0,) * len(values)),
                                  avals, _name(cond_fun))
    out = cond._out_avals
    if len(out) != 1 or out[0][0] != np.bool_ or out[0][1] != ():
        raise TypeError("cond_fun must return a boolean scalar, but got output type(s) " + ", ".join(builtins.map(_text, out)) + ".")
    return treedef.unflatten(_onepot.while_loop(cond, body, values))


def fori_loop(lower, upper, body_fun, init_val, *, unroll=None):
    concrete = not isinstance(lower, Tracer) and not isinstance(upper, Tracer)
    if concrete and _jit_disabled():
        carry = init_val
        for i in range(int(lower), int(upper)):
            carry = body_fun(asarray(np.int32(i)), carry)
        return carry
    if concrete:
        length = max(int(upper) - int(lower), 0)

        def scanned(carry, _):
            i, x = carry
            return (i + 1, body_fun(i, x)), None
        return scan(scanned, (_as_index(lower), init_val), None, length=length, _name=_name(body_fun))[0][1]
    low, high = _onepot.promote([asarray(lower), asarray(upper)])

    def body(carry):
        i, end, x = carry
        return i + 1, end, body_fun(i, x)
    return while_loop(lambda carry: carry[0] < carry[1], body, (low, high, init_val))[2]


def _as_index(number):
    return number if isinstance(number, _onepot.Array) else int(number)


def scan(f, init, xs=None, length=None, reverse=False, unroll=1, _split_transpose=False, _name=None):
    init_leaves, init_tree = tree.tree_flatten(init)
    xs_leaves, xs_tree = tree.tree_flatten(xs)
    carry = [asarray(x) for x in init_leaves]
    stacked = [asarray(x) for x in xs_leaves]
    lengths = {x.shape[0] if x.ndim else None for x in stacked}
    if None in lengths:
        raise ValueError("scan got value with no leading axis to scan over: the inputs xs must have at least one dimension")
    if len(lengths) > 1:
        raise ValueError(f"scan got values with different leading axis sizes: {', '.join(builtins.map(str, sorted(lengths)))}.")
    if length is None and not lengths:
        raise ValueError("scan got no values to scan over and `length` not provided.")
    if length is not None and lengths and int(length) not in lengths:
        raise ValueError(f"scan got `length` argument of {length} which disagrees with leading axis sizes {sorted(lengths)}.")
    length = lengths.pop() if lengths else int(length)
    if _jit_disabled():
        return _scan_plainly(f, init, xs, length, reverse)
    slices = [(x.dtype, x.shape[1:], x.weak_type) for x in stacked]
    structure = []

    def flat(values):
        c, x = init_tree.unflatten(values[:len(carry)]), xs_tree.unflatten(values[len(carry):])
        result = f(c, x)
        if not isinstance(result, tuple) or len(result) != 2:
            raise TypeError(f"scan body output must be a pair, got {result!r}.")
        c_leaves, c_tree = tree.tree_flatten(result[0])
        y_leaves, y_tree = tree.tree_flatten(result[1])
        structure.append((c_tree, y_tree))
        return [asarray(v) for v in c_leaves + y_leaves]

    for _ in range(2):
        avals = [_aval(x) for x in carry]
        body = _onepot.trace(flat, avals + slices, _name or getattr(f, "__name__", "body"), [])
        c_tree, y_tree = structure[-1]
        after = body._out_avals[:c_tree.num_leaves]
        stronger = _strengthened(avals, after) if len(after) == len(avals) else avals
        if stronger == avals:
            break
        carry = _convert_all(carry, stronger)
    _check_carry("scan body", avals, after, init_tree, c_tree)
    unroll = length if unroll is True else 1 if unroll is False else int(unroll)
    results = _onepot.scan(body, carry + stacked, length, len(carry), reverse, unroll)
    return init_tree.unflatten(results[:len(carry)]), y_tree.unflatten(results[len(carry):])


def _scan_plainly(f, init, xs, length, reverse):
    from jax.numpy import stack
    carry, ys = init, []
    order = range(length - 1, -1, -1) if reverse else range(length)
    for i in order:
        carry, y = f(carry, tree.tree_map(lambda x: asarray(x)[i], xs))
        ys.append(y)
    if reverse:
        ys.reverse()
    return carry, tree.tree_map(lambda *leaves: stack(leaves), *ys) if ys else None


def map(f, xs, *, batch_size=None):
    return scan(lambda _, x: ((), f(x)), (), xs)[1]


def cond(pred, true_fun, false_fun=None, *operands, operand=None, linear=None):
    if operand is not None:
        operands = (operand,)
    pred = asarray(pred)
    if pred.shape != ():
        raise TypeError(f"Pred must be a scalar, got {pred} of shape {pred.shape}")
    if pred.dtype != np.bool_:
        pred = pred != 0
    if _jit_disabled() and not isinstance(pred, Tracer):
        return true_fun(*operands) if bool(pred) else false_fun(*operands)
    index = _onepot.convert(pred, np.int32)
    return _branches("cond", index, (false_fun, true_fun), operands, ("false_fun", "true_fun"))


def switch(index, branches, *operands, operand=None):
    if operand is not None:
        operands = (operand,)
    branches = tuple(branches)
    if not branches:
        raise ValueError("Empty branch sequence")
    index = asarray(index)
    if index.shape != () or index.dtype.kind not in "iu":
        raise TypeError(f"Index must be an integer scalar, got {index.dtype.name} of shape {index.shape}")
    if len(branches) == 1:
        return branches[0](*operands)
    from jax._src.lax_elementwise import clamp
    index = clamp(0, _onepot.convert(index, np.int32), len(branches) - 1)
    if _jit_disabled() and not isinstance(index, Tracer):
        return branches[int(index)](*operands)
    return _branches("switch", index, branches, operands, [f"branch {i}" for i in range(len(branches))])


def _branches(what, index, functions, operands, names):
    leaves, treedef = tree.tree_flatten(operands)
    values = [asarray(x) for x in leaves]
    avals = [_aval(x) for x in values]
    traced, trees = zip(*(_trace_flat(f, treedef, avals, _name(f)) for f in functions))
    for name, function, out_tree in zip(names, traced, trees):
        if out_tree != trees[0]:
            raise TypeError(f"{names[0]} and {name} output must have same type structure, got {trees[0]} and {out_tree}.")
        for path, a, b in zip(out_tree._paths, traced[0]._out_avals, function._out_avals):
            if (a[0], a[1]) != (b[0], b[1]):
                raise TypeError(f"{what} branches must have equal output types but they differ: the output{path} of {names[0]} "
                                f"has type {_text(a)} but that of {name} has type {_text(b)}.")
    return trees[0].unflatten(_onepot.cond(_same_weakness(traced, functions, treedef, avals), [index, *values]))


def _same_weakness(traced, functions, treedef, avals):
    """Branches whose results differ only in weak types give strong ones."""
    rows = [t._out_avals for t in traced]
    if all(row == rows[0] for row in rows):
        return list(traced)

    def strong(function):
        def flat(*args):
            return tree.tree_map(lambda x: _onepot.convert(x, asarray(x).dtype), function(*args))
        return _trace_flat(flat, treedef, avals, _name(function))[0]
    return [strong(f) for f in functions]


def _jit_disabled():
    before = _onepot.set_jit_disabled(False)
    _onepot.set_jit_disabled(before)
    return before


def associative_scan(fn, elems, reverse=False, axis=0):
    """Blelloch's scan: pairs are combined, the half is scanned, and the rest follows from it."""
    from jax._src import lax_structure as s
    leaves, treedef = tree.tree_flatten(elems)
    leaves = [asarray(x) for x in leaves]
    axis = axis % leaves[0].ndim
    if reverse:
        leaves = [s.rev(x, (axis,)) for x in leaves]

    def combine(a, b):
        return [asarray(x) for x in tree.tree_leaves(fn(treedef.unflatten(a), treedef.unflatten(b)))]

    def part(xs, start, stop, step=1):
        return [s.slice_in_dim(x, start, stop, step, axis) for x in xs]

    def interleave(even, odd):
        result = []
        for e, o in zip(even, odd):
            n = e.shape[axis] + o.shape[axis]
            zero = np.zeros((), e.dtype)
            def spread(x, low):
                config = [(0, 0, 0)] * x.ndim
                config[axis] = (low, n - low - (2 * x.shape[axis] - 1), 1)
                return s.pad(x, zero, config)
            result.append(spread(e, 0) + spread(o, 1) if e.dtype != np.bool_ else spread(e, 0) | spread(o, 1))
        return result

    def scanned(xs):
        n = xs[0].shape[axis]
        if n < 2:
            return xs
        reduced = combine(part(xs, 0, n - 1, 2), part(xs, 1, n, 2))
        odd = scanned(reduced)
        if n % 2 == 0:
            even = combine(part(odd, 0, odd[0].shape[axis] - 1), part(xs, 2, n, 2))
        else:
            even = combine(odd, part(xs, 2, n, 2))
        first = part(xs, 0, 1)
        return interleave([s.concatenate([f, e], axis) for f, e in zip(first, even)], odd)

    result = scanned(leaves)
    if reverse:
        result = [s.rev(x, (axis,)) for x in result]
    return treedef.unflatten(result)
