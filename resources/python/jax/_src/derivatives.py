"""grad, jvp, vjp, linearize, Jacobians and Hessians on top of the tracer's forward and reverse passes."""
import functools

import _onepot
import numpy as np

from jax._src import tree
from jax._src.core import asarray


def _argnums(argnums):
    return (argnums,) if isinstance(argnums, int) else tuple(argnums)


def _check_float(name, leaves, allow_int=False):
    for x in leaves:
        if x.dtype.kind not in "fc" and not allow_int:
            raise TypeError(f"{name} requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), "
                            f"but got {x.dtype.name}. If you want to use Boolean- or integer-valued inputs, use vjp or set "
                            "allow_int to True.")


class _Flat:
    """`fun` over the leaves of its arguments; remembers the structure of what it returned."""

    def __init__(self, fun, args, has_aux=False):
        leaves, self.in_tree = tree.tree_flatten(tuple(args))
        self.values = [asarray(x) for x in leaves]
        self.fun, self.has_aux, self.out_tree, self.aux = fun, has_aux, None, None

    def __call__(self, values):
        result = self.fun(*self.in_tree.unflatten(values))
        if self.has_aux:
            if not isinstance(result, tuple) or len(result) != 2:
                raise TypeError(f"expected function with aux output to return a two-element tuple, but got type {type(result)} "
                                f"with value {result!r}")
            result, self.aux = result
        leaves, self.out_tree = tree.tree_flatten(result)
        return [asarray(x) for x in leaves]




def jvp(fun, primals, tangents, has_aux=False):
    if not isinstance(primals, (tuple, list)) or not isinstance(tangents, (tuple, list)):
        raise TypeError(f"primal and tangent arguments to jax.jvp must be tuples or lists; found {type(primals).__name__} and "
                        f"{type(tangents).__name__}.")
    if tree.tree_structure(tuple(primals)) != tree.tree_structure(tuple(tangents)):
        raise TypeError("primal and tangent arguments to jax.jvp must have the same tree structure; primals have tree structure "
                        f"{tree.tree_structure(tuple(primals))} whereas tangents have tree structure "
                        f"{tree.tree_structure(tuple(tangents))}.")
    flat = _Flat(fun, primals, has_aux)
    given = [asarray(t) for t in tree.tree_leaves(tuple(tangents))]
    for p, t in zip(flat.values, given):
        if p.shape != t.shape:
            raise ValueError("jvp called with different primal and tangent shapes;Got primal shape "
                             f"{p.shape} and tangent shape as {t.shape}")
    given = [_onepot.convert(t, p.dtype, p.weak_type) if p.dtype.kind in "fc" else None for p, t in zip(flat.values, given)]
    outs, out_tangents = _run_with_aux(flat, lambda f, values: _onepot.jvp(f, values, given), has_aux)
    out_tangents = [_zeros(o) if t is None else t for o, t in zip(outs, out_tangents)]
    result = flat.out_tree.unflatten(outs), flat.out_tree.unflatten(out_tangents)
    return (*result, flat.aux) if has_aux else result


def _zeros(x):
    from jax._src.lax_elementwise import full_like
    return full_like(x, 0) if x.dtype.kind in "fc" else full_like(x, 0, np.float32)


def _weak_like(primal, tangent):
    """A tangent has its primal's weak type; a tracer's stays as the rules made it."""
    if primal.weak_type and not tangent.weak_type and not isinstance(tangent, _onepot.Tracer):
        return _onepot.convert(tangent, tangent.dtype, True)
    return tangent


def _run_with_aux(flat, transform, has_aux):
    """Auxiliary outputs travel as further results, so that they leave the transformation as plain values."""
    if not has_aux:
        return transform(flat, flat.values)
    structure = []

    def with_aux(values):
        outs = flat(values)
        leaves, aux_tree = tree.tree_flatten(flat.aux)
        structure.append((len(outs), aux_tree))
        return outs + [asarray(x) for x in leaves]
    outs, *rest = transform(with_aux, flat.values)
    count, aux_tree = structure[-1]
    flat.aux = aux_tree.unflatten(outs[count:])
    rest = [r[:count] if isinstance(r, list) else r for r in rest]
    return (outs[:count], *rest)


