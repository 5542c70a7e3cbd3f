"""jnp: products of matrices and what einsum makes of them."""
import _onepot
import numpy as np

from jax._src import lax_structure as s
from jax._src import numpy_reductions as r
from jax._src import numpy_ufuncs as u
from jax._src.core import asarray, canonical_axes


def _pair(name, a, b, preferred):
    for position, x in enumerate((a, b)):
        if isinstance(x, (list, tuple)):
            raise TypeError(f"{name} requires ndarray or scalar arguments, got {type(x)} at position {position}.")
    a, b = _onepot.promote([asarray(a), asarray(b)])
    return a, b, a.dtype if preferred is None else preferred


def dot(a, b, *, precision=None, preferred_element_type=None, out_sharding=None):
    a, b, wanted = _pair("dot", a, b, preferred_element_type)
    if a.ndim == 0 or b.ndim == 0:
        return u.multiply(a, b)
    contracted = (a.ndim - 1,), (b.ndim - 2 if b.ndim > 1 else 0,)
    return s.dot_general(a, b, (contracted, ((), ())), precision, wanted)


def vdot(a, b, *, precision=None, preferred_element_type=None):
    a, b = asarray(a), asarray(b)
    return dot(s.reshape(u.conj(a), (a.size,)), s.reshape(b, (b.size,)), precision=precision,
               preferred_element_type=preferred_element_type)


def inner(a, b, *, precision=None, preferred_element_type=None):
    a, b, wanted = _pair("inner", a, b, preferred_element_type)
    if a.ndim == 0 or b.ndim == 0:
        return u.multiply(a, b)
    return s.dot_general(a, b, (((a.ndim - 1,), (b.ndim - 1,)), ((), ())), precision, wanted)


def outer(a, b, out=None):
    a, b = asarray(a), asarray(b)
    return s.reshape(a, (a.size,))[:, None] * s.reshape(b, (b.size,))[None, :]


def matmul(a, b, *, precision=None, preferred_element_type=None, out_sharding=None):
    a, b, wanted = _pair("matmul", a, b, preferred_element_type)
    for position, x in enumerate((a, b)):
        if x.ndim == 0:
            raise ValueError(f"matmul input operand {position} must have ndim at least 1, but it has ndim {x.ndim}")
    if a.ndim <= 2 and b.ndim <= 2:
        if a.shape[-1] != b.shape[0]:
            _contraction_error(a, b, a.ndim - 1, 0)
        return s.dot_general(a, b, (((a.ndim - 1,), (0,)), ((), ())), precision, wanted)
    if a.shape[-1] != b.shape[max(b.ndim - 2, 0)]:
        _contraction_error(a, b, a.ndim - 1, max(b.ndim - 2, 0))
    if b.ndim <= 2:
        return s.dot_general(a, b, (((a.ndim - 1,), (0,)), ((), ())), precision, wanted)
    vector_a, vector_b = a.ndim == 1, b.ndim == 1
    a = s.expand_dims(a, (0,)) if vector_a else a
    b = s.expand_dims(b, (1,)) if vector_b else b
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a = _onepot.broadcast_to(a, batch + a.shape[-2:])
    b = _onepot.broadcast_to(b, batch + b.shape[-2:])
    n = len(batch)
    result = s.dot_general(a, b, (((n + 1,), (n,)), (tuple(range(n)), tuple(range(n)))), precision, wanted)
    return s.squeeze(result, ((n,) if vector_a else ()) + ((n + 1,) if vector_b else ()))


def _contraction_error(a, b, i, j):
    raise TypeError(f"dot_general requires contracting dimensions to have the same shape, got ({a.shape[i]},) and ({b.shape[j]},).")


def matvec(a, b):
    return einsum("...ij,...j->...i", a, b)


def vecdot(a, b, axis=-1):
    return r.sum(u.conj(asarray(a)) * b, axis)


def tensordot(a, b, axes=2, *, precision=None, preferred_element_type=None):
    a, b, wanted = _pair("tensordot", a, b, preferred_element_type)
    if isinstance(axes, (int, np.integer)):
        left, right = tuple(range(a.ndim - axes, a.ndim)), tuple(range(axes))
    else:
        left, right = (tuple(x) if isinstance(x, (tuple, list)) else (x,) for x in axes)
        left, right = canonical_axes(left, a.ndim), canonical_axes(right, b.ndim)
    return s.dot_general(a, b, ((left, right), ((), ())), precision, wanted)


