"""Derivative rules of primitives: libraries may register theirs."""
primitive_jvps, primitive_transposes = {}, {}


class UndefinedPrimal:
    def __init__(self, aval):
        self.aval = aval


def is_undefined_primal(x):
    return isinstance(x, UndefinedPrimal)


def defjvp(primitive, *jvprules):
    primitive_jvps[primitive] = jvprules


def deflinear2(primitive, transpose_rule):
    primitive_transposes[primitive] = transpose_rule


class Zero:
    def __init__(self, aval):
        self.aval = aval
