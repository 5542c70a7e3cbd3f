"""jax.debug: looking at values from inside a program."""
import builtins
import logging
import string
import sys

from jax._src.callbacks import observe


class DebugEffect:
    """What marks a debugging call."""


class OrderedDebugEffect:
    """What marks a debugging call that keeps its order."""


class _Formatter(string.Formatter):
    """Refuses arguments that the text does not name."""

    def check_unused_args(self, used_args, args, kwargs):
        unused = [a for i, a in enumerate(args) if i not in used_args]
        unused += [k for k in kwargs if k not in used_args]
        if unused:
            raise ValueError(f"Unused positional arguments to `jax.debug.print`: {unused}" if any(
                i not in used_args for i in range(len(args))) else f"Unused keyword arguments to `jax.debug.print`: {unused}")


def print(fmt, *args, ordered=False, partitioned=False, skip_format_check=False, _use_logging=False, **kwargs):
    """Prints the values each time the program gets here, compiled or not."""
    if not isinstance(fmt, str):
        raise TypeError("The first argument to `jax.debug.print` must be a string format string")
    if not skip_format_check:
        _Formatter().format(fmt, *args, **kwargs)

    def show(*values, **named):
        builtins.print(fmt.format(*values, **named), flush=True)
    observe("debug_print", show, args, kwargs)


def log(fmt=None, *args, ordered=False, partitioned=False, skip_format_check=False, _use_logging=True, **kwargs):
    logger = logging.getLogger("jax.debug")
    observe("debug_print", lambda *values, **named: logger.info(fmt.format(*values, **named)), args, kwargs)


def callback(callback, *args, ordered=False, partitioned=False, **kwargs):
    """Calls a function of Python with the values, each time the program gets here."""
    if not callable(callback):
        raise TypeError("First argument to jax.debug.callback must be callable, but got an object of type " f"{type(callback)}")
    observe("debug_callback", callback, args, kwargs)


def breakpoint(*, backend=None, filter_frames=True, num_frames=None, ordered=False, token=None, **kwargs):
    """Stops at the caller's line while it is traced."""
    import pdb
    pdb.Pdb().set_trace(sys._getframe(1))


def inspect_array_sharding(value, *, callback):
    from jax._src.core import asarray
    callback(asarray(value).sharding)


def visualize_array_sharding(arr, **kwargs):
    visualize_sharding(arr.shape, arr.sharding, **kwargs)


def visualize_sharding(shape, sharding, *, use_color=True, scale=1.0, min_width=9, max_width=80, color_map=None):
    """One device holds all of it: one box."""
    name = " ".join(str(d).upper().replace("TFRT_", "").replace("_", " ") for d in sorted(sharding.device_set, key=str))
    width = builtins.max(min_width, len(name) + 4)
    builtins.print("┌" + "─" * width + "┐\n│" + name.center(width) + "│\n└" + "─" * width + "┘")
