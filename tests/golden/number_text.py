"""Compares what two runs printed: words exactly, numbers within a tolerance."""
import math
import re

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?\b(?:nan|inf)\b")


def words(text):
    """The text without its numbers and its spacing, which follows the numbers' widths."""
    return "".join(NUMBER.sub("#", text).split())


def difference(got, wanted, relative=1e-4, absolute=1e-6):
    """None where `got` says what `wanted` says; otherwise one sentence on the first difference."""
    if words(got) != words(wanted):
        return f"the words differ:\n{got}\nrather than\n{wanted}"
    pairs = zip(map(float, NUMBER.findall(got)), map(float, NUMBER.findall(wanted)))
    for at, (a, b) in enumerate(pairs):
        if not (math.isclose(a, b, rel_tol=relative, abs_tol=absolute) or (math.isnan(a) and math.isnan(b))):
            return f"number {at} is {a} rather than {b}"
    return None
