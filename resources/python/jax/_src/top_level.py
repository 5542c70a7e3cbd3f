"""jax: small functions of the top level."""
import contextlib
import functools
import types

import _onepot
import numpy as np

from jax._src import tree
from jax._src.devices import default_backend, devices, process_count, process_index

host_count, host_id = process_count, process_index
MemorySpace = types.SimpleNamespace(Device="device", Host="pinned_host", Any="any")
memory = types.SimpleNamespace(Space=MemorySpace)


def host_ids(backend=None):
    return list(range(process_count(backend)))


process_indices = host_ids


def ds(start, size=None, stride=None):
    """A slice for refs: start and size."""
    return slice(0, start, stride) if size is None else slice(start, start + size, stride)


def effects_barrier():
    """Callbacks run while their program does: nothing is left to wait for."""


def copy_to_host_async(x):
    return x


@contextlib.contextmanager
def ensure_compile_time_eval():
    """Arrays that are known are computed at once, also inside of a trace: by NumPy's own functions, or before the trace begins."""
    yield


@contextlib.contextmanager
def checking_leaks():
    """A tracer that leaves its function is named when it is used."""
    yield


def fwd_and_bwd(fun, argnums, has_aux=False, jitted=True):
    """vjp in two functions: the first gives the value and residuals, the second the gradients."""
    from jax._src.derivatives import vjp
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)

    @functools.wraps(fun)
    def forward(*args):
        def chosen(*parts):
            full = list(args)
            for number, part in zip(numbers, parts):
                full[number] = part
            return fun(*full)
        return vjp(chosen, *(args[n] for n in numbers), has_aux=has_aux)

    def backward(residuals, cotangent):
        return residuals(cotangent)
    return forward, backward


def live_arrays(platform=None):
    """The arrays that the program still holds."""
    import gc
    return [x for x in gc.get_objects() if isinstance(x, _onepot.ArrayImpl)]


def make_array_from_callback(shape, sharding, data_callback, dtype=None, **options):
    from jax.numpy import asarray
    return asarray(data_callback((slice(None),) * len(shape)), dtype)


def make_array_from_process_local_data(sharding, local_data, global_shape=None):
    from jax.numpy import asarray
    return tree.tree_map(asarray, local_data)


def make_array_from_single_device_arrays(shape, sharding, arrays, *, dtype=None):
    if len(arrays) != 1:
        raise ValueError(f"one device holds all of an array here, got {len(arrays)} parts")
    return arrays[0]


def print_environment_info(return_string=False):
    import platform
    import sys

    from jax.version import __version__
    text = (f"jax:    {__version__} (Onepot)\nnumpy:  {np.__version__}\npython: {sys.version}\n"
            f"device info: {', '.join(d.device_kind for d in devices())}-{len(devices())}, 1 local devices\nprocess_count: 1\n"
            f"platform: {platform.uname()}\nbackend: {default_backend()}")
    if return_string:
        return text
    print(text)
