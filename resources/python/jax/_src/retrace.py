"""Traces and compiles again, after an edit, the functions whose call signatures are known; runs none of them."""
import ast
import sys

import _onepot


def _is_definition(node):
    """Imports, functions, classes, constants, and names bound to jax's own transformations of functions."""
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)):
        return True
    if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
        return False
    calls = [n for n in ast.walk(node.value) if isinstance(n, ast.Call)]
    wrappers = {"jit", "grad", "vmap", "value_and_grad", "partial", "hessian", "jacfwd", "jacrev", "checkpoint"}
    return all(ast.unparse(c.func).rsplit(".", 1)[-1] in wrappers for c in calls)


def retrace(text, name, folder, calls):
    """`calls`: (function's name, arguments, keyword arguments or None). True when at least one of them was compiled."""
    module = ast.parse(text, name)
    module.body = [node for node in module.body if _is_definition(node)]
    names = {"__name__": "__main__", "__file__": name, "__builtins__": __builtins__}
    if folder:
        sys.path.insert(0, folder)
    try:
        exec(compile(module, name, "exec", dont_inherit=True), names)
    finally:
        if folder:
            sys.path.remove(folder)
    jitted = {f.__name__: f for f in names.values() if isinstance(f, _onepot.PjitFunction)}
    done = False
    for function, arguments, keywords in calls:
        if function in jitted:
            jitted[function]._lower(*arguments, **(keywords or {})).cost()
            done = True
    return done
