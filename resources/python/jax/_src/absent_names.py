"""The table of what is not there: by module, (the nearest that is there, functions, classes)."""

ABSENT = {
    "jax": (
        ("",
         "ad empty_ref free_ref freeze make_user_context new_ref",
         "Ref"),
    ),
    "jax.custom_batching": (
        ("",
         "sequential_vmap",
         "custom_vmap"),
    ),
    "jax.distributed": (),
    "jax.export": (
        ("jax.jit(f).lower(...).as_text()",
         "default_export_platform deserialize export is_symbolic_dim "
         "maximum_supported_calling_convention_version minimum_supported_calling_convention_version "
         "register_namedtuple_serialization register_pytree_node_serialization symbolic_args_specs "
         "symbolic_shape",
         "DisabledSafetyCheck Exported SymbolicScope"),
    ),
    "jax.ffi": (
        ("jax.pure_callback",
         "build_ffi_lowering_function ffi_call ffi_lowering include_dir pycapsule register_ffi_target "
         "register_ffi_target_as_batch_partitionable register_ffi_type register_ffi_type_id",
         ""),
    ),
    "jax.lib": (),
    "jax.ref": (
        ("x.at[i].set(y)",
         "addupdate empty_ref free_ref freeze get new_ref set swap",
         "AbstractRef Ref"),
    ),
    "jax.numpy": (
        ("the functions of jax.numpy",
         "",
         "float4_e2m1fn float6_e2m3fn float6_e3m2fn float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn "
         "float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu int1 int2 int4 uint1 uint2 uint4"),
    ),
    "jax.lax": (
        ("the functions of jax.lax and jax.numpy",
         "conv_general_dilated_local precv psend ragged_all_to_all ragged_dot_general stage",
         ""),
    ),
    "jax.lax.linalg": (
        ("jax.numpy.linalg",
         "tridiagonal",
         ""),
    ),
    "jax.nn": (
        ("",
         "get_scaled_dot_general_config scaled_dot_general",
         ""),
    ),
    "jax.tree": (
        ("",
         "static",
         ""),
    ),
    "jax.scipy.interpolate": (
        ("",
         "",
         "RegularGridInterpolator"),
    ),
    "jax.scipy.special": (
        ("",
         "dawsn fresnel owens_t sici sph_harm_y wofz",
         ""),
    ),
    "jax.scipy.linalg": (
        ("",
         "fiedler_companion",
         ""),
    ),
    "jax.scipy.signal": (
        ("",
         "csd istft stft welch",
         ""),
    ),
    "jax.scipy.sparse.linalg": (
        ("",
         "gmres",
         ""),
    ),
    "jax.scipy.spatial.transform": (
        ("",
         "",
         "Rotation Slerp"),
    ),
    "jax.profiler": (
        ("onepotc run --report, onepotc bench",
         "device_memory_profile register_subprocess save_device_memory_profile start_server stop_server",
         "ProfileData ProfileEvent ProfilePlane"),
    ),
    "jax.sharding": (
        ("jax.vmap",
         "auto_axes explicit_axes",
         ""),
    ),
    "jax.experimental": (
        ("",
         "cur_qdd",
         "EArray"),
    ),
    "jax.experimental.compilation_cache": (),
    "jax.experimental.array_serialization": (),
    "jax.experimental.buffer_callback": (),
    "jax.experimental.colocated_python": (),
    "jax.experimental.control_deps": (),
    "jax.experimental.custom_partitioning": (),
    "jax.experimental.fused": (),
    "jax.experimental.hijax": (),
    "jax.experimental.jax2tf": (),
    "jax.experimental.jet": (),
    "jax.experimental.key_reuse": (),
    "jax.experimental.mosaic": (),
    "jax.experimental.pallas": (),
    "jax.experimental.profiler": (),
    "jax.experimental.random": (),
    "jax.experimental.rnn": (),
    "jax.experimental.roofline": (),
    "jax.experimental.scheduling_groups": (),
    "jax.experimental.serialize_executable": (),
    "jax.experimental.shard_alike": (),
    "jax.experimental.source_mapper": (),
    "jax.experimental.sparse": (),
    "jax.experimental.topologies": (),
    "jax.experimental.transfer": (),
}
