"""jax.ops: reductions over segments."""
import numpy as np

from jax import numpy as jnp
from jax._src.core import Tracer, asarray


def _segments(data, segment_ids, num_segments, fill, how):
    data, segment_ids = asarray(data), asarray(segment_ids)
    if num_segments is None:
        if isinstance(segment_ids, Tracer):
            raise ValueError("num_segments must be given inside a traced function: it decides the result's size")
        num_segments = int(np.asarray(segment_ids).max()) + 1 if segment_ids.size else 0
    out = jnp.full((num_segments, *data.shape[1:]), fill, data.dtype)
    return getattr(out.at[segment_ids], how)(data)


def segment_sum(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None):
    return _segments(data, segment_ids, num_segments, 0, "add")


def segment_prod(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None):
    return _segments(data, segment_ids, num_segments, 1, "multiply")


def _extreme(dtype, least):
    if dtype.kind == "f":
        return -np.inf if least else np.inf
    return np.iinfo(dtype).min if least else np.iinfo(dtype).max


def segment_max(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None):
    return _segments(data, segment_ids, num_segments, _extreme(asarray(data).dtype, True), "max")


def segment_min(data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None):
    return _segments(data, segment_ids, num_segments, _extreme(asarray(data).dtype, False), "min")