def kron(a, b):
    a, b = asarray(a), asarray(b)
    ndim = max(a.ndim, b.ndim)
    a = s.reshape(a, (1,) * (ndim - a.ndim) + a.shape)
    b = s.reshape(b, (1,) * (ndim - b.ndim) + b.shape)
    grown = s.expand_dims(a, range(1, 2 * ndim, 2)) * s.expand_dims(b, range(0, 2 * ndim, 2))
    return s.reshape(grown, [m * n for m, n in zip(a.shape, b.shape)])


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    from jax._src.numpy_creation import stack
    from jax._src.numpy_shaping import moveaxis
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = moveaxis(asarray(a), axisa, -1), moveaxis(asarray(b), axisb, -1)
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError(f"both arrays must have last dimension 2 or 3, got {a.shape} and {b.shape}")
    a0, a1, b0, b1 = a[..., 0], a[..., 1], b[..., 0], b[..., 1]
    last = a0 * b1 - a1 * b0
    if a.shape[-1] == b.shape[-1] == 2:
        return last
    zero = np.float32(0)
    a2, b2 = (a[..., 2] if a.shape[-1] == 3 else zero), (b[..., 2] if b.shape[-1] == 3 else zero)
    return moveaxis(stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, last], -1), -1, axisc)


# ---- einsum

def einsum(subscripts, /, *operands, out=None, optimize="optimal", precision=None, preferred_element_type=None):
    """Pairs of operands are contracted from the left, each by one dot_general with sums before and a transpose after."""
    if not isinstance(subscripts, str):
        raise NotImplementedError("einsum with lists of axes: write the subscripts as a string")
    arrays = _onepot.promote([asarray(x) for x in operands]) if len(operands) > 1 else [asarray(x) for x in operands]
    terms, result = _parse(subscripts.replace(" ", ""), arrays)
    terms = list(terms)
    arrays = [_take_diagonals(x, t) for x, t in zip(arrays, terms)]
    arrays, terms = [a for a, _ in arrays], [t for _, t in arrays]
    while len(arrays) > 1:
        needed = set(result).union(*terms[2:])
        array, term = _contract(arrays[0], terms[0], arrays[1], terms[1], needed, result, precision, preferred_element_type)
        arrays[:2], terms[:2] = [array], [term]
    return _finish(arrays[0], terms[0], result)


def _parse(subscripts, arrays):
    inputs, arrow, result = subscripts.partition("->")
    terms = inputs.split(",")
    if len(terms) != len(arrays):
        raise ValueError(f"Number of einsum subscripts must be equal to the number of operands, got {len(terms)} and {len(arrays)}.")
    free = [c for c in "ZYXWVUTSRQPONMLKJIHGFEDCBA" if c not in subscripts]
    most = max((x.ndim - (len(t) - 3) for t, x in zip(terms, arrays) if "..." in t), default=0)
    ellipsis = "".join(free[:most])[::-1]
    full = []
    for term, x in zip(terms, arrays):
        count = x.ndim - (len(term) - 3) if "..." in term else 0
        term = term.replace("...", ellipsis[len(ellipsis) - count:])
        if len(term) != x.ndim:
            raise ValueError(f"Einstein sum subscript '{term}' does not contain the correct number of indices for operand of shape "
                             f"{x.shape}.")
        full.append(term)
    if arrow:
        result = result.replace("...", ellipsis)
    else:
        every = "".join(full)
        result = ellipsis + "".join(sorted(c for c in set(every) if every.count(c) == 1 and c not in ellipsis))
    sizes = {}
    for term, x in zip(full, arrays):
        for c, n in zip(term, x.shape):
            if sizes.setdefault(c, n) != n and 1 not in (n, sizes[c]):
                raise ValueError(f"Size of label '{c}' for operand does not match previous terms: {n} and {sizes[c]}.")
    return full, result


def _take_diagonals(x, term):
    """A label that stands twice in one operand means its diagonal."""
    from jax._src.numpy_shaping import diagonal
    for c in dict.fromkeys(term):
        while term.count(c) > 1:
            i = term.index(c)
            j = term.index(c, i + 1)
            x = diagonal(x, 0, i, j)
            term = "".join(t for k, t in enumerate(term) if k not in (i, j)) + c
    return x, term


def _sum_out(x, term, keep):
    gone = [i for i, c in enumerate(term) if c not in keep]
    return (r.sum(x, tuple(gone)), "".join(c for c in term if c in keep)) if gone else (x, term)


