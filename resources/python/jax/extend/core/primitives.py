"""The primitives of jax.lax under one roof."""
from jax import lax as _lax
from jax._src.primitives import Primitive as _Primitive

globals().update({name: value for name, value in vars(_lax).items() if name.endswith("_p")})
jit_p, closed_call_p, custom_jvp_call_p, custom_vjp_call_p = (
    _Primitive(n) for n in ("jit", "closed_call", "custom_jvp_call", "custom_vjp_call"))
