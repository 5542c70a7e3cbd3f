"""jax.sharding: how arrays are split over devices."""
from jax._src.sharding import (  # noqa: F401
    AbstractDevice, AbstractMesh, AxisType, ManualAxisType, Mesh, NamedSharding, PartitionSpec, Sharding, SingleDeviceSharding,
    get_abstract_mesh, get_mesh, make_single_device_sharding, reshard, set_mesh, use_abstract_mesh)
