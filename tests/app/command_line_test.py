"""The command line's words, exit codes and files."""
import json
import pathlib
import unittest

from onepotc_process import ROOT, new_folder, onepotc, program

ADD = "HloModule m\n\nENTRY e {\n  p = f32[2] parameter(0)\n  q = f32[2] parameter(1)\n  ROOT r = f32[2] add(p, q)\n}\n"
COMPOSE = ("import jax, jax.numpy as jnp\n@jax.jit\ndef f(x):\n    return jnp.sum(jnp.tanh(x) * jnp.exp(-x))\n"
           "print('hello'); f(jnp.ones((32, 32)))\n")


class CommandLineTest(unittest.TestCase):
    def test_exit_codes(self):
        self.assertEqual(onepotc("--version").returncode, 0)
        self.assertEqual(onepotc().returncode, 2)
        self.assertEqual(onepotc("frobnicate").returncode, 2)
        self.assertEqual(onepotc("opt").returncode, 2)
        self.assertEqual(onepotc("opt", "/no/such/file.hlo").returncode, 1)
        self.assertEqual(onepotc("opt", "-", stdin="HloModule m\nENTRY e { p = f32[ }").returncode, 1)
        self.assertEqual(onepotc("run", program("import sys; sys.exit(7)")).returncode, 7)
        self.assertEqual(onepotc("run", "--device", "nowhere", program("pass")).returncode, 2)

    def test_run_passes_stdout_arguments_and_errors_through(self):
        path = program("import sys\nprint(sys.argv[1:])\nprint('err', file=sys.stderr)\n1 / 0\n")
        done = onepotc("run", path, "a", "--b")
        self.assertEqual(done.stdout, "['a', '--b']\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("err\n", done.stderr)
        self.assertIn("ZeroDivisionError", done.stderr)

    def test_run_reads_a_program_from_stdin(self):
        self.assertEqual(onepotc("run", "-", stdin="print(6 * 7)").stdout, "42\n")

    def test_python_is_python3(self):
        self.assertEqual(onepotc("python", "-c", "import jax; print(jax.__name__)").stdout, "jax\n")
        self.assertEqual(onepotc("python", "-c", "import sys; sys.exit(3)").returncode, 3)

    def test_a_run_writes_what_is_asked_for(self):
        out = new_folder()
        done = onepotc("run", "--report", "--capture", out / "a.onepot", "--json", out / "a.json", "--dump-to", out / "dump", program(COMPOSE))
        self.assertEqual((done.returncode, done.stdout), (0, "hello\n"), done.stderr)
        self.assertIn("Fusion decisions", done.stderr)
        report = json.loads((out / "a.json").read_text())
        self.assertEqual(report["outcome"], "done")
        f = [one for one in report["functions"] if one["name"] == "f"][0]
        self.assertGreater(f["bytes_eager"], f["bytes_jit"])
        self.assertTrue(f["stages"] and f["fusion_decisions"] and f["kernels"] and f["buffers"] and f["runs"])
        file, line, column, end_line, end_column = f["kernels"][0]["source"][0]
        self.assertTrue(file.endswith("program.py"))
        self.assertEqual((line, end_line), (4, 4))
        names = [p.name for p in (out / "dump").iterdir()]
        self.assertTrue(any(n.endswith(".before_optimizations.txt") for n in names), names)
        self.assertTrue(any(n.endswith("cpu_after_optimizations.svg") for n in names), names)
        self.assertTrue(all(pathlib.Path(f).exists() for f in report["files"]))

    def test_every_kernel_source_is_json_by_the_schema(self):
        schema = json.loads((ROOT / "resources/run.schema.json").read_text())
        out = new_folder() / "a.json"
        onepotc("run", "--json", out, program(COMPOSE))
        report = json.loads(out.read_text())
        self.assertEqual(set(schema["required"]) - set(report), set())
        for function in report["functions"]:
            self.assertEqual(set(schema["$defs"]["function"]["required"]) - set(function), set())

    def test_limits_are_outcomes(self):
        out = new_folder() / "a.json"
        onepotc("run", "--json", out, "--time-limit", "0.5", program("while True: pass"), timeout=30)
        self.assertEqual(json.loads(out.read_text())["outcome"], "limit")
        onepotc("run", "--json", out, "--memory-limit", "1GiB", program("x = bytearray(3 << 30)\nimport time; time.sleep(5)"), timeout=30)
        self.assertEqual(json.loads(out.read_text())["outcome"], "limit")

    def test_opt_emits(self):
        self.assertIn("add(p, q)", onepotc("opt", "-", "--passes", "dce", stdin=ADD).stdout)
        self.assertIn("stablehlo.add", onepotc("opt", "-", "--passes", "dce", "--emit", "stablehlo", stdin=ADD).stdout)
        self.assertIn("digraph", onepotc("opt", "-", "--emit", "dot", stdin=ADD).stdout)
        self.assertIn("<svg", onepotc("opt", "-", "--emit", "svg", stdin=ADD).stdout)
        self.assertIn("define ", onepotc("opt", "-", "--emit", "llvm", stdin=ADD).stdout)
        self.assertIn("stages", json.loads(onepotc("opt", "-", "--emit", "json", stdin=ADD).stdout)["functions"][0])

    def test_errors_have_a_caret(self):
        done = onepotc("opt", "-", stdin="HloModule m\n\nENTRY e {\n  ROOT r = f32[2] frobnicate()\n}\n")
        self.assertIn(":4:19: error:", done.stderr.replace("-:", ":"))
        self.assertIn("^", done.stderr)

    def test_eval_evaluates(self):
        for device in ("eval", "cpu"):
            done = onepotc("eval", "--device", device, "-", "f32[2] {1, 2}", "f32[2] {10, 20}", stdin=ADD)
            self.assertEqual(done.stdout, "f32[2] {11, 22}\n", done.stderr)
        done = onepotc("eval", "--random", "3", "--after-each-pass", "-", stdin=ADD)
        self.assertIn("same bits", done.stderr)
        self.assertEqual(onepotc("eval", "-", "f32[3] {1, 2, 3}", "f32[2] {1, 2}", stdin=ADD).returncode, 1)

    def test_bench_prints_a_table(self):
        done = onepotc("bench", program(COMPOSE))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("speed-up", done.stdout)
        self.assertRegex(done.stdout, r"f\(f32\[32,32\]\) +cpu")

    def test_devices_say_why(self):
        self.assertRegex(onepotc("devices").stdout, r"cpu +ready")

    def test_dot_missing_is_said(self):
        import os, subprocess
        done = subprocess.run([os.environ["ONEPOTC"], "opt", "-", "--emit", "svg"], input=ADD, text=True, capture_output=True,
                              env={**os.environ, "PATH": "/nowhere"})
        self.assertEqual(done.returncode, 1)
        self.assertIn("graphviz", done.stderr)


if __name__ == "__main__":
    unittest.main()
