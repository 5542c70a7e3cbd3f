"""jax.config: options that programs set. Those that have no meaning here are kept and change nothing."""


class Config:
    def __init__(self):
        self._values = {"jax_enable_x64": False, "jax_debug_nans": False, "jax_platform_name": "", "jax_platforms": None,
                        "jax_numpy_dtype_promotion": "standard", "jax_default_matmul_precision": None,
                        "jax_disable_jit": False, "jax_threefry_partitionable": True, "jax_log_compiles": False,
                        "jax_explain_cache_misses": False}

    def update(self, name, value):
        if name == "jax_enable_x64" and value:
            raise NotImplementedError("64-bit types are not available: jax_enable_x64 stays off")
        if name == "jax_disable_jit":
            import _onepot
            _onepot.set_jit_disabled(bool(value))
        self._values[name] = value

    def read(self, name):
        return self._values[name]

    def __getattr__(self, name):
        if name in self.__dict__.get("_values", {}):
            return self._values[name]
        raise AttributeError(f"jax.config has no option {name!r}")


config = Config()