def vjp(fun, *primals, has_aux=False, reduce_axes=()):
    flat = _Flat(fun, primals, has_aux)
    outs, pullback = _run_with_aux(flat, _onepot.vjp, has_aux)
    extra = len(tree.tree_leaves(flat.aux)) if has_aux else 0

    def backward(cotangents):
        leaves, structure = tree.tree_flatten(cotangents)
        if structure != flat.out_tree:
            raise ValueError("unexpected tree structure of argument to vjp function: got "
                             f"{structure}, but expected to match {flat.out_tree}")
        given = []
        for c, o in zip(leaves, outs):
            c = asarray(c)
            if c.shape != o.shape:
                raise ValueError(f"unexpected JAX type (e.g. shape/dtype) for argument to vjp function: got {c.dtype.name}"
                                 f"{list(c.shape)}, but expected {o.dtype.name}{list(o.shape)}")
            given.append(_onepot.convert(c, o.dtype, o.weak_type) if o.dtype.kind in "fc" else None)
        grads = pullback(given + [None] * extra)
        return flat.in_tree.unflatten([_zeros(p) if g is None else _weak_like(p, g) for p, g in zip(flat.values, grads)])
    result = flat.out_tree.unflatten(outs), backward
    return (*result, flat.aux) if has_aux else result


def linearize(fun, *primals, has_aux=False):
    flat = _Flat(fun, primals)
    outs, linear = _onepot.linearize(flat, flat.values)

    def pushforward(*tangents):
        leaves, structure = tree.tree_flatten(tuple(tangents))
        if structure != flat.in_tree:
            raise TypeError("Tree structure of the tangents does not match the primals'.")
        results = linear.evaluate([_onepot.convert(t, p.dtype, p.weak_type) for t, p in zip(leaves, flat.values)])
        return flat.out_tree.unflatten([_weak_like(o, t) for o, t in zip(outs, results)])
    return flat.out_tree.unflatten(outs), pushforward


def linear_transpose(fun, *primals):
    from jax._src.core import full
    zeros = tree.tree_map(lambda x: full(x.shape, 0, x.dtype), primals)
    return vjp(fun, *zeros)[1]


def _partial(fun, args, kwargs, argnums):
    """The function of the chosen arguments alone."""
    count = len(args)
    chosen = tuple(n + count if n < 0 else n for n in argnums)
    for n in chosen:
        if not 0 <= n < count:
            raise ValueError(f"differentiating with respect to argnums={argnums} requires at least {max(chosen) + 1} positional "
                             f"arguments to be passed by the caller, but got only {count} positional arguments.")

    def of_chosen(*parts):
        full = list(args)
        for n, part in zip(chosen, parts):
            full[n] = part
        return fun(*full, **kwargs)
    return of_chosen, [args[n] for n in chosen]


def value_and_grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    @functools.wraps(fun)
    def value_and_grad_f(*args, **kwargs):
        partial, chosen = _partial(fun, args, kwargs, _argnums(argnums))
        _check_float("grad", [asarray(x) for x in tree.tree_leaves(chosen)], allow_int)
        result = vjp(partial, *chosen, has_aux=has_aux)
        value, pullback = result[0], result[1]
        _check_scalar(value)
        grads = pullback(_one(value))
        grads = grads[0] if isinstance(argnums, int) else grads
        return ((value, result[2]), grads) if has_aux else (value, grads)
    return value_and_grad_f


def _one(value):
    from jax._src.lax_elementwise import full_like
    return full_like(value, 1)


