"""jax.custom_derivatives: derivatives that programs give."""
from jax._src.custom import closure_convert, custom_gradient, custom_jvp, custom_vjp, linear_call  # noqa: F401
from jax._src.custom import CustomVJPPrimal, SymbolicZero, custom_vjp_primal_tree_values, zero_from_primal  # noqa: F401
from jax._src.primitives import Primitive as _Primitive

custom_jvp_call_p, custom_vjp_call_p, remat_opt_p = (_Primitive(n) for n in ("custom_jvp_call", "custom_vjp_call", "remat_opt"))
