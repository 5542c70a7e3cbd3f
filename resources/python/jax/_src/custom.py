"""Functions whose derivatives a program gives, and checkpoint."""
import functools
import inspect

import _onepot

from jax._src import tree
from jax._src.core import asarray


def _positional(function, args, kwargs):
    """Keyword arguments at their places, with the defaults: rules know positions only."""
    if not kwargs:
        return args
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.args


def _zeros_for(values):
    from jax._src.lax_elementwise import full_like
    return [full_like(v, 0) if v.dtype.kind in "fc" else _float0(v) for v in values]


def _float0(value):
    """Integers have no tangent: zeros of the same shape stand for it."""
    from jax._src.core import full
    return full(value.shape, 0, "float32")


class _Traced:
    """The function of the differentiable leaves alone, traced, with the structure of its results."""

    def __init__(self, function, name, args, nondiff):
        self.nondiff = {i: args[i] for i in nondiff}
        self.count = len(args)
        dynamic = [a for i, a in enumerate(args) if i not in self.nondiff]
        leaves, self.treedef = tree.tree_flatten(tuple(dynamic))
        self.values = [asarray(x) for x in leaves]

        def flat(values):
            out, self.out_tree = tree.tree_flatten(function(*self.arguments(values)))
            return [asarray(x) for x in out]
        avals = [(v.dtype, v.shape, v.weak_type) for v in self.values]
        self.traced = _onepot.trace(flat, avals, name, [])

    def arguments(self, values):
        dynamic = iter(self.treedef.unflatten(values))
        return [self.nondiff[i] if i in self.nondiff else next(dynamic) for i in range(self.count)]


class custom_jvp:
    """jax.custom_jvp: the forward derivative is `defjvp`'s rule."""

    def __init__(self, fun, nondiff_argnums=()):
        functools.update_wrapper(self, fun)
        self.fun, self.nondiff_argnums, self.jvp = fun, tuple(nondiff_argnums), None

    def defjvp(self, jvp, symbolic_zeros=False):
        self.jvp = jvp
        return jvp

    def defjvps(self, *jvps):
        def rule(primals, tangents):
            out = self(*primals)
            total = None
            for f, t in zip(jvps, tangents):
                if f is not None:
                    part = f(t, out, *primals)
                    total = part if total is None else total + part
            return out, total
        self.jvp = rule

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args, **kwargs):
        args = _positional(self.fun, args, kwargs)
        if self.jvp is None:
            raise AttributeError(f"No JVP defined for custom_jvp function {self.__name__} using defjvp.")
        t = _Traced(self.fun, self.__name__, args, self.nondiff_argnums)

        def rule(values):
            half = len(values) // 2
            primals, tangents = values[:half], values[half:]
            tangents = [_zeros_for([p])[0] if v is None else v for p, v in zip(primals, tangents)]
            static = [args[i] for i in self.nondiff_argnums]
            outs, out_tangents = self.jvp(*static, t.treedef.unflatten(primals), t.treedef.unflatten(tangents))
            out_leaves = [asarray(x) for x in tree.tree_leaves(outs)]
            tangent_leaves = [asarray(x) for x in tree.tree_leaves(out_tangents)]
            if len(tangent_leaves) != len(out_leaves):
                raise TypeError(f"Custom JVP rule {self.jvp.__name__} for function {self.__name__} must produce primal and "
                                "tangent outputs with equal container (pytree) structures.")
            return out_leaves + [_onepot.convert(x, o.dtype) if x.dtype != o.dtype else x
                                 for x, o in zip(tangent_leaves, out_leaves)]
        return t.out_tree.unflatten(_onepot.custom_jvp(t.traced, rule, t.values))


