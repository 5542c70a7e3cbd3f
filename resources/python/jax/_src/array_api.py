"""The Array API's description of jax.numpy, and ufuncs with their methods."""
import _onepot
import numpy as np


class _NamespaceInfo:
    def capabilities(self):
        return {"boolean indexing": True, "data-dependent shapes": False, "max dimensions": 64}

    def default_device(self):
        return None

    def devices(self):
        from jax._src.devices import devices
        return list(devices())

    def default_dtypes(self, *, device=None):
        return {"real floating": _onepot.dtype_of(float), "complex floating": _onepot.dtype_of(complex),
                "integral": _onepot.dtype_of(int), "indexing": _onepot.dtype_of(int)}

    def dtypes(self, *, device=None, kind=None):
        names = {"bool": ["bool"], "signed integer": ["int8", "int16", "int32", "int64"],
                 "unsigned integer": ["uint8", "uint16", "uint32", "uint64"], "real floating": ["float32", "float64"],
                 "complex floating": ["complex64", "complex128"]}
        names["integral"] = names["signed integer"] + names["unsigned integer"]
        names["numeric"] = names["integral"] + names["real floating"] + names["complex floating"]
        kinds = [None] if kind is None else list(kind) if isinstance(kind, tuple) else [kind]
        chosen = []
        for k in kinds:
            chosen += names["bool"] + names["numeric"] if k is None else names[k]
        from jax.config import config
        narrow = {"int64", "uint64", "float64", "complex128"} if not config.jax_enable_x64 else set()
        return {name: np.dtype(name) for name in dict.fromkeys(chosen) if name not in narrow}


def namespace_info():
    return _NamespaceInfo()


class ufunc:
    """A function of elements with reduce, accumulate, outer, at and reduceat."""

    def __init__(self, func, /, nin, nout, *, name=None, nargs=None, identity=None, call=None, reduce=None, accumulate=None, at=None,
                 reduceat=None):
        self._function, self.nin, self.nout, self.nargs = func, nin, nout, nargs or nin
        self.identity, self.__name__ = identity, name or getattr(func, "__name__", "ufunc")
        self.__doc__ = func.__doc__
        self._reduce = reduce

    def __call__(self, *args, out=None, where=None):
        if out is not None or where is not None:
            raise NotImplementedError("out and where of a ufunc's call")
        return self._function(*args)

    def __repr__(self):
        return f"<jnp.ufunc '{self.__name__}'>"

    def __hash__(self):
        return hash((self.__name__, self._function))

    def __eq__(self, other):
        return isinstance(other, ufunc) and self._function is other._function

    def reduce(self, a, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=None):
        from jax import numpy as jnp
        from jax._src.control_flow import fori_loop
        if self.nin != 2 or self.nout != 1:
            raise ValueError("reduce only supported for binary ufuncs with one output")
        a = jnp.asarray(a, dtype)
        if self._reduce is not None:
            return self._reduce(a, axis=axis, keepdims=keepdims, initial=initial, where=where)
        axes = tuple(range(a.ndim)) if axis is None else tuple(d % a.ndim for d in (axis if isinstance(axis, tuple) else (axis,)))
        rest = [d for d in range(a.ndim) if d not in axes]
        rows = jnp.transpose(a, list(axes) + rest).reshape([-1] + [a.shape[d] for d in rest])
        if where is not None:
            rows = jnp.where(jnp.transpose(jnp.broadcast_to(where, a.shape), list(axes) + rest).reshape(rows.shape), rows,
                             self.identity if initial is None else initial)
        if initial is None and self.identity is None and not rows.shape[0]:
            raise ValueError(f"zero-size array to reduction operation {self.__name__} which has no identity")
        start = initial if initial is not None else self.identity if not rows.shape[0] else None
        first = rows[0] if start is None else jnp.full(rows.shape[1:], start, rows.dtype)
        result = fori_loop(1 if start is None else 0, rows.shape[0], lambda i, x: self._function(x, rows[i]).astype(rows.dtype), first)
        return result.reshape([1 if d in axes else n for d, n in enumerate(a.shape)]) if keepdims else result

    def accumulate(self, a, axis=0, dtype=None, out=None):
        from jax import numpy as jnp
        from jax._src.control_flow import scan
        a = jnp.asarray(a, dtype)
        rows = jnp.moveaxis(a, axis, 0)
        if not rows.shape[0]:
            return a

        def step(x, row):
            x = self._function(x, row).astype(rows.dtype)
            return x, x
        rest = scan(step, rows[0], rows[1:])[1]
        return jnp.moveaxis(jnp.concatenate([rows[:1], rest]), 0, axis)

    def outer(self, A, B, /):
        from jax import numpy as jnp
        A, B = jnp.asarray(A), jnp.asarray(B)
        return self._function(A.reshape(A.shape + (1,) * B.ndim), B)

    def at(self, a, indices, b=None, /, *, inplace=True):
        if inplace:
            raise NotImplementedError("JAX arrays are immutable: jnp.ufunc.at needs inplace=False, and gives the changed array")
        from jax import numpy as jnp
        from jax._src.control_flow import fori_loop
        a = jnp.asarray(a)
        if b is None:
            return a.at[indices].apply(self._function)
        places = jnp.arange(a.size).reshape(a.shape)[indices]
        values = jnp.broadcast_to(jnp.asarray(b), places.shape).reshape(-1)
        flat = places.reshape(-1)
        change = lambda i, x: x.at[flat[i]].set(self._function(x[flat[i]], values[i]).astype(x.dtype))
        return fori_loop(0, flat.size, change, a.reshape(-1)).reshape(a.shape)

    def reduceat(self, a, indices, axis=0, dtype=None, out=None):
        from jax import numpy as jnp
        a = jnp.asarray(a, dtype)
        rows, places = jnp.moveaxis(a, axis, 0), np.asarray(indices)
        parts = []
        for i, start in enumerate(places):
            stop = places[i + 1] if i + 1 < len(places) else rows.shape[0]
            parts.append(self.reduce(rows[int(start):int(stop)], 0) if start < stop else rows[int(start)])
        return jnp.moveaxis(jnp.stack(parts), 0, axis)


def frompyfunc(func, /, nin, nout, *, identity=None):
    if isinstance(func, ufunc):
        func = func._function
    return ufunc(func, nin, nout, identity=identity)
