"""Methods of jax.Array that are written in Python, put on the type here, and its printing."""
import _onepot
import numpy as np

from jax import errors
from jax._src import indexing, lax_elementwise as e
from jax._src import numpy_creation as c, numpy_indexing as n, numpy_linear as l, numpy_reductions as r, numpy_shaping as h
from jax._src import numpy_ufuncs as u
from jax._src.core import Array, ArrayImpl, Tracer, bfloat16_dtype, key_dtype


def _accepted(x):
    """Operands an operator takes over; for others Python asks the other side."""
    return isinstance(x, (Array, int, float, complex, np.ndarray, np.generic)) or hasattr(x, "__jax_array__")


def _operator(function):
    def forward(self, other):
        return function(self, other) if _accepted(other) else NotImplemented

    def reflected(self, other):
        return function(other, self) if _accepted(other) else NotImplemented
    return forward, reflected


def _install_operators():
    for name, function in {"pow": u.power, "floordiv": u.floor_divide, "mod": u.remainder, "divmod": u.divmod,
                           "matmul": l.matmul, "lshift": u.left_shift, "rshift": u.right_shift}.items():
        forward, reflected = _operator(function)
        setattr(Array, f"__{name}__", forward)
        setattr(Array, f"__r{name}__", reflected)


# ---- values

def _value(x):
    """The array as NumPy's, without a copy where NumPy has the dtype."""
    if x.dtype == key_dtype:
        raise TypeError("JAX array with PRNGKey dtype cannot be converted to a NumPy array. Use jax.random.key_data(arr) if you "
                        "wish to extract the underlying integer array.")
    if x.dtype == bfloat16_dtype:
        bits = np.asarray(e.bitcast_convert_type(x, np.uint16))
        if isinstance(bfloat16_dtype, np.dtype):
            return bits.view(bfloat16_dtype)
        return np.asarray(np.left_shift(bits.astype(np.uint32), np.uint32(16)).view(np.float32))
    return np.asarray(memoryview(x))


def _array(self, dtype=None, copy=None):
    if isinstance(self, Tracer):
        raise errors.TracerArrayConversionError(self)
    value = _value(self)
    value = value if dtype is None else value.astype(dtype)
    return value.copy() if copy else value


def _scalar(convert, error):
    def method(self):
        if isinstance(self, Tracer):
            raise error(self)
        if self.size != 1:
            raise TypeError("Only scalar arrays can be converted to Python scalars; got arr.ndim=" + str(self.ndim))
        return convert(_value(self).reshape(()).item())
    return method


def _concretization(name):
    return lambda tracer: errors.ConcretizationTypeError(
        tracer, f"The problem arose with the `{name}` function. If trying to convert the data type of a value, try using "
                f"`x.astype({name})` or `jnp.array(x, {name})` instead.")


def _bool(self):
    if isinstance(self, Tracer):
        raise errors.TracerBoolConversionError(self)
    if self.size != 1:
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
                         if self.size else "The truth value of an empty array is ambiguous.")
    return bool(_value(self).reshape(()))


def _index(self):
    if isinstance(self, Tracer):
        raise errors.TracerIntegerConversionError(self)
    if self.dtype.kind not in "iu" or self.ndim:
        raise TypeError("Only integer scalar arrays can be converted to a scalar index.")
    return int(_value(self))


def _item(self, *args):
    if isinstance(self, Tracer):
        raise _concretization("item")(self)
    return _value(self).item(*args)


def _tolist(self):
    if isinstance(self, Tracer):
        raise _concretization("tolist")(self)
    return _value(self).tolist()


def _iter(self):
    if self.ndim == 0:
        raise TypeError("iteration over a 0-d array")
    return (self[i] for i in range(self.shape[0]))


def _setitem(self, index, value):
    raise TypeError("JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] = y, use "
                    "x = x.at[idx].set(y) or another .at[] method.")


def _reduce(self):
    return c.array, (np.array(_value(self)),)


# ---- printing

