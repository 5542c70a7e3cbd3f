"""Devices as programs see them, and placing arrays on them (everything is where it should be already)."""
import os

import _onepot
import numpy as np

from jax._src import tree


class Device:
    """One of the machine's devices; prints as JAX's do."""

    def __init__(self, name, ordinal):
        self._name, self.id = name, ordinal
        self.platform = "gpu" if name.startswith(("gpu", "cuda")) else name
        self.device_kind, self.process_index, self.host_id = name, 0, 0

    def __repr__(self):
        return f"{'Cuda' if self.platform == 'gpu' else self.platform.capitalize()}Device(id={self.id})"

    def __str__(self):
        return f"{ {'cpu': 'TFRT_CPU', 'gpu': 'cuda'}.get(self.platform, self.platform)}_{self.id}"

    def __eq__(self, other):
        return isinstance(other, Device) and (self._name, self.id) == (other._name, other.id)

    def __hash__(self):
        return hash((self._name, self.id))


def devices(backend=None):
    """Those of `backend`; of the current one when none is named."""
    every = [Device(name, ordinal) for name, ordinal in _onepot.devices()]
    wanted_count = _host_device_count()
    if wanted_count > 1 and every[0].platform == "cpu":
        every = [Device(every[0]._name, i) for i in range(wanted_count)] + every[1:]
    wanted = backend or every[0].platform
    found = [d for d in every if d.platform == wanted]
    if not found:
        known = ", ".join(sorted({d.platform for d in every}))
        raise RuntimeError(f"Unknown backend {backend}. Known here are: {known}")
    return found


def _host_device_count():
    """--xla_force_host_platform_device_count: how many devices the host claims to be."""
    for flag in os.environ.get("XLA_FLAGS", "").split():
        name, _, value = flag.partition("=")
        if name == "--xla_force_host_platform_device_count" and value.isdigit():
            return int(value)
    return 1


def local_devices(process_index=None, backend=None, host_id=None):
    return devices(backend)


def device_count(backend=None):
    return len(devices(backend))


def local_device_count(backend=None):
    return len(devices(backend))


def default_backend():
    return devices()[0].platform


def process_index(backend=None):
    return 0


def process_count(backend=None):
    return 1


def device_put(x, device=None, *, src=None, donate=False, may_alias=None):
    return tree.tree_map(_onepot.asarray, x)


def device_get(x):
    return tree.tree_map(lambda leaf: np.asarray(leaf) if isinstance(leaf, _onepot.Array) else leaf, x)


def block_until_ready(x):
    """Every array is ready when it exists: kernels run to their end."""
    for leaf in tree.tree_leaves(x):
        wait = getattr(leaf, "block_until_ready", None)
        if wait:
            wait()
    return x
