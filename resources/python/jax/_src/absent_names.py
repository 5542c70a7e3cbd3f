"""The table of what is not there: by module, (the nearest that is there, functions, classes)."""

ABSENT = {
    "jax": (
        ("",
         "ad allow_f16_reductions array_garbage_collection_guard auto_pcast check_tracer_leaks checking_leaks "
         "checkpoint_policies closure_convert copy_to_host_async custom_gradient debug_infs debug_key_reuse "
         "debug_nans default_device default_matmul_precision default_prng_impl ds effects_barrier empty_ref "
         "enable_checks enable_custom_prng ensure_compile_time_eval explain_cache_misses free_ref freeze "
         "fwd_and_bwd host_count host_id host_ids jax2tf_associative_scan_reductions legacy_prng_key "
         "live_arrays log_compiles make_array_from_callback make_array_from_process_local_data "
         "make_array_from_single_device_arrays make_mesh make_user_context memory new_ref no_execution "
         "no_tracing numpy_dtype_promotion numpy_rank_promotion print_environment_info process_indices "
         "remove_size_one_mesh_axis_from_type reshard shard_map smap softmax_custom_jvp thread_guard "
         "threefry_partitionable transfer_guard transfer_guard_device_to_device transfer_guard_device_to_host "
         "transfer_guard_host_to_device",
         "NamedSharding P Ref Shard float0 set_mesh"),
    ),
    "jax.api_util": (),
    "jax.custom_batching": (
        ("",
         "sequential_vmap",
         "custom_vmap"),
    ),
    "jax.custom_derivatives": (
        ("",
         "closure_convert custom_gradient custom_jvp_call_p custom_vjp_call_p custom_vjp_primal_tree_values "
         "linear_call remat_opt_p zero_from_primal",
         "CustomVJPPrimal SymbolicZero custom_jvp custom_vjp"),
    ),
    "jax.distributed": (),
    "jax.dlpack": (
        ("",
         "from_dlpack is_supported_dtype",
         ""),
    ),
    "jax.experimental": (
        ("",
         "cur_qdd io_callback primal_tangent_dtype",
         "EArray"),
    ),
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
    "jax.image": (
        ("",
         "resize scale_and_translate",
         "ResizeMethod"),
    ),
    "jax.interpreters": (),
    "jax.lib": (),
    "jax.monitoring": (
        ("jax.log_compiles",
         "clear_event_listeners record_event record_event_duration_secs record_event_time_span record_scalar "
         "register_event_duration_secs_listener register_event_listener register_event_time_span_listener "
         "register_scalar_listener unregister_event_duration_listener unregister_event_listener "
         "unregister_event_time_span_listener unregister_scalar_listener",
         ""),
    ),
    "jax.profiler": (
        ("onepotc run --report, onepotc bench",
         "annotate_function device_memory_profile register_subprocess save_device_memory_profile start_server "
         "start_trace stop_server stop_trace trace",
         "ProfileData ProfileEvent ProfileOptions ProfilePlane StepTraceAnnotation TraceAnnotation"),
    ),
    "jax.ref": (
        ("x.at[i].set(y)",
         "addupdate empty_ref free_ref freeze get new_ref set swap",
         "AbstractRef Ref"),
    ),
    "jax.sharding": (
        ("jax.vmap",
         "auto_axes explicit_axes get_abstract_mesh get_mesh make_single_device_sharding reshard",
         "AbstractDevice AbstractMesh AxisType ManualAxisType Mesh NamedSharding PartitionSpec Sharding "
         "SingleDeviceSharding set_mesh use_abstract_mesh"),
    ),
    "jax.stages": (
        ("",
         "CompilerOptions",
         "ArgInfo Compiled Lowered Traced Wrapped"),
    ),
    "jax.version": (),
    "jax.numpy": (
        ("the functions of jax.numpy",
         "__array_api_version__ __array_namespace_info__ apply_over_axes argpartition array_repr array_str "
         "bitwise_count block c_ can_cast cumulative_prod cumulative_sum diag_indices_from dsplit einsum_path "
         "frexp from_dlpack fromfile fromiter frompyfunc fromstring histogram2d histogram_bin_edges "
         "histogramdd i0 index_exp kaiser mask_indices mgrid nanmedian nanpercentile nanquantile ogrid "
         "packbits partition place poly polyadd polyder polydiv polyfit polyint polymul polysub put r_ roots "
         "s_ sort_complex spacing trim_zeros unique_all unique_counts unique_inverse unique_values unpackbits "
         "unwrap vecmat",
         "ComplexWarning cdouble character csingle flexible float4_e2m1fn float6_e2m3fn float6_e3m2fn "
         "float8_e3m4 float8_e4m3 float8_e4m3b11fnuz float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz "
         "float8_e8m0fnu int1 int2 int4 object_ ufunc uint1 uint2 uint4"),
    ),
    "jax.numpy.fft": (
        ("",
         "fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft rfft2 "
         "rfftfreq rfftn",
         ""),
    ),
    "jax.numpy.linalg": (
        ("jax.numpy.linalg.norm",
         "cholesky cond cross det diagonal eig eigh eigvals eigvalsh inv lstsq matmul matrix_norm matrix_rank "
         "matrix_transpose outer pinv qr slogdet solve svd svdvals tensordot tensorinv tensorsolve trace "
         "vecdot",
         ""),
    ),
    "jax.lax": (
        ("the functions of jax.lax and jax.numpy",
         "ConvGeneralDilatedDimensionNumbers DotDimensionNumbers PrecisionLike abs_p acos_p acosh_p add_p "
         "after_all after_all_p all_gather all_gather_p all_to_all all_to_all_p and_p approx_max_k "
         "approx_min_k approx_top_k_p argmax_p argmin_p asin_p asinh_p atan2_p atan_p atanh_p axis_index "
         "axis_index_p axis_size bessel_i0e bessel_i0e_p bessel_i1e bessel_i1e_p betainc "
         "bitcast_convert_type_p broadcast_in_dim_p broadcast_like broadcast_to_rank cbrt_p ceil_p clamp_p "
         "clz_p collapse complex_p composite concatenate_p cond_p conj_p conv_general_dilated_local "
         "conv_general_dilated_p conv_general_dilated_patches conv_general_permutations "
         "conv_general_shape_tuple conv_shape_tuple conv_transpose conv_transpose_shape_tuple "
         "convert_element_type_p copy_p cos_p cosh_p create_token create_token_p cumlogsumexp_p cummax_p "
         "cummin_p cumprod_p cumsum_p custom_linear_solve custom_root dce_sink dce_sink_p device_put_p digamma "
         "digamma_p div_p dot_general_p dtype dynamic_slice_p dynamic_update_slice_p empty eq_p eq_to_p "
         "erf_inv_p erf_p erfc_p exp2_p exp_p expm1_p fft fft_p floor_p gather_p ge_p gt_p igamma "
         "igamma_grad_a igamma_grad_a_p igamma_p igammac igammac_p imag_p index_take integer_pow_p iota_p "
         "is_finite_p le_p le_to_p lgamma lgamma_p linear_solve_p log1p_p log_p logistic_p lt_p lt_to_p max_p "
         "min_p mul_p mulhi mulhi_p ne_p neg_p nextafter_p not_p optimization_barrier optimization_barrier_p "
         "or_p pad_p pbroadcast pcast platform_dependent pmax pmax_p pmean pmin pmin_p polygamma polygamma_p "
         "population_count_p pow_p ppermute ppermute_p precv psend pshuffle psum psum_p psum_scatter pswapaxes "
         "ragged_all_to_all ragged_all_to_all_p ragged_dot ragged_dot_general random_gamma_grad real_p "
         "reduce_and_p reduce_max_p reduce_min_p reduce_or_p reduce_p reduce_precision_p reduce_prod_p "
         "reduce_sum_p reduce_window_max_p reduce_window_min_p reduce_window_p reduce_window_shape_tuple "
         "reduce_window_sum_p reduce_xor_p regularized_incomplete_beta_p rem_p reshape_p rev_p "
         "rng_bit_generator rng_bit_generator_p rng_uniform rng_uniform_p round_p rsqrt_p scaled_dot scan_p "
         "scatter scatter_add scatter_add_p scatter_apply scatter_max scatter_max_p scatter_min scatter_min_p "
         "scatter_mul scatter_mul_p scatter_p scatter_sub scatter_sub_p select_and_gather_add_p "
         "select_and_scatter_add_p select_and_scatter_p select_n_p shape_as_value sharding_constraint_p "
         "shift_left_p shift_right_arithmetic_p shift_right_logical_p sign_p sin_p sinh_p slice_p sort_key_val "
         "sort_p split split_p sqrt_p square_p squeeze_p stack stack_p stage stage_p stop_gradient_p sub_p "
         "tan_p tanh_p tile tile_p top_k_p transpose_p unstack unstack_p while_p with_sharding_constraint "
         "xor_p zeta zeta_p",
         "AccuracyMode DotAlgorithm DotAlgorithmPreset FftType RaggedDotDimensionNumbers RandomAlgorithm "
         "Tolerance"),
    ),
    "jax.lax.linalg": (
        ("jax.numpy.linalg",
         "cholesky cholesky_p cholesky_update cholesky_update_p eig eig_p eigh eigh_p hessenberg hessenberg_p "
         "householder_product householder_product_p lu lu_p lu_pivots_to_permutation "
         "lu_pivots_to_permutation_p ormqr ormqr_p qdwh qr qr_p schur schur_p svd svd_p symmetric_product "
         "symmetric_product_p triangular_solve triangular_solve_p tridiagonal tridiagonal_p tridiagonal_solve "
         "tridiagonal_solve_p",
         "EigImplementation EighImplementation SvdAlgorithm"),
    ),
    "jax.nn": (
        ("",
         "get_scaled_dot_general_config log1mexp scaled_dot_general scaled_matmul sparse_plus sparse_sigmoid",
         ""),
    ),
    "jax.nn.initializers": (
        ("",
         "delta_orthogonal orthogonal truncated_normal",
         "Initializer"),
    ),
    "jax.random": (
        ("jax.random.normal and jax.random.uniform",
         "ball beta binomial chisquare dirichlet double_sided_maxwell f gamma generalized_normal geometric "
         "loggamma lognormal multinomial multivariate_normal orthogonal pareto poisson random_gamma_p rayleigh "
         "t triangular wald weibull_min",
         ""),
    ),
    "jax.tree": (
        ("",
         "reduce_associative static",
         ""),
    ),
    "jax.tree_util": (
        ("",
         "KeyEntry KeyPath default_registry flatten_one_level flatten_one_level_with_keys is_tree_node "
         "register_pytree_with_keys_class tree_reduce_associative",
         ""),
    ),
    "jax.scipy.cluster": (),
    "jax.scipy.fft": (
        ("",
         "dct dctn idct idctn",
         ""),
    ),
    "jax.scipy.integrate": (
        ("",
         "trapezoid",
         ""),
    ),
    "jax.scipy.interpolate": (
        ("",
         "",
         "RegularGridInterpolator"),
    ),
    "jax.scipy.linalg": (
        ("",
         "block_diag cho_factor cho_solve cholesky circulant companion convolution_matrix det dft eigh "
         "eigh_tridiagonal expm expm_frechet fiedler fiedler_companion funm hadamard hankel helmert hessenberg "
         "hilbert inv invhilbert invpascal leslie lu lu_factor lu_solve pascal polar qr qr_multiply rsf2csf "
         "schur solve solve_sylvester solve_triangular sqrtm svd toeplitz",
         ""),
    ),
    "jax.scipy.ndimage": (
        ("",
         "map_coordinates",
         ""),
    ),
    "jax.scipy.sparse": (),
    "jax.scipy.special": (
        ("",
         "bernoulli bessel_jn beta betainc betaln boxcox boxcox1p comb dawsn digamma erfcx exp1 expi expn "
         "factorial fresnel gamma gammainc gammaincc gammaln gammasgn hyp1f1 hyp2f1 i0 i0e i1 i1e kl_div "
         "log_ndtr loggamma multigammaln owens_t poch polygamma rel_entr sici spence sph_harm_y wofz zeta",
         ""),
    ),
    "jax.scipy.signal": (
        ("",
         "convolve2d correlate2d csd detrend fftconvolve istft stft welch",
         ""),
    ),
    "jax.scipy.optimize": (
        ("",
         "minimize",
         "OptimizeResults"),
    ),
    "jax.scipy.sparse.linalg": (
        ("",
         "bicgstab cg gmres",
         ""),
    ),
    "jax.scipy.spatial.transform": (
        ("",
         "",
         "Rotation Slerp"),
    ),
    "jax.scipy.cluster.vq": (
        ("",
         "vq",
         ""),
    ),
    "jax.scipy.stats.bernoulli": (
        ("",
         "cdf logpmf pmf ppf",
         ""),
    ),
    "jax.scipy.stats.beta": (
        ("",
         "cdf logcdf logpdf logsf pdf sf",
         ""),
    ),
    "jax.scipy.stats.betabinom": (
        ("",
         "logpmf pmf",
         ""),
    ),
    "jax.scipy.stats.binom": (
        ("",
         "logpmf pmf",
         ""),
    ),
    "jax.scipy.stats.cauchy": (
        ("",
         "cdf isf logcdf logpdf logsf pdf ppf sf",
         ""),
    ),
    "jax.scipy.stats.chi2": (
        ("",
         "cdf logcdf logpdf logsf pdf sf",
         ""),
    ),
    "jax.scipy.stats.dirichlet": (
        ("",
         "logpdf pdf",
         ""),
    ),
    "jax.scipy.stats.expon": (
        ("",
         "cdf logcdf logpdf logsf pdf ppf sf",
         ""),
    ),
    "jax.scipy.stats.gamma": (
        ("",
         "cdf logcdf logpdf logsf pdf sf",
         ""),
    ),
    "jax.scipy.stats": (
        ("jax.scipy.stats.norm",
         "mode rankdata sem",
         "gaussian_kde"),
    ),
    "jax.scipy.stats.gennorm": (
        ("",
         "cdf logpdf pdf",
         ""),
    ),
    "jax.scipy.stats.geom": (
        ("",
         "logpmf pmf",
         ""),
    ),
    "jax.scipy.stats.gumbel_l": (
        ("",
         "cdf logcdf logpdf logsf pdf ppf sf",
         ""),
    ),
    "jax.scipy.stats.gumbel_r": (
        ("",
         "cdf logcdf logpdf logsf pdf ppf sf",
         ""),
    ),
    "jax.scipy.stats.laplace": (
        ("",
         "cdf logpdf pdf",
         ""),
    ),
    "jax.scipy.stats.logistic": (
        ("",
         "cdf isf logpdf pdf ppf sf",
         ""),
    ),
    "jax.scipy.stats.multinomial": (
        ("",
         "logpmf pmf",
         ""),
    ),
    "jax.scipy.stats.multivariate_normal": (
        ("",
         "logpdf pdf",
         ""),
    ),
    "jax.scipy.stats.nbinom": (
        ("",
         "logpmf pmf",
         ""),
    ),
    "jax.scipy.stats.pareto": (
        ("",
         "cdf logcdf logpdf logsf pdf ppf sf",
         ""),
    ),
    "jax.scipy.stats.poisson": (
        ("",
         "cdf entropy logpmf pmf",
         ""),
    ),
    "jax.scipy.stats.t": (
        ("",
         "logpdf pdf",
         ""),
    ),
    "jax.scipy.stats.truncnorm": (
        ("",
         "cdf logcdf logpdf logsf pdf sf",
         ""),
    ),
    "jax.scipy.stats.uniform": (
        ("",
         "cdf logpdf pdf ppf",
         ""),
    ),
    "jax.scipy.stats.vonmises": (
        ("",
         "logpdf pdf",
         ""),
    ),
    "jax.scipy.stats.wrapcauchy": (
        ("",
         "logpdf pdf",
         ""),
    ),
    "jax.debug": (
        ("",
         "breakpoint inspect_array_sharding log visualize_array_sharding visualize_sharding",
         "DebugEffect OrderedDebugEffect"),
    ),
    "jax.dtypes": (
        ("",
         "issubdtype itemsize_bits scalar_type_of",
         "TypePromotionError extended finfo float0 iinfo"),
    ),
    "jax.errors": (
        ("",
         "",
         "InconclusiveDimensionOperation JaxprTypeError"),
    ),
    "jax.ad_checkpoint": (
        ("",
         "Recompute Saveable checkpoint_name checkpoint_policies print_saved_residuals",
         "Offloadable"),
    ),
    "jax.experimental.compilation_cache": (),
    "jax.scipy.stats.norm": (
        ("",
         "isf logcdf logsf",
         ""),
    ),
    "jax.experimental.array_serialization": (),
    "jax.experimental.buffer_callback": (),
    "jax.experimental.checkify": (),
    "jax.experimental.colocated_python": (),
    "jax.experimental.compute_on": (),
    "jax.experimental.control_deps": (),
    "jax.experimental.custom_partitioning": (),
    "jax.experimental.fused": (),
    "jax.experimental.hijax": (),
    "jax.experimental.jax2tf": (),
    "jax.experimental.jet": (),
    "jax.experimental.key_reuse": (),
    "jax.experimental.layout": (),
    "jax.experimental.mesh_utils": (),
    "jax.experimental.mosaic": (),
    "jax.experimental.multihost_utils": (),
    "jax.experimental.ode": (),
    "jax.experimental.pallas": (),
    "jax.experimental.pjit": (),
    "jax.experimental.profiler": (),
    "jax.experimental.random": (),
    "jax.experimental.rnn": (),
    "jax.experimental.roofline": (),
    "jax.experimental.scheduling_groups": (),
    "jax.experimental.serialize_executable": (),
    "jax.experimental.shard_alike": (),
    "jax.experimental.shard_map": (),
    "jax.experimental.source_mapper": (),
    "jax.experimental.sparse": (),
    "jax.experimental.topologies": (),
    "jax.experimental.transfer": (),
    "jax.experimental.xla_metadata": (),
}