def _aval_text(x):
    weak = ", weak_type=True" if x.weak_type else ""
    return f"dtype={x.dtype.name}{weak})"


def _repr(self):
    if isinstance(self, Tracer):
        return self._description
    if self.dtype == key_dtype:
        from jax.random import key_data
        return f"Array({self.shape}, dtype={self.dtype.name}) overlaying:\n{np.asarray(key_data(self))}"
    prefix, end = "Array(", _aval_text(self)
    width = np.get_printoptions()["linewidth"]
    if self.size == 0:
        text = f"[], shape={self.shape}"
    else:
        text = np.array2string(_value(self), prefix=prefix, suffix=",", separator=", ", max_line_width=width)
    last = len(text) - text.rfind("\n") + 1
    gap = " " * len(prefix) if last + len(end) + 1 > width else " "
    return f"{prefix}{text},{gap}{end}"


def _str(self):
    return self._description if isinstance(self, Tracer) else _repr(self) if self.dtype == key_dtype else str(_value(self))


def _format(self, spec):
    if isinstance(self, Tracer):
        return self._description
    return format(_value(self).reshape(()).item(), spec) if self.ndim == 0 else format(_value(self), spec)


class ShapedArray:
    """The abstract value of an array."""

    def __init__(self, shape, dtype, weak_type=False):
        self.shape, self.dtype, self.weak_type = tuple(shape), dtype, weak_type

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return int(np.prod(self.shape, dtype=int))

    def str_short(self, short_dtypes=False):
        return f"{self.dtype.name}[{','.join(map(str, self.shape))}]"

    def __repr__(self):
        weak = ", weak_type=True" if self.weak_type else ""
        return f"ShapedArray({self.str_short()}{weak})"

    def __str__(self):
        return self.str_short()

    def __eq__(self, other):
        return isinstance(other, ShapedArray) and (self.shape, self.dtype, self.weak_type) == (
            other.shape, other.dtype, other.weak_type)

    def __hash__(self):
        return hash((self.shape, self.dtype.name, self.weak_type))


def typeof(x):
    from jax._src.core import asarray
    return asarray(x).aval


def _reshape(self, *shape, order="C"):
    return h.reshape(self, shape[0] if len(shape) == 1 and not isinstance(shape[0], (int, np.integer, Tracer)) else shape, order)


def _transpose(self, *axes):
    if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
        axes = axes[0]
    return h.transpose(self, axes or None)


def _astype(self, dtype, copy=False, device=None):
    dtype = _onepot.dtype_of(dtype)
    if dtype.kind == "b":
        return self if self.dtype.kind == "b" and not self.weak_type else self != np.zeros((), self.dtype)
    if self.dtype.kind == "c" and dtype.kind != "c":
        self = e.real(self)
    return _onepot.convert(self, dtype)


def _view(self, dtype=None):
    return self if dtype is None else e.bitcast_convert_type(self, dtype)


def _devices(self):
    from jax._src.devices import devices
    return {devices()[0]}


def _device(self):
    from jax._src.devices import devices
    return devices()[0]


def _tobytes(self, order="C"):
    return np.asarray(self).tobytes(order)


def _argpartition(self, kth, axis=-1):
    from jax import numpy as jnp
    return jnp.argpartition(self, kth, axis)


def _namespace(self, *, api_version=None):
    from jax import numpy as jnp
    if api_version not in (None, jnp.__array_api_version__):
        raise ValueError(f"api_version={api_version!r} is not available; jax.numpy follows {jnp.__array_api_version__}")
    return jnp


def _to_device(self, device, *, stream=None):
    if stream is not None:
        raise NotImplementedError("stream argument of array.to_device()")
    from jax._src.devices import device_put
    return device_put(self, device)


def _byteswap(self):
    return c.array(_value(self).byteswap())


def _addressable_data(self, index):
    return self.addressable_shards[index].data


