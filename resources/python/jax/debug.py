"""jax.debug: printing from a program (outside of traced functions, and while they are traced)."""
import _onepot


def print(fmt, *args, ordered=False, **kwargs):
    """Prints values that are known; a traced one shows as its tracer."""
    import builtins
    builtins.print(fmt.format(*args, **kwargs))


def callback(callback, *args, ordered=False, **kwargs):
    if any(isinstance(a, _onepot.Tracer) for a in args):
        raise NotImplementedError("jax.debug.callback inside a traced function is not available")
    callback(*args, **kwargs)