def _contract(x, a, y, b, needed, result, precision, preferred):
    x, a = _sum_out(x, a, needed | set(b))
    y, b = _sum_out(y, b, needed | set(a))
    # A dimension of size 1 against a larger one broadcasts: it is dropped before and comes back with the other operand.
    for c in set(a) & set(b):
        if x.shape[a.index(c)] != y.shape[b.index(c)]:
            if x.shape[a.index(c)] == 1:
                x, a = s.squeeze(x, (a.index(c),)), a.replace(c, "")
            else:
                y, b = s.squeeze(y, (b.index(c),)), b.replace(c, "")
    batch = [c for c in a if c in b and c in needed]
    summed = [c for c in a if c in b and c not in needed]
    numbers = (([a.index(c) for c in summed], [b.index(c) for c in summed]), ([a.index(c) for c in batch], [b.index(c) for c in batch]))
    left, right = [c for c in a if c not in b], [c for c in b if c not in a]
    if "".join(batch + right + left) == result:
        swapped = tuple(tuple(pair[::-1]) for pair in numbers)
        return s.dot_general(y, x, swapped, precision, preferred or x.dtype), result
    return s.dot_general(x, y, numbers, precision, preferred or x.dtype), "".join(batch + left + right)


def _finish(x, term, result):
    x, term = _sum_out(x, term, set(result))
    return s.transpose(x, [term.index(c) for c in result])


def convolve(a, v, mode="full", *, precision=None, preferred_element_type=None):
    a, v = _onepot.promote([u.to_inexact(a), u.to_inexact(v)])
    if a.size < v.size:
        a, v = v, a
    low = {"full": v.size - 1, "same": v.size // 2, "valid": 0}[mode]
    high = {"full": v.size - 1, "same": v.size - v.size // 2 - 1, "valid": 0}[mode]
    padded = s.pad(a, np.zeros((), a.dtype), [(low, high, 0)])
    length = padded.shape[0] - v.size + 1
    windows = [s.slice_in_dim(padded, i, i + length) * v[v.size - 1 - i] for i in range(v.size)]
    total = windows[0]
    for window in windows[1:]:
        total = total + window
    return total


def correlate(a, v, mode="valid", *, precision=None, preferred_element_type=None):
    return convolve(a, s.rev(u.conj(asarray(v)), (0,)), mode)


def polyval(p, x, *, unroll=16):
    p, x = asarray(p), asarray(x)
    result = (x + p[0]) * 0
    for i in range(p.shape[0]):
        result = result * x + p[i]
    return result


def vander(x, N=None, increasing=False):
    x = asarray(x)
    count = x.shape[0] if N is None else int(N)
    powers = s.iota(x.dtype, count)
    if not increasing:
        powers = count - 1 - powers
    return u.power(s.expand_dims(x, (1,)), s.expand_dims(powers, (0,)))


def interp(x, xp, fp, left=None, right=None, period=None):
    from jax._src.numpy_indexing import searchsorted
    x, xp, fp = u.to_inexact(x), u.to_inexact(xp), u.to_inexact(fp)
    i = u.clip(searchsorted(xp, x, side="right"), 1, xp.shape[0] - 1)
    df, dx = fp[i] - fp[i - 1], xp[i] - xp[i - 1]
    delta = x - xp[i - 1]
    value = u.where(dx == 0, fp[i], fp[i - 1] + delta / u.where(dx == 0, 1, dx) * df)
    value = u.where(x < xp[0], fp[0] if left is None else left, value)
    return u.where(x > xp[-1], fp[-1] if right is None else right, value)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    from jax._src.numpy_shaping import moveaxis
    y = moveaxis(u.to_inexact(y), axis, -1)
    step = dx if x is None else r.diff(moveaxis(asarray(x), axis, -1) if asarray(x).ndim > 1 else asarray(x))
    return 0.5 * r.sum(step * (y[..., 1:] + y[..., :-1]), -1)


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    x = u.to_inexact(m)
    x = s.expand_dims(x, (0,)) if x.ndim < 2 else x
    x = x if rowvar or x.shape[0] == 1 else x.T
    count = x.shape[1] - (ddof if ddof is not None else 0 if bias else 1)
    x = x - r.mean(x, 1, keepdims=True)
    return s.squeeze(dot(x, x.T) / count, [d for d in range(2) if x.shape[0] == 1])

