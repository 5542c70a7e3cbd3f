"""jax.experimental.checkify: errors as values. Checks run where the values are known; in a compiled function they stop it."""
import enum
import functools

from jax._src.callbacks import observe


class ErrorCategory(enum.Enum):
    NAN, OOB, DIV, USER_CHECK = "nan", "oob", "div", "user_check"


user_checks, nan_checks = frozenset({ErrorCategory.USER_CHECK}), frozenset({ErrorCategory.NAN})
index_checks, div_checks = frozenset({ErrorCategory.OOB}), frozenset({ErrorCategory.DIV})
float_checks = nan_checks | div_checks
automatic_checks = float_checks | index_checks
all_checks = automatic_checks | user_checks


class JaxRuntimeError(ValueError):
    pass


class FailedCheckError(JaxRuntimeError):
    pass


class Error:
    """What went wrong first, or nothing."""

    def __init__(self, message=None):
        self._message = message

    def get(self):
        return self._message

    def throw(self):
        if self._message is not None:
            raise JaxRuntimeError(self._message)

    def __repr__(self):
        return f"Error({self._message or ''})"


_found = []


def check(pred, msg, *fmt_args, debug=False, **fmt_kwargs):
    def look(ok, *values, **named):
        if not bool(ok):
            text = f"{msg.format(*values, **named)} (`check` failed)"
            if not _found:
                raise FailedCheckError(text)
            _found[-1].append(text)
    observe("check", look, (pred, *fmt_args), fmt_kwargs)


def checkify(f, errors=user_checks):
    """`f` with an Error before its result. Only `check` of the program's own is looked at."""
    @functools.wraps(f)
    def checked(*args, **kwargs):
        _found.append([])
        try:
            result = f(*args, **kwargs)
            from jax._src.devices import block_until_ready
            block_until_ready(result)
        finally:
            messages = _found.pop()
        return Error(messages[0] if messages else None), result
    return checked


def check_error(error):
    error.throw()