class custom_vjp:
    """jax.custom_vjp: `defvjp` gives the forward function with residuals and the backward one."""

    def __init__(self, fun, nondiff_argnums=()):
        functools.update_wrapper(self, fun)
        self.fun, self.nondiff_argnums, self.fwd, self.bwd = fun, tuple(nondiff_argnums), None, None

    def defvjp(self, fwd, bwd, symbolic_zeros=False, optimize_remat=False):
        self.fwd, self.bwd = fwd, bwd

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args, **kwargs):
        args = _positional(self.fun, args, kwargs)
        if self.fwd is None:
            raise AttributeError(f"No VJP defined for custom_vjp function {self.__name__} using defvjp.")
        t = _Traced(self.fun, self.__name__, args, self.nondiff_argnums)
        static = [args[i] for i in self.nondiff_argnums]
        residual_tree = []

        def forward(values):
            outs, residuals = self.fwd(*t.arguments(values))
            leaves, structure = tree.tree_flatten(residuals)
            residual_tree.append(structure)
            return [asarray(x) for x in tree.tree_leaves(outs)] + [asarray(x) for x in leaves]

        def backward(values):
            count = residual_tree[-1].num_leaves
            residuals = residual_tree[-1].unflatten(values[:count])
            cotangents = [_zero_like(a) if c is None else c for a, c in zip(t.traced._out_avals, values[count:])]
            grads = self.bwd(*static, residuals, t.out_tree.unflatten(cotangents))
            if not isinstance(grads, tuple):
                raise TypeError(f"Custom VJP bwd rule {self.bwd.__name__} must produce a tuple of length equal to the number of "
                                f"differentiable arguments of {self.__name__}, got {grads!r}.")
            return _leaves_of(grads, t)
        return t.out_tree.unflatten(_onepot.custom_vjp(t.traced, forward, backward, t.values))


def _zero_like(aval):
    from jax._src.core import full
    return full(aval[1], 0, aval[0])


def _leaves_of(grads, t):
    """One cotangent a leaf; None for a whole argument means zero."""
    primals = t.treedef.unflatten(t.values)
    leaves = []
    for grad, primal in zip(grads, primals):
        expected = tree.tree_leaves(primal)
        leaves += [None] * len(expected) if grad is None else [asarray(x) for x in tree.tree_leaves(grad)]
    return leaves


def checkpoint(fun=None, *, concrete=False, policy=None, prevent_cse=True, static_argnums=()):
    """jax.checkpoint: the backward pass computes inner values again."""
    if fun is None:
        return functools.partial(checkpoint, policy=policy, prevent_cse=prevent_cse, static_argnums=static_argnums)
    statics = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)

    @functools.wraps(fun)
    def rematerialised(*args, **kwargs):
        call = functools.partial(fun, **kwargs) if kwargs else fun
        if statics:
            return call(*args)

        def forward(*xs):
            return call(*xs), xs

        def backward(xs, cotangent):
            from jax._src.derivatives import vjp
            return vjp(call, *xs)[1](cotangent)
        wrapped = custom_vjp(call)
        wrapped.__name__ = getattr(fun, "__name__", "f")
        wrapped.defvjp(forward, backward)
        return wrapped(*args)
    return rematerialised


remat = checkpoint


# ---- made of custom_jvp and custom_vjp

def custom_gradient(fun):
    """`fun` gives its value and its pullback."""
    @custom_vjp
    def wrapped(*args):
        return fun(*args)[0]

    def forward(*args):
        return fun(*args)[0], args

    def backward(args, cotangent):
        grads = fun(*args)[1](cotangent)
        return grads if isinstance(grads, tuple) and len(grads) == len(args) else (grads,)
    wrapped.defvjp(forward, backward)
    functools.update_wrapper(wrapped, fun)
    return wrapped


def closure_convert(fun, *example_args):
    """`fun` and what it captures as further arguments: nothing has to be passed, for derivatives see through closures here."""
    return fun, []


def linear_call(fun, fun_transpose, residual_args, linear_args):
    """A linear function whose transpose the program gives."""
    @custom_vjp
    def call(residuals, linear):
        return fun(residuals, linear)
    call.defvjp(lambda residuals, linear: (fun(residuals, linear), residuals),
                lambda residuals, cotangent: (None, fun_transpose(residuals, cotangent)))
    return call(residual_args, linear_args)


class SymbolicZero:
    """A tangent that is zero, without its array."""

    def __init__(self, aval):
        self.aval, self.shape, self.dtype = aval, aval.shape, aval.dtype


class CustomVJPPrimal:
    """A primal with whether it is differentiated."""

    def __init__(self, value, perturbed):
        self.value, self.perturbed = value, perturbed


def custom_vjp_primal_tree_values(pytree):
    return tree.tree_map(lambda leaf: leaf.value if isinstance(leaf, CustomVJPPrimal) else leaf, pytree,
                         is_leaf=lambda x: isinstance(x, CustomVJPPrimal))


def zero_from_primal(val, symbolic_zeros=False):
    from jax._src.lax_elementwise import full_like
    value = asarray(val)
    return SymbolicZero(value.aval) if symbolic_zeros else full_like(value, 0)
