"""Every sample runs, prints what is recorded beside this file (values of real JAX), and its report holds together."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from number_text import difference

ONEPOTC = os.environ["ONEPOTC"]
HERE = pathlib.Path(__file__).resolve().parent
SAMPLES = sorted((HERE.parents[1] / "samples").glob("*.py"))


def run(sample):
    """What the sample printed, and its report."""
    with tempfile.TemporaryDirectory(prefix="onepot-test-") as folder:
        report = pathlib.Path(folder) / "run.json"
        done = subprocess.run([ONEPOTC, "run", "--json", report, sample], capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise AssertionError(f"{sample.name} failed:\n{done.stderr}")
        return done.stdout, json.loads(report.read_text())


class Samples(unittest.TestCase):
    def test_there_are_samples(self):
        self.assertGreaterEqual(len(SAMPLES), 6)

    def test_each_prints_what_jax_prints(self):
        for sample in SAMPLES:
            with self.subTest(sample=sample.name):
                printed, _ = run(sample)
                wanted = (HERE / f"{sample.stem}.out").read_text()
                self.assertIsNone(difference(printed, wanted))

    def test_each_report_holds_together(self):
        for sample in SAMPLES:
            with self.subTest(sample=sample.name):
                _, report = run(sample)
                self.assertEqual(report["outcome"], "done")
                self.assertTrue(report["functions"])
                for function in report["functions"]:
                    self.check_function(function, sample)

    def check_function(self, function, sample):
        lines = len(sample.read_text().splitlines())
        self.assertLessEqual(function["bytes_ideal"], function["bytes_jit"])
        self.assertLessEqual(function["bytes_jit"], function["bytes_eager"])
        moved = sum(kernel["bytes_read"] + kernel["bytes_written"] for kernel in function["kernels"])
        self.assertEqual(moved, function["bytes_jit"])
        for decision in function["fusion_decisions"]:
            self.assertTrue(decision["reason"])
        self.assertLessEqual(max((b["offset"] + b["size"] for b in function["buffers"]), default=0), function["peak_bytes"])
        for kernel in function["kernels"]:
            for file, line, column, end_line, end_column in kernel["source"]:
                if file.endswith(sample.name):
                    self.assertTrue(1 <= line <= end_line <= lines, (line, end_line))


class Compose(unittest.TestCase):
    def test_the_whole_function_becomes_one_kernel_that_reads_each_input_once(self):
        _, report = run(HERE.parents[1] / "samples" / "compose.py")
        (function,) = [f for f in report["functions"] if f["name"] == "compose"]
        (kernel,) = function["kernels"]
        array = 2048 * 2048 * 4
        self.assertEqual((kernel["bytes_read"], kernel["bytes_written"]), (2 * array, 4))
        self.assertEqual(function["bytes_jit"], function["bytes_ideal"])
        self.assertEqual(function["calls"], 1)


if __name__ == "__main__":
    unittest.main()
