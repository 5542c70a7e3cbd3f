"""jax.experimental.shard_map, as it was called before jax.shard_map."""
from jax._src.batching import shard_map as _shard_map


def shard_map(f=None, mesh=None, in_specs=None, out_specs=None, check_rep=True, auto=frozenset(), **options):
    return _shard_map(f, mesh=mesh, in_specs=in_specs, out_specs=out_specs)
