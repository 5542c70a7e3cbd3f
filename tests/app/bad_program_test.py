"""Programs that misbehave: what they say, where they point, which code they leave, and that the worker goes on."""
import os
import pathlib
import signal
import time
import unittest

from onepotc_process import Worker, onepotc, program, report_of

SHAPES = """import jax, jax.numpy as jnp
a = jnp.ones((3, 4))
b = jnp.ones((5,))
"""
# name, text, what stderr says, the line that the message points at
FAULTS = [
    ("syntax", "x = 1\ny = (2 +\n", "SyntaxError", 2),
    ("indentation", "def f():\nreturn 1\n", "IndentationError", 2),
    ("nul byte", "x = 1\0\n", "null bytes", None),
    ("matmul", SHAPES + "c = a @ b\n", "TypeError", 4),
    ("broadcasting", SHAPES + "c = a + b\n", "TypeError", 4),
    ("wrong shape under jit", SHAPES + "f = jax.jit(lambda x, y:\n  x + y)\nf(a, b)\n", "TypeError", 5),
    ("huge jnp", "import jax.numpy as jnp\nx = jnp.ones((1 << 20, 1 << 20))\n", "MemoryError", 2),
    ("huge jnp under jit", "import jax, jax.numpy as jnp\nf = jax.jit(lambda: jnp.ones((1 << 20, 1 << 20)) + 1)\nf()\n", "MemoryError", 3),
    ("huge numpy", "import numpy as np\nx = np.ones((1 << 20, 1 << 20))\n", "MemoryError", 2),
    ("overflowing shape", "import jax.numpy as jnp\nx = jnp.zeros((1 << 40, 1 << 40))\n", "MemoryError", 2),
    ("negative shape", "import jax.numpy as jnp\nx = jnp.zeros((-3, 2))\n", "Error", 2),
    ("recursion", "def f(n):\n    return f(n + 1)\nf(0)\n", "RecursionError", 2),
    ("recursion under jit", "import jax\n@jax.jit\ndef f(n):\n    return f(n + 1)\nf(0)\n", "RecursionError", 4),
    ("raised in jit", "import jax\n@jax.jit\ndef f(n):\n    raise ValueError('mine')\nf(0)\n", "ValueError", 4),
    ("unknown name", "import jax.numpy as jnp\njnp.no_such_thing(1)\n", "AttributeError", 2),
]


class FaultsOfProgramsTest(unittest.TestCase):
    def test_the_command_line_says_what_and_where(self):
        for name, text, word, line in FAULTS:
            with self.subTest(name):
                done = onepotc("run", program(text), timeout=60)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(word, done.stderr)
                if line:
                    self.assertIn(f"line {line}", done.stderr)

    def test_the_worker_says_what_and_where_and_goes_on(self):
        with Worker() as worker:
            for name, text, word, line in FAULTS:
                with self.subTest(name):
                    answer = worker.run(text)
                    self.assertEqual(answer["result"]["outcome"], "limit" if word == "MemoryError" else "failed", worker.output(2))
                    diagnostics = [e["diagnostic"] for e in worker.of_kind("diagnostic")]
                    self.assertTrue(diagnostics)
                    self.assertIn(word, str(diagnostics))
                    if line:
                        self.assertIn(line, [d["range"]["line"] for d in diagnostics if d.get("range")])
                    self.assertEqual(worker.run("print('on')")["result"]["outcome"], "done")
            self.assertIsNone(worker.process.poll())


