"""Names of JAX that Onepot does not have: they exist, so that libraries can be imported, and say so when they are called."""
import importlib
import sys
import types

from jax._src.absent_names import ABSENT


def _refusal(name, nearest):
    hint = f" The nearest that it has: {nearest}." if nearest else ""
    return NotImplementedError(f"Onepot's jax lacks {name}.{hint}")


def _function(name, nearest):
    def absent(*args, **kwargs):
        raise _refusal(name, nearest)
    absent.__name__ = absent.__qualname__ = name.rsplit(".", 1)[-1]
    absent.__module__ = name.rsplit(".", 1)[0]
    absent._onepot_absent = nearest
    return absent


def _class(name, nearest):
    def refuse(self, *args, **kwargs):
        raise _refusal(name, nearest)
    module, short = name.rsplit(".", 1)
    return type(short, (), {"__init__": refuse, "__module__": module, "_onepot_absent": nearest})


def _module(name):
    """The module of that name, made where no file holds it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        parent, _, short = name.rpartition(".")
        if hasattr(_module(parent), short):
            return getattr(_module(parent), short)
        module = types.ModuleType(name, "A module of JAX that Onepot has by name alone.")
        module._onepot_absent = module.__path__ = []
        sys.modules[name] = module
        setattr(_module(parent), short, module)
        return module


def install():
    """Puts every name of the table where nothing else stands."""
    for module_name, groups in ABSENT.items():
        module = _module(module_name)
        for nearest, functions, classes in groups:
            for names, make in ((functions, _function), (classes, _class)):
                for short in names.split():
                    if not hasattr(module, short):
                        setattr(module, short, make(f"{module_name}.{short}", nearest))
