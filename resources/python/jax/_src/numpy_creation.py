"""jnp: arrays from nothing and from other things."""
import _onepot
import numpy as np

from jax._src import core
from jax._src import lax_structure as s
from jax._src.core import Array, Tracer, asarray as _asarray, canonical_axis, library, shape_of


def _contains_arrays(x):
    if isinstance(x, (list, tuple)):
        return any(_contains_arrays(i) for i in x)
    return isinstance(x, Array)


def array(object, dtype=None, copy=True, order="K", ndmin=0, *, device=None):
    """Numbers keep their weak types; lists that hold arrays are stacked."""
    if isinstance(object, (list, tuple)):
        result = _from_sequence(object, dtype)
    elif hasattr(object, "__jax_array__") or not (object is None or isinstance(object, str)):
        result = _asarray(object)
    else:
        raise TypeError(f"Value {object!r} with dtype object is not a valid JAX array type. Only arrays of numeric types are "
                        "supported by JAX.")
    if dtype is not None:
        result = _onepot.convert(result, dtype)
    if result.ndim < ndmin:
        result = s.expand_dims(result, tuple(range(ndmin - result.ndim)))
    return result


def _from_sequence(items, dtype):
    if _contains_arrays(items):
        parts = [array(i) for i in items]
        if dtype is None:
            parts = _onepot.promote(parts)
        shapes = {p.shape for p in parts}
        if len(shapes) > 1:
            raise ValueError(f"All input arrays must have the same shape, got {[p.shape for p in parts]}")
        return stack(parts)
    plain = np.array(items)
    if plain.dtype == object:
        raise TypeError(f"Value {items!r} with dtype object is not a valid JAX array type. Only arrays of numeric types are "
                        "supported by JAX.")
    if not plain.size and dtype is None:
        plain = plain.astype(_onepot.dtype_of(float))
    return _asarray(plain)


def asarray(a, dtype=None, order=None, *, copy=None, device=None):
    return array(a, dtype)


def copy(a, order=None):
    return _asarray(a)


def zeros(shape, dtype=None, *, device=None):
    return core.full(shape, 0, float if dtype is None else dtype)


def ones(shape, dtype=None, *, device=None):
    return core.full(shape, 1, float if dtype is None else dtype)


empty = zeros


def full(shape, fill_value, dtype=None, *, device=None):
    value = array(fill_value)
    if dtype is not None:
        value = _onepot.convert(value, dtype)
    return _onepot.broadcast_to(value, shape_of(shape)) if value.ndim else core.full(shape, value)


def full_like(a, fill_value, dtype=None, shape=None, *, device=None):
    a = array(a)
    return full(a.shape if shape is None else shape, fill_value, a.dtype if dtype is None else dtype)


def zeros_like(a, dtype=None, shape=None, *, device=None):
    return full_like(a, 0, dtype, shape)


def ones_like(a, dtype=None, shape=None, *, device=None):
    return full_like(a, 1, dtype, shape)


empty_like = zeros_like


def _concrete(name, *values):
    for value in values:
        if isinstance(value, Tracer):
            from jax.errors import ConcretizationTypeError
            raise ConcretizationTypeError(value, f"It arose in the {name} argument: sizes must be known while tracing. Mark the "
                                                 "argument as static (static_argnums of jax.jit), or use x.shape. ")


