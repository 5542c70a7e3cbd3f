"""jit and what comes with it: the decorator, Lowered and Compiled, make_jaxpr, xla_computation, disable_jit."""
import contextlib
import functools
import inspect
import weakref

import _onepot

from jax._src import tree

_caches = weakref.WeakKeyDictionary()


def _name_of(function):
    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__name__", None) or type(function).__name__


def _parameters(function):
    try:
        return [p for p in inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):
        return []


def _parameter_names(parameters):
    return [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def _as_tuple(value):
    if value is None:
        return ()
    return (value,) if isinstance(value, (int, str)) else tuple(value)


def _statics(names, static_argnums, static_argnames):
    """Positions and names that mean the same arguments."""
    numbers, words = list(_as_tuple(static_argnums)), list(_as_tuple(static_argnames))
    numbers = [n + len(names) if n < 0 else n for n in numbers]
    words += [names[n] for n in numbers if n < len(names) and names[n] not in words]
    numbers += [names.index(w) for w in words if w in names and names.index(w) not in numbers]
    return tuple(sorted(set(numbers))), tuple(words)


def _cache_for(function, options):
    """One cache for all jits of one function with the same options, as in JAX: jit(f) twice compiles once."""
    try:
        return _caches.setdefault(function, {}).setdefault(options, _onepot.jit_cache())
    except TypeError:
        return _onepot.jit_cache()


def _make(function, name, static_argnums=(), static_argnames=(), library=False):
    if not callable(function):
        raise TypeError(f"Expected a callable value, got {function!r}")
    names = _parameter_names(_parameters(function))
    numbers, words = _statics(names, static_argnums, static_argnames)
    cache = _cache_for(function, (numbers, words))
    jitted = _onepot.jit(function, cache, name, names, numbers, words, library)
    for attribute in ("__name__", "__qualname__", "__doc__", "__module__"):
        value = getattr(function, attribute, None)
        if value is not None:
            setattr(jitted, attribute, value)
    return jitted


def library_jit(function, name, static):
    return _make(function, name, static_argnames=static, library=True)


def jit(fun=None, /, *, static_argnums=None, static_argnames=None, donate_argnums=None, donate_argnames=None,
        keep_unused=False, device=None, backend=None, inline=False, in_shardings=None, out_shardings=None, abstracted_axes=None,
        compiler_options=None):
    """Compiles `fun` for each new signature of its arguments. Donation and placement are accepted and change nothing here."""
    if fun is None:
        return functools.partial(jit, static_argnums=static_argnums, static_argnames=static_argnames)
    return _make(fun, _name_of(fun), static_argnums, static_argnames)


class Lowered:
    """A traced function before optimisation."""

    def __init__(self, lowered, jitted=None):
        self._lowered, self._jitted = lowered, jitted

    def as_text(self, dialect=None, *, debug_info=False):
        if dialect not in (None, "stablehlo", "hlo"):
            raise ValueError(f"unknown dialect {dialect!r}: use 'stablehlo' or 'hlo'")
        return self._lowered.text(dialect != "hlo")

    def compiler_ir(self, dialect=None):
        return HloText(self.as_text(dialect))

    def compile(self, compiler_options=None):
        self._lowered.cost()
        return Compiled(self._lowered, self._jitted)

    def cost_analysis(self):
        return self._lowered.cost()

    @property
    def jaxpr(self):
        return self._lowered.traced

    @property
    def out_tree(self):
        return self._lowered.out_tree


class MemoryAnalysis:
    def __init__(self, sizes):
        self.argument_size_in_bytes = int(sizes["argument"])
        self.output_size_in_bytes = int(sizes["output"])
        self.temp_size_in_bytes = int(sizes["temp"])
        self.peak_memory_in_bytes = int(sizes["peak"])
        self.alias_size_in_bytes = 0
        self.generated_code_size_in_bytes = 0

    def __repr__(self):
        return "MemoryAnalysis(" + ", ".join(f"{k}={v}" for k, v in vars(self).items()) + ")"


class Compiled:
    """A compiled function: its texts and figures; calling it runs it."""

    def __init__(self, lowered, jitted):
        self._lowered, self._jitted = lowered, jitted

    def as_text(self):
        return self._lowered.optimized_text()

    def cost_analysis(self):
        return self._lowered.cost()

    def memory_analysis(self):
        return MemoryAnalysis(self._lowered.memory())

    def __call__(self, *args, **kwargs):
        return self._jitted(*args, **kwargs)


class HloText:
    """What xla_computation gave: HLO before optimisation."""

    def __init__(self, text):
        self._text = text

    def as_hlo_text(self):
        return self._text

    as_text = as_hlo_text
    __str__ = as_hlo_text


def _lower(self, *args, **kwargs):
    return Lowered(self._lower(*tree.concrete_like(args), **tree.concrete_like(kwargs)), self)


def _eval_shape(self, *args, **kwargs):
    return eval_shape(self, *args, **kwargs)


_onepot.PjitFunction.lower = _lower
_onepot.PjitFunction.eval_shape = _eval_shape
_onepot.PjitFunction.trace = _lower
_onepot.PjitFunction.clear_caches = lambda self: self.clear_cache()


def make_jaxpr(fun, static_argnums=(), axis_env=None, return_shape=False, abstracted_axes=None):
    @functools.wraps(fun)
    def traced(*args, **kwargs):
        fresh = _fresh(fun, static_argnums)
        closed, out_tree, _ = fresh._trace(*tree.concrete_like(args), **tree.concrete_like(kwargs))
        if not return_shape:
            return closed
        return closed, out_tree.unflatten([ShapeDtypeStruct(s, d, w) for d, s, w in closed._out_avals])
    return traced


def _fresh(fun, static_argnums=(), static_argnames=()):
    """A jit of `fun` that shares no cache: what a trace captures belongs to this moment."""
    names = _parameter_names(_parameters(fun))
    numbers, words = _statics(names, static_argnums, static_argnames)
    return _onepot.jit(fun, _onepot.jit_cache(), _name_of(fun), names, numbers, words, False)


def xla_computation(fun, static_argnums=(), axis_env=None, in_parts=None, out_parts=None, backend=None, tuple_args=False,
                    instantiate_const_outputs=True, return_shape=False, donate_argnums=()):
    """As it was before JAX took it away: the HLO of `fun` before optimisation."""
    if isinstance(fun, _onepot.PjitFunction):
        fun = fun.__wrapped__

    @functools.wraps(fun)
    def compute(*args, **kwargs):
        lowered = Lowered(_fresh(fun, static_argnums)._lower(*tree.concrete_like(args), **tree.concrete_like(kwargs)))
        return HloText(lowered.as_text("hlo"))
    return compute


class ShapeDtypeStruct:
    """A shape and a dtype without values."""

    def __init__(self, shape, dtype, weak_type=False, sharding=None):
        self.shape, self.dtype, self.weak_type = tuple(shape), _onepot.dtype_of(dtype), weak_type

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        size = 1
        for dim in self.shape:
            size *= dim
        return size

    def __repr__(self):
        weak = ", weak_type=True" if self.weak_type else ""
        return f"ShapeDtypeStruct(shape={self.shape}, dtype={self.dtype.name}{weak})"

    def __eq__(self, other):
        return isinstance(other, ShapeDtypeStruct) and (self.shape, self.dtype, self.weak_type) == (
            other.shape, other.dtype, other.weak_type)

    def __hash__(self):
        return hash((self.shape, self.dtype.name))


def eval_shape(fun, *args, **kwargs):
    closed, out_tree, _ = _fresh(fun)._trace(*tree.concrete_like(args), **tree.concrete_like(kwargs))
    return out_tree.unflatten([ShapeDtypeStruct(s, d, w) for d, s, w in closed._out_avals])


@contextlib.contextmanager
def disable_jit(disable=True):
    """Inside: jitted functions, loops and branches run operation by operation."""
    before = _onepot.set_jit_disabled(disable)
    try:
        yield
    finally:
        _onepot.set_jit_disabled(before)


def clear_caches():
    for options in list(_caches.values()):
        options.clear()


def named_call(fun=None, *, name=None):
    return functools.partial(named_call, name=name) if fun is None else fun


@contextlib.contextmanager
def named_scope(name):
    _onepot.enter_scope(name)
    try:
        yield
    finally:
        _onepot.leave_scope()
