"""Calls out of a program into Python: pure_callback, io_callback, debug.callback and debug.print."""
import _onepot
import numpy as np

from jax._src import tree
from jax._src.core import asarray, opcode

_CALL = opcode("custom-call")


def _call(name, function, results, values, effect, observes=False, at_once=False):
    """Binds a call of `function` (leaves in, leaves out) whose results have these (dtype, shape)."""
    dtypes, shapes = [d for d, _ in results], [s for _, s in results]
    parameters = (name, function, effect, observes, at_once)
    if len(results) == 1:
        return _onepot.bind(_CALL, values, parameters, dtypes[0], shapes[0])
    return _onepot.bind(_CALL, values, parameters, dtypes, shapes)


def _traced(values):
    return _onepot.staging() or any(isinstance(v, _onepot.Tracer) for v in values)


def _host_call(name, callback, result_shape_dtypes, args, kwargs, effect, vmap_method=None):
    leaves, in_tree = tree.tree_flatten((args, kwargs))
    values = [asarray(x) for x in leaves]
    wanted, out_tree = tree.tree_flatten(result_shape_dtypes)
    results = [(_onepot.dtype_of(w.dtype), tuple(w.shape)) for w in wanted]

    def run(parts):
        positional, keywords = in_tree.unflatten(parts)
        out, found = tree.tree_flatten(callback(*positional, **keywords))
        if found != out_tree:
            raise RuntimeError(f"{name} callback returned a value of structure {found}, but result_shape_dtypes has {out_tree}")
        return [_onepot.convert(asarray(np.asarray(x)), dtype) for x, (dtype, _) in zip(out, results)]
    if not _traced(values):
        out = run(values)
        for x, (dtype, shape) in zip(out, results):
            if x.shape != shape:
                raise ValueError(f"{name} callback gave shape {x.shape} where {shape} was promised")
        return out_tree.unflatten(out)
    at_once = vmap_method in ("expand_dims", "broadcast_all", "legacy_vectorized")
    return out_tree.unflatten(_call(name, run, results, values, effect, at_once=at_once))


def pure_callback(callback, result_shape_dtypes, *args, sharding=None, vectorized=None, vmap_method=None, **kwargs):
    """Calls a function of Python that depends on nothing but its arguments, also from compiled code."""
    method = "broadcast_all" if vectorized else vmap_method
    known = (None, "sequential", "sequential_unrolled", "expand_dims", "broadcast_all", "legacy_vectorized")
    if method not in known:
        raise ValueError(f"vmap_method must be one of the following: {known[1:]}, got {method!r}")
    return _host_call("pure_callback", callback, result_shape_dtypes, args, kwargs, False, method)


def io_callback(callback, result_shape_dtypes, *args, sharding=None, ordered=False, **kwargs):
    """Calls a function of Python for what it does: it runs even where nobody needs its results."""
    return _host_call("io_callback", callback, result_shape_dtypes, args, kwargs, True)


def observe(name, function, args, kwargs):
    """Calls `function` with the values of its arguments; what is no number stays as it is."""
    leaves, in_tree = tree.tree_flatten((args, kwargs))
    dynamic = [i for i, x in enumerate(leaves) if isinstance(x, (_onepot.Array, np.ndarray, np.generic, int, float, complex))]
    values = [asarray(leaves[i]) for i in dynamic]
    if not _traced(values):
        function(*args, **kwargs)
        return

    def run(parts):
        whole = list(leaves)
        for i, part in zip(dynamic, parts):
            whole[i] = part
        positional, keywords = in_tree.unflatten(whole)
        function(*positional, **keywords)
        return []
    _call(name, run, [], values, True, observes=True)
