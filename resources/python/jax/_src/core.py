"""What every module of this package stands on: opcodes by name, dtypes, arrays from anything, library functions."""
import _onepot
import numpy as np

_OPCODES = _onepot.opcodes()
bind = _onepot.bind
bind1 = _onepot.bind1
asarray = _onepot.asarray
Array = _onepot.Array
ArrayImpl = _onepot.ArrayImpl
Tracer = _onepot.Tracer


def opcode(name):
    """The number of an operation: "add" of HLO, or a traced one, "reduce-sum"."""
    number = _OPCODES.get(name)
    return _OPCODES["traced-" + name] if number is None else number


class _ExtendedDtype:
    """A dtype that NumPy does not have."""

    def __init__(self, name, itemsize, kind):
        self.name, self.itemsize, self.kind, self.char, self.ndim, self.shape = name, itemsize, kind, "E", 0, ()

    @property
    def type(self):
        return self

    def __repr__(self):
        return f"dtype({self.name})" if self.kind == "V" else f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        return getattr(other, "dtype", other) is self or other == self.name

    def __hash__(self):
        return hash(self.name)


def _bfloat16_dtype():
    try:
        import ml_dtypes
        return np.dtype(ml_dtypes.bfloat16)
    except ImportError:
        return _ExtendedDtype("bfloat16", 2, "f")


bfloat16_dtype = _bfloat16_dtype()
key_dtype = _ExtendedDtype("key<fry>", 8, "V")

for _hlo, _numpy in {"pred": "bool", "s8": "int8", "s16": "int16", "s32": "int32", "s64": "int64", "u8": "uint8",
                     "u16": "uint16", "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32",
                     "f64": "float64", "c64": "complex64", "c128": "complex128"}.items():
    _onepot.set_dtype(_hlo, np.dtype(_numpy))
_onepot.set_dtype("bf16", bfloat16_dtype)
_onepot.set_dtype("key", key_dtype)

canonical_dtype = _onepot.dtype_of


class _ScalarMeta(type):
    def __call__(cls, value=0, *args, **kwargs):
        from jax.numpy import array
        return array(value, dtype=cls.dtype)

    def __eq__(cls, other):
        return cls is other or cls.dtype == other

    def __hash__(cls):
        return hash(cls.dtype.name)

    def __repr__(cls):
        return f"<class 'jax.numpy.{cls.__name__}'>"


def scalar_type(name, dtype):
    """jnp.float32 and its like: calling it makes an array of that dtype."""
    return _ScalarMeta(name, (), {"dtype": dtype, "__module__": "jax.numpy"})


def is_float(dtype):
    return dtype.kind == "f"


def is_integer(dtype):
    return dtype.kind in "iu"


def result_dtype(*values):
    return _onepot.result_type(values)[0]


def inexact_dtype(dtype):
    """The float that arithmetic on a dtype gives where the result cannot be an integer."""
    if dtype.kind in "fc":
        return dtype
    return np.dtype(np.float64 if dtype.itemsize == 8 and dtype.kind in "iu" else np.float32)


def to_inexact(x):
    x = asarray(x)
    return x if x.dtype.kind in "fc" else _onepot.convert(x, inexact_dtype(x.dtype), x.weak_type)


def canonical_axis(axis, ndim):
    axis = int(axis)
    if not -ndim <= axis < ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    return axis + ndim if axis < 0 else axis


def canonical_axes(axis, ndim):
    """None: all of them."""
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, (tuple, list)):
        axes = tuple(canonical_axis(a, ndim) for a in axis)
        if len(set(axes)) != len(axes):
            raise ValueError(f"duplicate value in 'axis': {axis}")
        return axes
    return (canonical_axis(axis, ndim),)


def shape_of(shape):
    """A shape from an int or a sequence, with a clear error for tracers."""
    if isinstance(shape, (int, np.integer)):
        return (int(shape),)
    if isinstance(shape, Array):
        if isinstance(shape, Tracer):
            raise shape_error(shape)
        return tuple(int(d) for d in np.asarray(shape).reshape(-1))
    dims = []
    for dim in shape:
        if isinstance(dim, Tracer):
            raise shape_error(shape)
        dims.append(dim.__index__())
    return tuple(dims)


def shape_error(shape):
    from jax import errors
    return errors.shape_error(shape)


def full(shape, value, dtype=None):
    value = asarray(value) if dtype is None else _onepot.convert(value, dtype)
    shape = shape_of(shape)
    return broadcast_in_dim(value, shape, ()) if shape or value.shape else value


def broadcast_in_dim(x, shape, dimensions):
    x = asarray(x)
    if any(isinstance(d, int) and d < 0 for d in shape):
        raise TypeError(f"broadcast_in_dim shape must have every element be nonnegative, got {tuple(shape)}.")
    return bind1(_BROADCAST, (x,), (dimensions,), x.dtype, shape)


def reshape_to(x, shape):
    return bind1(_RESHAPE, (x,), None, x.dtype, shape)


_BROADCAST = opcode("broadcast")
_RESHAPE = opcode("reshape")


def library(name, static=()):
    """Decorates a function that JAX compiles by itself: nested `jit` in a trace, plain calls outside of one."""
    def decorate(function):
        from jax._src.api import library_jit
        return library_jit(function, name, static)
    return decorate