class EndsOfProgramsTest(unittest.TestCase):
    """Programs that leave by another door than their end."""

    def test_exit_codes_are_the_programs_own(self):
        for text, code in (("import sys; sys.exit(7)", 7), ("import sys; sys.exit('words')", 1), ("import sys; sys.exit()", 0),
                           ("raise SystemExit(300)", 300 & 255), ("import os; os._exit(5)", 5), ("quit(4)", 4),
                           ("raise KeyboardInterrupt", 130)):
            self.assertEqual(onepotc("run", program(text)).returncode, code, text)

    def test_sys_exit_is_an_outcome_of_the_worker(self):
        with Worker() as worker:
            for text, code in (("import sys; sys.exit(7)", 7), ("import sys; sys.exit()", 0), ("import sys; sys.exit('words')", 1)):
                self.assertEqual(worker.run(text)["result"]["exit_code"], code)
                self.assertIsNone(worker.process.poll())

    def test_os_exit_ends_the_worker_after_what_was_printed(self):
        with Worker() as worker:
            worker.send("run", name="p.py", text="print('said', flush=True)\nimport os; os._exit(5)\n", measure=False)
            worker.process.wait(20)
            worker.reader.join(5)
            self.assertEqual(worker.process.returncode, 5)
            self.assertIn("said", worker.output())

    def test_a_segfault_ends_the_worker_only(self):
        text = "import ctypes\nprint('before', flush=True)\nctypes.string_at(0)\n"
        with Worker() as worker:
            worker.send("run", name="p.py", text=text, measure=False)
            worker.process.wait(20)
            self.assertEqual(worker.process.returncode, -signal.SIGSEGV)
        self.assertLess(onepotc("run", program(text)).returncode, 0)

    def test_fork_keeps_the_protocol_whole(self):
        text = ("import os\npid = os.fork()\nif pid == 0:\n    print('child', flush=True)\n    os._exit(0)\n"
                "os.waitpid(pid, 0)\nprint('parent')\n")
        with Worker() as worker:
            self.assertEqual(worker.run(text)["result"]["outcome"], "done")
            self.assertIn("parent", worker.output())
            self.assertIn("child", worker.output())

    def test_a_child_that_falls_off_its_end_does_not_serve(self):
        with Worker() as worker:
            worker.run("import os\nif os.fork():\n    os.wait()\n    print('parent')\n")
            self.assertEqual(worker.run("print('next')")["result"]["outcome"], "done")
            self.assertEqual(worker.output(), "next\n")

    def test_threads_print_and_do_not_hold_the_worker(self):
        text = ("import threading, time\ndef work():\n    print('thread', flush=True)\n    time.sleep(3600)\n"
                "t = threading.Thread(target=work, daemon=True); t.start(); time.sleep(0.2)\nprint('main')\n")
        with Worker() as worker:
            self.assertEqual(worker.run(text)["result"]["outcome"], "done")
            self.assertIn("thread", worker.output())
            self.assertEqual(worker.run("print('on')")["result"]["outcome"], "done")

    def test_input_on_the_command_line_is_stdin(self):
        self.assertEqual(onepotc("run", program("print(input() + '!')"), stdin="Ada\n").stdout, "Ada!\n")
        self.assertIn("EOFError", onepotc("run", program("input()"), stdin="").stderr)


class LimitsTest(unittest.TestCase):
    LOOPS = {
        "python": "while True: pass\n",
        "kernel": ("import jax, jax.numpy as jnp\nfrom jax import lax\n"
                   "jax.jit(lambda n: lax.while_loop(lambda s: s < n, lambda s: s * 1, n - 1))(jnp.int32(5))\n"),
        "sleep": "import time\ntime.sleep(3600)\n",
        "except": "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n",
    }

    def test_the_time_limit_ends_every_loop(self):
        for name, text in self.LOOPS.items():
            with self.subTest(name):
                start = time.monotonic()
                done = onepotc("run", "--time-limit", "1", program(text), timeout=40)
                self.assertLess(time.monotonic() - start, 15)
                self.assertIn("time limit", done.stderr)
                self.assertNotEqual(done.returncode, 0)

    def test_the_outcome_of_every_loop_is_limit(self):
        for name, text in self.LOOPS.items():
            with self.subTest(name):
                self.assertEqual(report_of("run", "--time-limit", "1", program(text))["outcome"], "limit")

    def test_the_memory_limit(self):
        grow = "x = []\nwhile True: x.append(bytearray(1 << 26))\n"
        done = onepotc("run", "--memory-limit", "600MiB", program(grow), timeout=60)
        self.assertIn("memory limit", done.stderr)
        self.assertEqual(report_of("run", "--memory-limit", "600MiB", program(grow))["outcome"], "limit")
        arrays = "import jax.numpy as jnp\nx = [jnp.ones((1 << 24,)) + i for i in range(100)]\n"
        done = onepotc("run", "--memory-limit", "600MiB", program(arrays), timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "MemoryError|memory limit")

    def test_eval_opt_and_bench_have_limits(self):
        endless = ("HloModule m\nc { a = s32[] parameter(0) ROOT t = pred[] constant(true) }\nb { ROOT a = s32[] parameter(0) }\n"
                   "ENTRY e { x = s32[] parameter(0) ROOT w = s32[] while(x), condition=c, body=b }\n")
        for device in ("eval", "cpu"):
            done = onepotc("eval", "--device", device, "--time-limit", "1", "-", "s32[] 1", stdin=endless, timeout=40)
            self.assertEqual(done.returncode, 4, done.stderr)
        huge = "HloModule m\nENTRY e { c = f32[] constant(1) ROOT b = f32[1048576,1048576] broadcast(c), dimensions={} }\n"
        for device in ("eval", "cpu"):
            done = onepotc("eval", "--device", device, "--memory-limit", "1GiB", "-", stdin=huge, timeout=40)
            self.assertEqual(done.returncode, 4, done.stderr)
        done = onepotc("bench", "--time-limit", "1", program("while True: pass\n"), timeout=40)
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_limits_that_are_no_limits(self):
        self.assertEqual(onepotc("run", "--memory-limit", "much", program("pass")).returncode, 2)
        self.assertEqual(onepotc("run", "--time-limit", "soon", program("pass")).returncode, 2)


