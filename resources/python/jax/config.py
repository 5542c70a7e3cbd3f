"""jax.config: options that programs set, each also an environment variable and a context manager."""
import os
import threading

import _onepot

# name: (default, what setting it calls). Options without meaning here are kept and change nothing.
_FLAGS = {
    "jax_enable_x64": (False, lambda value: _onepot.set_x64(bool(value))),
    "jax_disable_jit": (False, lambda value: _onepot.set_jit_disabled(bool(value))),
    "jax_debug_nans": (False, None), "jax_debug_infs": (False, None), "jax_debug_key_reuse": (False, None),
    "jax_platform_name": ("", None), "jax_platforms": (None, None), "jax_numpy_dtype_promotion": ("standard", None),
    "jax_numpy_rank_promotion": ("allow", None), "jax_default_matmul_precision": (None, None), "jax_default_device": (None, None),
    "jax_default_prng_impl": ("threefry2x32", None), "jax_threefry_partitionable": (True, None), "jax_log_compiles": (False, None),
    "jax_explain_cache_misses": (False, None), "jax_check_tracer_leaks": (False, None), "jax_enable_checks": (False, None),
    "jax_enable_custom_prng": (False, None), "jax_legacy_prng_key": ("allow", None), "jax_no_tracing": (False, None),
    "jax_no_execution": (False, None), "jax_softmax_custom_jvp": (True, None), "jax_thread_guard": (False, None),
    "jax_transfer_guard": ("allow", None), "jax_transfer_guard_host_to_device": ("allow", None),
    "jax_transfer_guard_device_to_device": ("allow", None), "jax_transfer_guard_device_to_host": ("allow", None),
    "jax_array_garbage_collection_guard": ("allow", None), "jax_auto_pcast": (True, None), "jax_allow_f16_reductions": (False, None),
    "jax_jax2tf_associative_scan_reductions": (False, None), "jax_remove_size_one_mesh_axis_from_type": (False, None),
    "jax_compilation_cache_dir": (None, None), "jax_enable_compilation_cache": (True, None),
    "jax_persistent_cache_min_compile_time_secs": (1.0, None), "jax_persistent_cache_min_entry_size_bytes": (0, None),
    "jax_traceback_filtering": ("auto", None), "jax_default_dtype_bits": ("64", None), "jax_include_full_tracebacks_in_locations":
    (True, None), "jax_dynamic_shapes": (False, None), "jax_pprint_use_color": (True, None), "jax_captured_constants_warn_bytes":
    (2000000000, None), "jax_cpu_enable_async_dispatch": (True, None), "jax_num_cpu_devices": (-1, None),
    "jax_use_shardy_partitioner": (True, None), "jax_debug_log_modules": ("", None), "jax_numpy_default_dtype": (None, None),
    "jax_raise_persistent_cache_errors": (False, None), "jax_pmap_no_rank_reduction": (True, None),
}


def _from_environment(name, default):
    text = os.environ.get(name.upper())
    if text is None:
        return default
    if isinstance(default, bool):
        lowered = text.lower()
        if lowered in ("y", "yes", "t", "true", "on", "1"):
            return True
        if lowered in ("n", "no", "f", "false", "off", "0", ""):
            return False
        raise ValueError(f"invalid truth value {text!r} for environment {name.upper()!r}")
    return type(default)(text) if isinstance(default, (int, float)) else text


class Config:
    def __init__(self):
        self._values = {name: default for name, (default, _) in _FLAGS.items()}
        for name, (default, _) in _FLAGS.items():
            value = _from_environment(name, default)
            if value != default:
                self.update(name, value)

    def update(self, name, value):
        if name not in self._values:
            raise AttributeError(f"Unrecognized config option: {name}")
        if name == "jax_numpy_dtype_promotion" and value not in ("standard", "strict"):
            raise ValueError(f"new enum value must be in ['standard', 'strict'], got {value} of type {type(value)}.")
        apply = _FLAGS[name][1]
        if apply is not None:
            apply(value)
        self._values[name] = value

    def read(self, name):
        if name not in self._values:
            raise AttributeError(f"Unrecognized config option: {name}")
        return self._values[name]

    def __getattr__(self, name):
        values = self.__dict__.get("_values", {})
        if name in values:
            return values[name]
        raise AttributeError(f"'Config' object has no attribute {name!r}")

    def __setattr__(self, name, value):
        if name.startswith("jax_"):
            return self.update(name, value)
        return super().__setattr__(name, value)

    def parse_flags_with_absl(self):
        """Flags of absl have no part here; the environment has been read."""

    config_with_absl = parse_flags_with_absl

    @property
    def values(self):
        return dict(self._values)

    @property
    def x64_enabled(self):
        return self._values["jax_enable_x64"]


config = Config()
_UNSET = object()


class Setting:
    """jax.enable_x64 and its like: `with setting(value):` sets an option for a block; `.value` reads it."""

    def __init__(self, name):
        self._name, self.__name__ = name, name.removeprefix("jax_")

    @property
    def value(self):
        return config.read(self._name)

    def __call__(self, new_value=_UNSET):
        if new_value is _UNSET:
            if not isinstance(_FLAGS[self._name][0], bool):
                raise TypeError(f"{self.__name__} needs a value")
            new_value = True
        return _Scope(self._name, new_value)

    def __bool__(self):
        raise TypeError(f"bool() not supported for instances of type 'Setting' (did you mean to use 'jax.config.{self._name}' "
                        "instead?)")

    def __repr__(self):
        return f"<jax.{self.__name__}: {self.value!r}>"


class _Scope:
    def __init__(self, name, value):
        self._name, self._value, self._before = name, value, threading.local()

    def __enter__(self):
        stack = self._before.__dict__.setdefault("stack", [])
        stack.append(config.read(self._name))
        config.update(self._name, self._value)

    def __exit__(self, *problem):
        config.update(self._name, self._before.stack.pop())


SETTINGS = {name.removeprefix("jax_"): Setting(name) for name in _FLAGS if name not in ("jax_disable_jit",)}
