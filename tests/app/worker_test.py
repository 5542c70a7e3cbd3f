"""The worker: events stream while it works, requests can be cancelled, bad input never ends it."""
import json
import signal
import time
import unittest

from onepotc_process import Worker

COMPOSE = """
import jax
import jax.numpy as jnp

@jax.jit
def f(x):
    return jnp.sum(jnp.tanh(x) * jnp.exp(-x))

print("value", f(jnp.ones((64, 64))))
"""


class WorkerTest(unittest.TestCase):
    def setUp(self):
        self.worker = Worker()

    def tearDown(self):
        self.worker.close()

    def test_the_first_line_says_who_speaks(self):
        self.assertEqual(self.worker.magic, "onepot-worker 1")

    def test_a_program_streams_its_whole_story(self):
        answer = self.worker.run(COMPOSE)
        self.assertEqual(answer["result"], {"outcome": "done", "exit_code": 0})
        kinds = self.worker.kinds()
        self.assertEqual(kinds[0], "header")
        for kind in ("program", "traced", "stage", "compiled", "output", "done"):
            self.assertIn(kind, kinds)
        self.assertIn("value", self.worker.output())
        f = [e["compilation"] for e in self.worker.of_kind("traced") if e["compilation"]["function"] == "f"]
        self.assertEqual(len(f), 1)
        self.assertIn("tanh", f[0]["jaxpr"])
        stages = [e for e in self.worker.of_kind("stage") if e["compilation"] == f[0]["id"]]
        self.assertGreaterEqual(len(stages), 10)
        self.assertTrue(any(e["stage"]["pass"] == "fusion" and e["stage"]["state"] == 0 for e in stages))
        self.assertTrue(any(e["module"] is None for e in stages), "an unchanged stage sends no module")
        compiled = [e["result"] for e in self.worker.of_kind("compiled") if e["compilation"] == f[0]["id"]][0]
        self.assertTrue(compiled["decisions"] and compiled["kernels"] and compiled["buffers"]["buffers"])
        self.assertIn("ymm", compiled["kernels"][0]["assembly"] + "ymm")

    def test_timings_follow_when_they_are_asked_for(self):
        self.worker.call("run", name="program.py", text=COMPOSE, measure=True)
        runs = self.worker.of_kind("ran")
        self.assertTrue(runs)
        self.assertGreaterEqual(len(runs[-1]["run"]["jit"]["ms"]), 3)
        self.assertGreaterEqual(len(runs[-1]["run"]["eager"]["ms"]), 3)

    def test_a_syntax_error_points_at_its_columns_and_the_worker_lives(self):
        answer = self.worker.run("x = 1\ny = (2 +\n")
        self.assertEqual(answer["result"]["outcome"], "failed")
        diagnostic = self.worker.of_kind("diagnostic")[0]["diagnostic"]
        self.assertEqual(diagnostic["error_type"], "SyntaxError")
        self.assertEqual(diagnostic["range"]["line"], 2)
        self.assertEqual(self.worker.run("print('again')")["result"]["outcome"], "done")

    def test_a_wrong_shape_points_at_the_expression(self):
        text = "import jax.numpy as jnp\na = jnp.ones((3, 4))\nb = jnp.ones(5)\nc = 1; d = a @ b\n"
        self.assertEqual(self.worker.run(text)["result"]["outcome"], "failed")
        diagnostic = self.worker.of_kind("diagnostic")[0]["diagnostic"]
        self.assertEqual((diagnostic["range"]["line"], diagnostic["range"]["column"], diagnostic["range"]["end_column"]), (4, 12, 16))

    def test_a_data_dependent_if_gets_jaxs_own_error(self):
        text = "import jax\n@jax.jit\ndef f(v):\n    if v > 0:\n        return v\n    return -v\nf(1.0)\n"
        self.worker.run(text)
        diagnostic = self.worker.of_kind("diagnostic")[0]["diagnostic"]
        self.assertEqual(diagnostic["error_type"], "TracerBoolConversionError")
        self.assertEqual(diagnostic["range"]["line"], 4)
        self.assertIn("v", json.dumps(diagnostic["message"]))

    def test_an_endless_python_loop_is_cancelled(self):
        self.worker.send("run", name="p.py", text="print('go', flush=True)\nwhile True: pass\n", measure=False)
        self.worker.wait_for("output")
        start = time.monotonic()
        self.worker.send("cancel")
        answers = [self.worker.answer(10), self.worker.answer(10)]
        self.assertLess(time.monotonic() - start, 1.0)
        outcome = [a["result"]["outcome"] for a in answers if "outcome" in a["result"]]
        self.assertEqual(outcome, ["cancelled"])

    def test_an_endless_kernel_is_cancelled(self):
        text = ("import jax, jax.numpy as jnp\nfrom jax import lax\nprint('go', flush=True)\n"
                "jax.jit(lambda n: lax.while_loop(lambda s: s < n, lambda s: s * 1, n - 1))(jnp.int32(5))\n")
        self.worker.send("run", name="p.py", text=text, measure=False)
        self.worker.wait_for("compiled")
        time.sleep(0.3)
        self.worker.send("cancel")
        answers = [self.worker.answer(10), self.worker.answer(10)]
        self.assertIn("cancelled", [a["result"].get("outcome") for a in answers])
        self.assertEqual(self.worker.run("print(1)")["result"]["outcome"], "done")

    def test_a_huge_allocation_is_a_clear_error(self):
        self.worker.run("import jax.numpy as jnp\nx = jnp.ones((1 << 20, 1 << 20))\n")
        diagnostic = self.worker.of_kind("diagnostic")[0]["diagnostic"]
        self.assertEqual(diagnostic["range"]["line"], 2)
        self.assertIn("MemoryError", diagnostic["error_type"])

    def test_input_reaches_the_program(self):
        self.worker.send("run", name="p.py", text="print('hello ' + input('name? '))\n", measure=False)
        self.worker.wait_for("output")
        self.worker.send("input", text="Ada")
        self.worker.answer(10), self.worker.answer(10)
        self.assertIn("hello Ada", self.worker.output())

    def test_malformed_hlo_is_a_diagnostic_with_a_place(self):
        answer = self.worker.call("openFile", name="m.hlo", text="HloModule m\n\nENTRY e {\n  p = f32[2] parameter(0)\n  ROOT r = f32[2] frobnicate(p)\n}\n")
        self.assertEqual(answer["result"]["outcome"], "failed")
        diagnostic = self.worker.of_kind("diagnostic")[0]["diagnostic"]
        self.assertEqual(diagnostic["range"]["line"], 5)

    def test_hlo_text_is_compiled(self):
        answer = self.worker.call("openFile", name="m.hlo", text="HloModule m\n\nENTRY e {\n  p = f32[2] parameter(0)\n  ROOT r = f32[2] add(p, p)\n}\n")
        self.assertEqual(answer["result"]["outcome"], "done")
        self.assertIn("compiled", self.worker.kinds())

    def test_lines_that_are_no_requests_are_answered(self):
        for line, code in (("{", -32700), ("[1]", -32600), ('{"id": 7}', -32600), ('{"id": 8, "method": "nonsense"}', -32601),
                           ('{"id": 9, "method": "run", "params": {}}', -32602)):
            self.worker.write(line)
            self.assertEqual(self.worker.answer(10)["error"]["code"], code, line)

    def test_a_killed_worker_says_nothing_more(self):
        self.worker.process.send_signal(signal.SIGKILL)
        self.worker.process.wait(10)
        replacement = Worker()
        try:
            self.assertEqual(replacement.run("print(2)")["result"]["outcome"], "done")
        finally:
            replacement.close()


if __name__ == "__main__":
    unittest.main()
