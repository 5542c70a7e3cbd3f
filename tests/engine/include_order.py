"""Checks the walls: inside engine/, includes go leftwards only; nobody sees what is not theirs."""
import pathlib
import re
import sys

ORDER = ["base", "ir", "ops", "analysis", "passes", "runtime", "trace", "capture"]
FORBIDDEN = [  # (folder, what it may not include, what may)
    ("engine", r"Q[A-Z]\w*|Qsci/.*|Qt\w+/.*", None),
    ("engine", r"llvm/.*|llvm-c/.*", "engine/backend"),
    ("engine", r"Python\.h|pybind11/.*", "engine/python"),
    ("views", r"engine/(backend|python)/.*|llvm/.*|Python\.h|pybind11/.*", None),
]


def faults(root):
    for path in sorted(root.glob("*/**/*")):
        if path.suffix not in (".h", ".cpp") or "build" in path.relative_to(root).parts[:1]:
            continue
        where = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
            if not found:
                continue
            included, layer = found[1], where.split("/")[1]
            for folder, pattern, allowed in FORBIDDEN:
                if where.startswith(folder + "/") and re.fullmatch(pattern, included):
                    if allowed is None or not where.startswith(allowed + "/"):
                        yield f"{where}:{number}: {folder} may not include {included}"
            target = re.match(r"engine/(\w+)/", included)
            if where.startswith("engine/") and layer in ORDER and target:
                if target[1] not in ORDER or ORDER.index(target[1]) > ORDER.index(layer):
                    yield f"{where}:{number}: {layer} may not include {included}"


root = pathlib.Path(sys.argv[1])
all_faults = list(faults(root))
print("\n".join(all_faults) or "includes go leftwards")
sys.exit(bool(all_faults))
