"""Where arrays lie: meshes, partition specs, shardings. Everything lies on one device here, so they describe and change nothing."""
import contextlib
import enum
import math

import numpy as np


class AxisType(enum.Enum):
    Auto, Explicit, Manual = "auto", "explicit", "manual"

    def __repr__(self):
        return self.name


class PartitionSpec(tuple):
    """For each dimension the mesh axis (or axes) that it is split over; None: not split."""

    def __new__(cls, *partitions, unreduced=frozenset(), reduced=frozenset()):
        spec = tuple.__new__(cls, tuple(tuple(p) if isinstance(p, list) else p for p in partitions))
        spec.unreduced, spec.reduced = frozenset(unreduced), frozenset(reduced)
        return spec

    def __repr__(self):
        return f"PartitionSpec({', '.join(map(repr, self))}{',' if len(self) == 1 else ''})"

    def __reduce__(self):
        return PartitionSpec, tuple(self)

    UNCONSTRAINED = None


class AbstractDevice:
    def __init__(self, device_kind, num_cores=None, platform=None):
        self.device_kind, self.num_cores, self.platform = device_kind, num_cores, platform


class AbstractMesh:
    """The axes of a mesh without devices."""

    def __init__(self, axis_sizes, axis_names, axis_types=None, *, abstract_device=None):
        self.axis_sizes, self.axis_names = tuple(axis_sizes), tuple(axis_names)
        self.axis_types = tuple(axis_types or (AxisType.Auto,) * len(self.axis_names))
        self.abstract_device = abstract_device

    @property
    def shape(self):
        return dict(zip(self.axis_names, self.axis_sizes))

    @property
    def size(self):
        return math.prod(self.axis_sizes)

    @property
    def empty(self):
        return not self.axis_names

    def __eq__(self, other):
        return isinstance(other, AbstractMesh) and (self.shape, self.axis_types) == (other.shape, other.axis_types)

    def __hash__(self):
        return hash((self.axis_sizes, self.axis_names))

    def __repr__(self):
        axes = ", ".join(f"'{n}': {s}" for n, s in self.shape.items())
        return f"AbstractMesh({axes}, axis_types=({', '.join(map(str, self.axis_types))}))"


_meshes = []


class Mesh:
    """Devices in an array with named axes."""

    def __init__(self, devices, axis_names, axis_types=None):
        self.devices = np.asarray(devices, dtype=object)
        self.axis_names = (axis_names,) if isinstance(axis_names, str) else tuple(axis_names)
        if self.devices.ndim != len(self.axis_names):
            raise ValueError(f"Mesh requires the ndim of its first argument (`devices`) to equal the length of its second argument "
                             f"(`axis_names`), but got devices.ndim == {self.devices.ndim} and len(axis_names) == "
                             f"{len(self.axis_names)}.")
        self.axis_types = tuple(axis_types or (AxisType.Auto,) * len(self.axis_names))

    @property
    def shape(self):
        return dict(zip(self.axis_names, self.devices.shape))

    @property
    def axis_sizes(self):
        return self.devices.shape

    @property
    def size(self):
        return self.devices.size

    @property
    def empty(self):
        return self.devices.ndim == 0

    @property
    def abstract_mesh(self):
        return AbstractMesh(self.axis_sizes, self.axis_names, self.axis_types)

    def __enter__(self):
        _meshes.append(self)
        return self

    def __exit__(self, *problem):
        _meshes.pop()

    def __eq__(self, other):
        return isinstance(other, Mesh) and self.shape == other.shape and bool((self.devices == other.devices).all())

    def __hash__(self):
        return hash((self.axis_names, self.devices.shape, tuple(self.devices.reshape(-1))))

    def __repr__(self):
        axes = ", ".join(f"'{n}': {s}" for n, s in self.shape.items())
        return f"Mesh({axes}, axis_types=({', '.join(map(str, self.axis_types))}{',' if len(self.axis_types) == 1 else ''}))"


class Sharding:
    memory_kind = "device"

    @property
    def num_devices(self):
        return len(self.device_set)

    is_fully_addressable = is_fully_replicated = True

    def is_equivalent_to(self, other, ndim):
        return self.device_set == other.device_set

    def shard_shape(self, global_shape):
        return tuple(global_shape)

    def devices_indices_map(self, global_shape):
        return {device: (slice(None),) * len(global_shape) for device in self.device_set}

    @property
    def addressable_devices(self):
        return self.device_set