class FloodTest(unittest.TestCase):
    FLOOD = "while True: print('x' * 60)\n"

    def test_a_flood_of_output_is_cancelled_and_bounded(self):
        with Worker() as worker:
            worker.send("run", name="p.py", text=self.FLOOD, measure=False)
            worker.wait_for("output")
            time.sleep(2)
            worker.send("cancel")
            answers = [worker.answer(10), worker.answer(10)]
            self.assertIn("cancelled", [a["result"].get("outcome") for a in answers])
            self.assertLess(len(worker.output()), 64 << 20)
            self.assertEqual(worker.run("print('on')")["result"]["outcome"], "done")

    def test_odd_bytes_come_through(self):
        with Worker() as worker:
            worker.run("import os\nos.write(1, bytes(range(256)))\nprint('\\ud800'.encode('utf-8', 'replace'))\nos.write(2, b'\\xff\\xfe')\n")
            self.assertIn("abc", worker.output())


class FilesTest(unittest.TestCase):
    def test_paths_that_cannot_be_read(self):
        folder = program("x").parent
        (folder / "locked").mkdir()
        for command in ("opt", "eval"):
            for path in (folder, folder / "nothing.hlo"):
                done = onepotc(command, path)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertRegex(done.stderr, "cannot read|no file|is a folder")
        for path in (folder, folder / "nothing.py"):
            done = onepotc("run", path)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, "cannot read|no file|is a folder|__main__|directory")

    @unittest.skipIf(os.geteuid() == 0, "skipped: root reads every file")
    def test_a_file_without_permission(self):
        path = program("HloModule m")
        path.chmod(0)
        self.assertEqual(onepotc("opt", path).returncode, 1)

    def test_a_program_that_removes_itself(self):
        text = "import os\nos.remove(__file__)\nimport jax.numpy as jnp\njnp.ones(3) + jnp.ones(4)\n"
        done = onepotc("run", program(text))
        self.assertEqual(done.returncode, 1)
        self.assertIn("line 4", done.stderr)

    def test_output_that_cannot_be_written(self):
        add = "HloModule m\nENTRY e { p = f32[] parameter(0) ROOT r = f32[] add(p, p) }\n"
        done = onepotc("opt", "-", "-o", "/no/such/folder/out.hlo", stdin=add)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write", done.stderr)
        text = "import jax\nprint('hello')\njax.jit(lambda x: x + 1)(2.0)\n"
        for option in ("--capture", "--json", "--dump-to"):
            done = onepotc("run", option, "/proc/nothing/out", program(text))
            self.assertEqual(done.stdout, "hello\n")
            self.assertIn("/proc/nothing", done.stderr, option)


if __name__ == "__main__":
    unittest.main()