def arange(start, stop=None, step=None, dtype=None, *, device=None):
    _concrete("jnp.arange", start, stop, step)
    values = [v if not isinstance(v, Array) else np.asarray(v)[()] for v in (start, stop, step)]
    start, stop, step = values
    if dtype is None:
        dtype = core.result_dtype(*(v for v in values if v is not None))
    dtype = _onepot.dtype_of(dtype)
    if stop is None and step is None:
        start, stop = 0, start
        return s.iota(dtype, max(int(np.ceil(stop)), 0))
    if stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    if step == 0:
        raise ValueError("Maximum allowed size exceeded")
    count = max(int(np.ceil((stop - start) / step)), 0)
    if dtype.kind in "iu" and all(isinstance(v, (int, np.integer)) for v in (start, step)):
        result = s.iota(dtype, count)
        if step != 1:
            result = _onepot.convert(step, dtype) * result
        return result if start == 0 and step == 1 else _onepot.convert(start, dtype) + result
    result = s.iota(float if dtype.kind != "f" else dtype, count)
    result = _onepot.convert(start, result.dtype) + _onepot.convert(step, result.dtype) * result
    return _onepot.convert(result, dtype)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None):
    _concrete("jnp.linspace", num)
    num = int(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    start, stop = array(start), array(stop)
    wanted = core.result_dtype(start, stop) if dtype is None else _onepot.dtype_of(dtype)
    if dtype is None and wanted.kind not in "fc":
        wanted = _onepot.dtype_of(float)
    result = _linspace(start, stop, num=num, endpoint=endpoint, dtype=wanted.name, axis=axis)
    if not retstep:
        return result
    divisor = (num - 1) if endpoint else num
    return result, (stop - start) / divisor if divisor > 0 else np.float32(np.nan)


@library("_linspace", static=("num", "endpoint", "dtype", "axis"))
def _linspace(start, stop, num, endpoint, dtype, axis):
    computation = dtype if _onepot.dtype_of(dtype).kind in "fc" else "float32"
    start, stop = _onepot.convert(start, computation), _onepot.convert(stop, computation)
    shape = np.broadcast_shapes(start.shape, stop.shape)
    start, stop = _onepot.broadcast_to(start, shape), _onepot.broadcast_to(stop, shape)
    divisor = num - 1 if endpoint else num
    if num > 1:
        steps = s.iota(computation, divisor if endpoint else num) / _onepot.convert(divisor, computation)
        steps = s.reshape(steps, (steps.shape[0],) + (1,) * len(shape))
        start_row, stop_row = s.reshape(start, (1, *shape)), s.reshape(stop, (1, *shape))
        result = start_row * (_onepot.convert(1, computation) - steps) + stop_row * steps
        if endpoint:
            result = s.concatenate([result, s.expand_dims(stop, (0,))], 0)
    elif num == 1:
        result = s.reshape(start, (1, *shape))
    else:
        result = core.full((0, *shape), 0, computation)
    if axis != 0:
        from jax._src.numpy_shaping import moveaxis
        result = moveaxis(result, 0, axis)
    if _onepot.dtype_of(dtype).kind in "iu":
        from jax._src.lax_elementwise import floor
        result = floor(result)
    return _onepot.convert(result, dtype)


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    from jax._src.numpy_ufuncs import power
    result = power(_onepot.convert(base, np.float32), linspace(start, stop, num, endpoint, axis=axis))
    return result if dtype is None else _onepot.convert(result, dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    from jax._src.numpy_ufuncs import exp, log
    result = exp(linspace(log(start), log(stop), num, endpoint, axis=axis))
    return result if dtype is None else _onepot.convert(result, dtype)


def eye(N, M=None, k=0, dtype=None, *, device=None):
    _concrete("jnp.eye", N, M)
    shape = (int(N), int(N if M is None else M))
    rows, columns = s.broadcasted_iota(np.int32, shape, 0), s.broadcasted_iota(np.int32, shape, 1)
    return _onepot.convert(rows + int(k) == columns, float if dtype is None else dtype)


def identity(n, dtype=None):
    return eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=None):
    shape = (int(N), int(N if M is None else M))
    rows, columns = s.broadcasted_iota(np.int32, shape, 0), s.broadcasted_iota(np.int32, shape, 1)
    return _onepot.convert(rows + int(k) >= columns, float if dtype is None else dtype)


def indices(dimensions, dtype=None, sparse=False):
    dimensions, dtype = shape_of(dimensions), int if dtype is None else dtype
    rows = [s.broadcasted_iota(dtype, dimensions, d) for d in range(len(dimensions))]
    return tuple(rows) if sparse else stack(rows)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    arrays = [_asarray(x) for x in xi]
    if indexing == "xy" and len(arrays) >= 2:
        arrays[0], arrays[1] = arrays[1], arrays[0]
    sizes = [a.size for a in arrays]
    out = []
    for i, a in enumerate(arrays):
        shape = [a.size if i == j else 1 for j in range(len(arrays))] if sparse else sizes
        out.append(s.broadcast_in_dim(s.reshape(a, (a.size,)), shape, (i,)))
    if indexing == "xy" and len(out) >= 2:
        out[0], out[1] = out[1], out[0]
    return out


def stack(arrays, axis=0, out=None, dtype=None):
    parts = _promoted(arrays, dtype)
    if not parts:
        raise ValueError("Need at least one array to stack.")
    if any(p.shape != parts[0].shape for p in parts):
        raise ValueError("All input arrays must have the same shape.")
    axis = canonical_axis(axis, parts[0].ndim + 1)
    return s.concatenate([s.expand_dims(p, (axis,)) for p in parts], axis)


def _promoted(arrays, dtype=None):
    if isinstance(arrays, Array):
        parts = [arrays[i] for i in range(arrays.shape[0])]
    else:
        parts = [array(a) for a in arrays]
    if dtype is not None:
        return [_onepot.convert(p, dtype) for p in parts]
    if len(parts) < 2:
        return parts
    parts = _onepot.promote(parts)
    return [_onepot.convert(p, p.dtype) for p in parts] if any(p.weak_type for p in parts) else parts


def concatenate(arrays, axis=0, dtype=None):
    parts = _promoted(arrays, dtype)
    if not parts:
        raise ValueError("Need at least one array to concatenate.")
    if parts[0].ndim == 0:
        raise ValueError("Zero-dimensional arrays cannot be concatenated.")
    if axis is None:
        parts, axis = [s.reshape(p, (p.size,)) for p in parts], 0
    axis = canonical_axis(axis, parts[0].ndim)
    for p in parts:
        if p.ndim != parts[0].ndim or any(a != b for d, (a, b) in enumerate(zip(p.shape, parts[0].shape)) if d != axis):
            raise TypeError("Cannot concatenate arrays with shapes that differ in dimensions other than the one being concatenated: "
                            f"concatenating along dimension {axis} for shapes {', '.join(str(q.shape) for q in parts)}.")
    return s.concatenate(parts, axis)


concat = concatenate


def atleast_1d(*arrays):
    out = [a if a.ndim >= 1 else s.reshape(a, (1,)) for a in map(_asarray, arrays)]
    return out[0] if len(out) == 1 else out


def atleast_2d(*arrays):
    out = [a if a.ndim >= 2 else s.expand_dims(a, tuple(range(2 - a.ndim))) for a in map(_asarray, arrays)]
    return out[0] if len(out) == 1 else out


def atleast_3d(*arrays):
    out = []
    for a in map(_asarray, arrays):
        shape = ((1, 1, 1), (1, *a.shape, 1), (*a.shape, 1))[a.ndim] if a.ndim < 3 else a.shape
        out.append(s.reshape(a, shape))
    return out[0] if len(out) == 1 else out


def _sequence(arrays):
    return [arrays[i] for i in range(arrays.shape[0])] if isinstance(arrays, Array) else list(arrays)


def vstack(tup, dtype=None):
    return concatenate([atleast_2d(a) for a in _sequence(tup)], 0, dtype)


def hstack(tup, dtype=None):
    parts = [atleast_1d(a) for a in _sequence(tup)]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1, dtype)


def dstack(tup, dtype=None):
    return concatenate([atleast_3d(a) for a in _sequence(tup)], 2, dtype)


def column_stack(tup):
    parts = [_asarray(a) for a in _sequence(tup)]
    return concatenate([p if p.ndim >= 2 else s.reshape(p, (p.size, 1)) for p in parts], 1)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    return _asarray(np.frombuffer(buffer, dtype, count, offset))