class SingleDeviceSharding(Sharding):
    def __init__(self, device, *, memory_kind=None):
        self._device, self.device_set = device, {device}

    def __eq__(self, other):
        return isinstance(other, SingleDeviceSharding) and self._device == other._device

    def __hash__(self):
        return hash(self._device)

    def __repr__(self):
        return f"SingleDeviceSharding(device={self._device!r}, memory_kind=device)"


class NamedSharding(Sharding):
    def __init__(self, mesh, spec, *, memory_kind=None):
        self.mesh, self.spec = mesh, spec if isinstance(spec, PartitionSpec) else PartitionSpec(*spec)
        known = set(mesh.axis_names)
        for part in self.spec:
            for name in part if isinstance(part, tuple) else (part,):
                if name is not None and name not in known:
                    raise ValueError(f"Resource axis: {name} of {self.spec} is not found in mesh: {mesh.axis_names}.")

    @property
    def device_set(self):
        return set(self.mesh.devices.reshape(-1))

    @property
    def is_fully_replicated(self):
        return all(part is None or self.mesh.shape[part] == 1 for part in self.spec if not isinstance(part, tuple))

    def shard_shape(self, global_shape):
        sizes = self.mesh.shape
        parts = tuple(self.spec) + (None,) * (len(global_shape) - len(self.spec))

        def count(part):
            return math.prod(sizes[n] for n in (part if isinstance(part, tuple) else (part,) if part else ()))
        return tuple(n // count(part) for n, part in zip(global_shape, parts))

    def __eq__(self, other):
        return isinstance(other, NamedSharding) and (self.mesh, self.spec) == (other.mesh, other.spec)

    def __hash__(self):
        return hash((self.mesh, tuple(self.spec)))

    def __repr__(self):
        return f"NamedSharding(mesh={self.mesh!r}, spec={self.spec!r}, memory_kind=device)"


class ManualAxisType:
    def __init__(self, *, varying=frozenset(), unreduced=frozenset(), reduced=frozenset()):
        self.varying, self.unreduced, self.reduced = varying, unreduced, reduced


class Shard:
    """The part of an array that one device holds."""

    def __init__(self, device, sharding, global_shape, data=None):
        self.device, self.sharding, self.data, self.replica_id = device, sharding, data, 0
        self.index = (slice(None),) * len(global_shape)

    def __repr__(self):
        return f"Shard(device={self.device!r}, index={self.index}, replica_id=0, data={self.data})"


class Layout:
    def __init__(self, major_to_minor, tiling=None):
        self.major_to_minor, self.tiling = tuple(major_to_minor), tiling

    def __repr__(self):
        return f"Layout(major_to_minor={self.major_to_minor}, tiling={self.tiling})"

    def __eq__(self, other):
        return isinstance(other, Layout) and self.major_to_minor == other.major_to_minor

    def __hash__(self):
        return hash(self.major_to_minor)


class Format:
    def __init__(self, layout=None, sharding=None):
        self.layout, self.sharding = layout, sharding

    def __repr__(self):
        return f"Format(layout={self.layout!r}, sharding={self.sharding!r})"


class set_mesh:
    """The mesh for what follows, or for a `with` block."""

    def __init__(self, mesh):
        _meshes.append(mesh)
        self._mesh = mesh

    def __enter__(self):
        return self._mesh

    def __exit__(self, *problem):
        _meshes.remove(self._mesh)


def get_mesh():
    return _meshes[-1] if _meshes else Mesh(np.empty((), dtype=object), ())


def get_abstract_mesh():
    mesh = get_mesh()
    return mesh if isinstance(mesh, AbstractMesh) else mesh.abstract_mesh


@contextlib.contextmanager
def use_abstract_mesh(mesh):
    with set_mesh(mesh):
        yield


def make_mesh(axis_shapes, axis_names, axis_types=None, *, devices=None):
    from jax._src.devices import devices as every
    count = math.prod(axis_shapes)
    found = list(devices) if devices is not None else every()
    if count > len(found):
        raise ValueError(f"Number of devices {len(found)} must be >= the product of mesh_shape {tuple(axis_shapes)}")
    return Mesh(np.asarray(found[:count], dtype=object).reshape(axis_shapes), axis_names, axis_types)


def make_single_device_sharding(device, *, memory_kind=None):
    return SingleDeviceSharding(device, memory_kind=memory_kind)


def reshard(xs, out_shardings):
    """Arrays are where they should be: one device holds all of them."""
    from jax._src.devices import device_put
    return device_put(xs, out_shardings)
