"""JAX's public names: how many are there, how many exist only to say that they are not; fails where one is missing outright."""
import collections
import importlib
import os
import sys

import jax
import jax.numpy as jnp

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "shared", "reference", "jax-names.txt")
LEAST_OTHERS = 0.85  # share of the names without a star that must be more than a refusal


def find(name):
    parts = name.split(".")
    if name.startswith("jax.Array.at[...]"):
        place = jnp.zeros(2).at[0]
        return getattr(place, parts[-1]) if len(parts) > 3 else place
    value = jax
    for depth, part in enumerate(parts[1:], 2):
        if hasattr(value, part):
            value = getattr(value, part)
        else:
            value = importlib.import_module(".".join(parts[:depth]))
    return value


def survey(lines):
    counts, missing, absent = collections.Counter(), [], []
    for line in lines:
        starred, name = line[0] == "*", line[2:].split("\t")[0].strip()
        name = {"jax.Array.at[": "jax.Array.at[...]"}.get(name, name)
        counts[starred, "all"] += 1
        try:
            value = find(name)
        except (AttributeError, ImportError):
            missing.append(name)
            continue
        if hasattr(value, "_onepot_absent") and not isinstance(value, jax.Array):
            absent.append((starred, name))
        else:
            counts[starred, "present"] += 1
    return counts, missing, absent


def main():
    if not os.path.exists(LIST):
        print("skipped: the list of JAX's names is not here")
        return 0
    with open(LIST, encoding="utf-8") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    counts, missing, absent = survey(lines)
    for starred, word in ((True, "with a star"), (False, "others")):
        there, total = counts[starred, "present"], counts[starred, "all"]
        print(f"{word}: {there} of {total} present ({there / total:.1%})")
    print(f"by name alone: {len(absent)}; missing: {len(missing)}")
    if "--list" in sys.argv:
        print("\n".join(("* " if starred else "  ") + name for starred, name in absent))
    print("\n".join(f"missing: {name}" for name in missing))
    starred_absent = [name for starred, name in absent if starred]
    if starred_absent:
        print("with a star, by name alone:", *starred_absent)
    enough = counts[False, "present"] / counts[False, "all"] >= LEAST_OTHERS
    try:
        jax.export.export(None)
    except NotImplementedError as error:
        assert "jax.export.export" in str(error) and "nearest" in str(error), error
    return 0 if enough and not missing and not starred_absent else 1


sys.exit(main())
