"""Functions with transformations around them: the wrapper alone."""


class WrappedFun:
    def __init__(self, f):
        self.f = f

    def call_wrapped(self, *args, **kwargs):
        return self.f(*args, **kwargs)


def wrap_init(f, params=None, *, debug_info=None):
    return WrappedFun(f)


def transformation_with_aux(gen):
    return gen
