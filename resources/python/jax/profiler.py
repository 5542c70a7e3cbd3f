"""jax.profiler: traces in the format that Perfetto and TensorBoard open."""
import contextlib
import functools
import gzip
import json
import os
import threading
import time

_events = None  # the trace that is being recorded
_folder = None


class TraceAnnotation(contextlib.ContextDecorator):
    """A named stretch of time in the trace."""

    def __init__(self, name, **kwargs):
        self._name, self._arguments, self._start = name, kwargs, None

    def __enter__(self):
        self._start = time.perf_counter_ns()
        return self

    def __exit__(self, *problem):
        if _events is not None:
            _events.append({"name": self._name, "ph": "X", "ts": self._start / 1000, "dur": (time.perf_counter_ns() - self._start) / 1000,
                            "pid": os.getpid(), "tid": threading.get_ident(), "args": {k: str(v) for k, v in self._arguments.items()}})


class StepTraceAnnotation(TraceAnnotation):
    """A step of training in the trace."""


def annotate_function(func, name=None, **decorator_kwargs):
    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        with TraceAnnotation(name or getattr(func, "__qualname__", repr(func)), **decorator_kwargs):
            return func(*args, **kwargs)
    return wrapped


def start_trace(log_dir, create_perfetto_link=False, create_perfetto_trace=False, profiler_options=None):
    global _events, _folder
    if _events is not None:
        raise RuntimeError("Profile has already been started. Only one profile may be run at a time.")
    _events, _folder = [], os.fspath(log_dir)


def stop_trace():
    """Writes plugins/profile/TIME/HOST.trace.json.gz under the folder that start_trace was given."""
    global _events, _folder
    if _events is None:
        raise RuntimeError("No profile started")
    place = os.path.join(_folder, "plugins", "profile", time.strftime("%Y_%m_%d_%H_%M_%S"))
    os.makedirs(place, exist_ok=True)
    with gzip.open(os.path.join(place, f"{os.uname().nodename}.trace.json.gz"), "wt", encoding="utf-8") as file:
        json.dump({"displayTimeUnit": "ns", "traceEvents": _events}, file)
    _events = _folder = None


@contextlib.contextmanager
def trace(log_dir, create_perfetto_link=False, create_perfetto_trace=False, profiler_options=None):
    start_trace(log_dir)
    try:
        yield
    finally:
        stop_trace()


class ProfileOptions:
    """Options that a trace is asked for with; kept."""
