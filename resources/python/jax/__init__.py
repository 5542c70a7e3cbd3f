"""Onepot's jax: JAX's public interface, traced, compiled and explained by Onepot."""
__version__ = "0.10.2"
__version_info__ = (0, 10, 2)

from jax.config import SETTINGS as _SETTINGS, config  # noqa: F401  (before anything that reads options)
from jax._src.core import Array  # noqa: F401
from jax import errors  # noqa: F401
from jax._src import array_methods as _array_methods

_array_methods.install()

from jax import numpy  # noqa: E402,F401
from jax import lax, random, tree, tree_util  # noqa: E402,F401
from jax import core, debug, dtypes, flatten_util, nn, ops, scipy, typing  # noqa: E402,F401
from jax._src.api import (  # noqa: E402,F401
    ShapeDtypeStruct, clear_caches, disable_jit, eval_shape, jit, make_jaxpr, named_call, named_scope, xla_computation)
from jax._src.batching import pmap, shard_map, smap, vmap  # noqa: E402,F401
from jax._src.custom import checkpoint, custom_jvp, custom_vjp, remat  # noqa: E402,F401
from jax._src.derivatives import (  # noqa: E402,F401
    grad, hessian, jacfwd, jacobian, jacrev, jvp, linear_transpose, linearize, value_and_grad, vjp)
from jax._src.devices import (  # noqa: E402,F401
    Device, block_until_ready, default_backend, device_count, device_get, device_put, devices, local_device_count, local_devices,
    process_count, process_index)
from jax._src.array_methods import typeof  # noqa: E402,F401
from jax._src.callbacks import pure_callback  # noqa: E402,F401
from jax import sharding  # noqa: E402,F401
from jax._src.sharding import (  # noqa: E402,F401
    NamedSharding, PartitionSpec as P, Shard, make_mesh, reshard, set_mesh)
from jax._src.tree import tree_map  # noqa: E402,F401
from jax import (  # noqa: E402,F401
    ad_checkpoint, api_util, custom_derivatives, dlpack, experimental, image, interpreters, monitoring, profiler, stages, version)
from jax._src.custom import closure_convert, custom_gradient  # noqa: E402,F401
from jax._src.top_level import (  # noqa: E402,F401
    checking_leaks, copy_to_host_async, ds, effects_barrier, ensure_compile_time_eval, fwd_and_bwd, host_count, host_id, host_ids,
    live_arrays, make_array_from_callback, make_array_from_process_local_data, make_array_from_single_device_arrays, memory,
    print_environment_info, process_indices)
from jax.ad_checkpoint import checkpoint_policies  # noqa: E402,F401
from jax.dtypes import float0  # noqa: E402,F401
from jax._src import absent as _absent

for _name in ("allow_f16_reductions array_garbage_collection_guard auto_pcast check_tracer_leaks debug_infs debug_key_reuse "
              "debug_nans default_device default_matmul_precision default_prng_impl enable_checks enable_custom_prng enable_x64 "
              "explain_cache_misses jax2tf_associative_scan_reductions legacy_prng_key log_compiles no_execution no_tracing "
              "numpy_dtype_promotion numpy_rank_promotion remove_size_one_mesh_axis_from_type softmax_custom_jvp thread_guard "
              "threefry_partitionable transfer_guard transfer_guard_device_to_device transfer_guard_device_to_host "
              "transfer_guard_host_to_device").split():
    globals()[_name] = _SETTINGS[_name]

_absent.install()