def _check_scalar(value):
    if not isinstance(value, _onepot.Array):
        raise TypeError(f"Gradient only defined for scalar-output functions. Output was {value!r}.")
    if value.shape != ():
        raise TypeError(f"Gradient only defined for scalar-output functions. Output had shape: {value.shape}.")
    if value.dtype.kind != "f":
        raise TypeError(f"grad requires real-valued outputs (output dtype that is a sub-dtype of np.floating), but got "
                        f"{value.dtype.name}.")


def grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    both = value_and_grad(fun, argnums, has_aux, holomorphic, allow_int)

    @functools.wraps(fun)
    def grad_f(*args, **kwargs):
        value, grads = both(*args, **kwargs)
        return (grads, value[1]) if has_aux else grads
    return grad_f


def _basis(leaves):
    """Unit tangents for every element of all leaves, stacked in front."""
    from jax.numpy import eye, zeros
    total = sum(x.size for x in leaves)
    if len(leaves) == 1:
        return [eye(total, dtype=leaves[0].dtype).reshape((total, *leaves[0].shape))]
    rows, start = [], 0
    for x in leaves:
        block = zeros((total, x.size), x.dtype).at[start:start + x.size].set(eye(x.size, dtype=x.dtype))
        rows.append(block.reshape((total, *x.shape)))
        start += x.size
    return rows


def _split(columns, leaves, axis_first, shape):
    """The stacked derivative of one output, cut into one block an input leaf."""
    from jax.numpy import moveaxis
    blocks, start = [], 0
    for x in leaves:
        block = columns[start:start + x.size]
        start += x.size
        block = block.reshape(x.shape + shape)
        blocks.append(moveaxis(block, range(x.ndim), range(len(shape), len(shape) + x.ndim)) if axis_first else block)
    return blocks


def jacfwd(fun, argnums=0, has_aux=False, holomorphic=False):
    from jax._src.batching import vmap

    @functools.wraps(fun)
    def jacfwd_f(*args, **kwargs):
        partial, chosen = _partial(fun, args, kwargs, _argnums(argnums))
        leaves, treedef = tree.tree_flatten(tuple(chosen))
        leaves = [asarray(x) for x in leaves]
        _check_float("jacfwd", leaves)
        aux = []

        def push(*tangents):
            result = jvp(partial, chosen, treedef.unflatten(list(tangents)), has_aux=has_aux)
            if has_aux:
                return result[0], result[1], result[2]
            return result
        result = vmap(push, out_axes=(None, 0, None) if has_aux else (None, 0))(*_basis(leaves))
        aux = result[2] if has_aux else None
        jacobian = tree.tree_map(lambda y, t: _input_tree(_split(t, leaves, True, asarray(y).shape), treedef, argnums),
                                 result[0], result[1])
        return (jacobian, aux) if has_aux else jacobian
    return jacfwd_f


def jacrev(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False):
    from jax._src.batching import vmap

    @functools.wraps(fun)
    def jacrev_f(*args, **kwargs):
        partial, chosen = _partial(fun, args, kwargs, _argnums(argnums))
        result = vjp(partial, *chosen, has_aux=has_aux)
        value, pullback = result[0], result[1]
        outs, out_tree = tree.tree_flatten(value)
        grads = vmap(lambda *cts: pullback(out_tree.unflatten(list(cts))))(*_basis(outs))
        leaves, treedef = tree.tree_flatten(grads)
        rows, start = [], 0
        for y in outs:
            blocks = [g[start:start + y.size].reshape(y.shape + g.shape[1:]) for g in leaves]
            rows.append(_input_tree(blocks, treedef, argnums))
            start += y.size
        jacobian = out_tree.unflatten(rows)
        return (jacobian, result[2]) if has_aux else jacobian
    return jacrev_f


def _input_tree(blocks, treedef, argnums):
    parts = treedef.unflatten(blocks)
    return parts[0] if isinstance(argnums, int) else parts


jacobian = jacrev


def hessian(fun, argnums=0, has_aux=False, holomorphic=False):
    return jacfwd(jacrev(fun, argnums, has_aux), argnums, has_aux)
