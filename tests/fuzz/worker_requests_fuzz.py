#!/usr/bin/env python3
"""Damaged JSON-RPC requests: the worker answers or ignores each, never dies, and still does sound work afterwards."""
import json
import os
import random
import sys
import time

from onepotc_process import Worker

HLO = "HloModule m\nENTRY e { p = f32[2] parameter(0) ROOT r = f32[2] add(p, p) }\n"
SOUND = [
    {"jsonrpc": "2.0", "id": 1, "method": "run", "params": {"name": "p.py", "text": "print(1)", "measure": False, "options": {"disabledPasses": ["cse"]}}},
    {"jsonrpc": "2.0", "id": 2, "method": "openFile", "params": {"name": "m.hlo", "text": HLO, "options": {"fusionPolicy": "none"}}},
    {"jsonrpc": "2.0", "id": 3, "method": "measure", "params": {"compilation": 1, "seconds": 0.01}},
    {"jsonrpc": "2.0", "id": 4, "method": "cancel", "params": {}},
    {"jsonrpc": "2.0", "id": 5, "method": "input", "params": {"text": "x"}},
    {"jsonrpc": "2.0", "id": 6, "method": "devices", "params": {}},
]
OTHERS = [None, True, -1, 1e300, 1 << 70, "", "x", [], {}, [[]], {"a": 1}, "\0", "\ud800"]


def damaged_value(value, rng):
    if isinstance(value, (dict, list)) and value and rng.random() < 0.8:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = rng.choice(keys)
        copy = value.copy()
        if rng.random() < 0.15:
            del copy[key]
        else:
            copy[key] = damaged_value(value[key], rng)
        return copy
    return rng.choice(OTHERS)


def damaged_line(rng):
    request = rng.choice(SOUND)
    if rng.random() < 0.6:
        line = json.dumps(damaged_value(request, rng)).encode("utf-8")
    else:
        line = bytearray(json.dumps(request).encode("utf-8"))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(line))
            line[at:at + rng.choice((0, 1, 1, 5))] = bytes(rng.choice((0x22, 0x7B, 0x7D, 0x5B, 0x5D, 0xFF, 0x30, 0x2C, 0))
                                                           for _ in range(rng.randint(0, 2)))
    # A request that ends the worker is none of this test's.
    return b"{}" if b"shutdown" in line else bytes(line).replace(b"\n", b" ")


def try_seed(worker, seed):
    rng = random.Random(seed)
    lines = [damaged_line(rng) for _ in range(20)]
    for line in lines:
        worker.process.stdin.buffer.write(line + b"\n")
    worker.process.stdin.flush()
    worker.last_id = 1_000_000 + seed % 1_000_000
    answer = worker.call("run", timeout=60, name="p.py", text="print('sound')", measure=False)
    while not worker.answers.empty():
        worker.answers.get()
    assert answer["result"]["outcome"] == "done", (seed, answer, lines)
    worker.events.clear()


def main():
    seconds = float(os.environ.get("ONEPOT_FUZZ_SECONDS", 0))
    first = int(os.environ.get("ONEPOT_FUZZ_SEED", 1))
    with Worker() as worker:
        for seed in range(1, 31):
            try_seed(worker, seed)
        end, seed = time.monotonic() + seconds, first
        if seconds:
            print(f"worker requests: fresh seeds from {first} on", flush=True)
        while time.monotonic() < end:
            try_seed(worker, seed)
            seed += 1
        if seconds:
            print(f"worker requests: {seed - first} seeds")


sys.exit(main())