_METHODS = {
    "__array__": _array, "__float__": _scalar(float, _concretization("float")), "__int__": _scalar(int, _concretization("int")),
    "__complex__": _scalar(complex, _concretization("complex")), "__bool__": _bool, "__index__": _index, "__iter__": _iter,
    "__getitem__": indexing.getitem, "__setitem__": _setitem, "__repr__": _repr, "__str__": _str, "__format__": _format,
    "__reduce__": _reduce, "__round__": lambda self, digits=None: u.round(self, digits or 0) if digits is not None
    else _astype(u.round(self), np.int32), "__copy__": lambda self: self, "__deepcopy__": lambda self, memo: self,
    "item": _item, "tolist": _tolist, "astype": _astype, "reshape": _reshape, "transpose": _transpose, "view": _view,
    "sum": r.sum, "prod": r.prod, "mean": r.mean, "max": r.max, "min": r.min, "var": r.var, "std": r.std, "any": r.any,
    "all": r.all, "argmax": r.argmax, "argmin": r.argmin, "cumsum": r.cumsum, "cumprod": r.cumprod, "ptp": r.ptp,
    "trace": r.trace, "dot": l.dot, "clip": lambda self, min=None, max=None: u.clip(self, min, max), "round": u.round,
    "ravel": h.ravel, "flatten": h.ravel, "squeeze": h.squeeze, "swapaxes": h.swapaxes, "repeat": h.repeat,
    "diagonal": h.diagonal, "take": n.take, "sort": n.sort, "argsort": n.argsort, "nonzero": n.nonzero, "conj": u.conj,
    "conjugate": u.conj, "copy": lambda self: self, "block_until_ready": lambda self: self, "devices": _devices,
    "tobytes": _tobytes, "argpartition": _argpartition, "__array_namespace__": _namespace, "to_device": _to_device,
    "byteswap": _byteswap, "clone": lambda self: self, "is_ready": lambda self: True, "addressable_data": _addressable_data,
    "platform": lambda self: _device(self).platform, "searchsorted": n.searchsorted, "compress": lambda self, condition, axis=None: n.compress(condition, self, axis),
    "choose": n.choose, "is_deleted": lambda self: False, "delete": lambda self: None, "on_device_size_in_bytes":
    lambda self: self.nbytes, "copy_to_host_async": lambda self: None, "unsafe_buffer_pointer": lambda self: _value(self).ctypes.data,
}
_PROPERTIES = {
    "T": h.transpose, "mT": h.matrix_transpose, "at": indexing._Place, "real": u.real, "imag": u.imag, "device": _device,
    "aval": lambda self: ShapedArray(self.shape, self.dtype, self.weak_type), "flat": lambda self: h.ravel(self),
    "is_fully_addressable": lambda self: True, "is_fully_replicated": lambda self: True, "committed": lambda self: False,
    "sharding": lambda self: _sharding(), "addressable_shards": lambda self: _shards(self),
    "global_shards": lambda self: _shards(self), "device_buffer": lambda self: self, "device_buffers": lambda self: [self],
    "format": lambda self: _format_of(self), "traceback": lambda self: None,
}


def _sharding():
    from jax._src.devices import devices
    from jax._src.sharding import SingleDeviceSharding
    return SingleDeviceSharding(devices()[0])


def _shards(self):
    from jax._src.sharding import Shard
    return [Shard(_device(self), self.sharding, self.shape, self)]


def _format_of(self):
    from jax._src.sharding import Format, Layout
    return Format(Layout(tuple(range(self.ndim))), self.sharding)


def install():
    for cls in (Array, ArrayImpl, Tracer):
        cls.__module__ = "jax"
    for name, method in _METHODS.items():
        setattr(Array, name, method)
    for name, getter in _PROPERTIES.items():
        setattr(Array, name, property(getter))
    Array.__array_priority__ = 100
    _onepot.ClosedJaxpr.in_avals = property(lambda self: [ShapedArray(s, d, w) for d, s, w in self._in_avals])
    _onepot.ClosedJaxpr.out_avals = property(lambda self: [ShapedArray(s, d, w) for d, s, w in self._out_avals])
    _onepot.ClosedJaxpr.jaxpr = property(lambda self: self)
    _install_operators()
