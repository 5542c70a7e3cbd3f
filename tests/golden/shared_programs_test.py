"""Public programs that must run unmodified, where a checkout of them lies beside the project; skipped openly elsewhere."""
import json
import os
import pathlib
import re
import subprocess
import unittest

from number_text import difference

ONEPOTC = os.environ["ONEPOTC"]
SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared"
PROGRAMS, SPEED = SHARED / "programs", SHARED / "speed"
SPEED_NAMES = """compose gelu chain64 softmax layernorm black_scholes sum_rows sum_columns transpose_add variance
    pairwise_distance nbody_forces matmul matmul_bias_relu attention mandelbrot heat life scalar_while random_normal
    dispatch dispatch_tree compile_deep""".split()


def run(path, *arguments, **environment):
    done = subprocess.run([ONEPOTC, "run", path, *arguments], capture_output=True, text=True, timeout=250,
                          env={**os.environ, **environment})
    if done.returncode:
        raise AssertionError(f"{path.name} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


@unittest.skipUnless(PROGRAMS.is_dir(), f"skipped: there is no {PROGRAMS.name} folder beside the project")
class Programs(unittest.TestCase):
    def test_compose_times_both_ways(self):
        eager, jit, factor = map(float, re.findall(r"[-\d.]+(?= ms|x)", run(PROGRAMS / "compose.py")))
        self.assertAlmostEqual(factor, eager / jit, delta=0.02 * factor)

    def test_gelu_prints_values_stablehlo_and_hlo(self):
        printed = run(PROGRAMS / "gelu.py")
        values, stablehlo, hlo = re.match(r"(.*?\n)(module @jit_gelu.*?\n}\n)\s*(HloModule jit_gelu.*)", printed, re.S).groups()
        # The first values lie where 1 + tanh cancels: 1 ulp of tanh is 3e-5 of the result there.
        self.assertIsNone(difference(values, "[-0.00363752 -0.00363752 -0.00363751 -0.00363768 -0.00363758] 667145.56"))
        self.assertIn("stablehlo.tanh", stablehlo)
        self.assertEqual(hlo.count(" fusion("), 1)

    def test_matmul_agrees_with_numpy(self):
        self.assertEqual(len(run(PROGRAMS / "matmul.py").splitlines()), 3)

    def test_sin_squared_prints_values_jaxpr_and_hlo(self):
        printed = run(PROGRAMS / "sin_squared.py")
        values = "[0.         0.7080734  0.82682174 0.01991485 0.57275003 0.9195358\n 0.07807302 0.4316314 ]\n"
        first, rest = printed.split("{", 1)
        jaxpr, hlo = ("{" + rest).split("HloModule", 1)
        self.assertIsNone(difference(first, values))
        self.assertEqual(" ".join(jaxpr.split()),
                         "{ lambda ; a:f32[8]. let b:f32[8] = jit[ name=compute_sin_squared jaxpr={ lambda ; a:f32[8]. let "
                         "c:f32[8] = sin a b:f32[8] = integer_pow[y=2] c in (b,) } ] a in (b,) }")
        hlo, last = hlo.rsplit("}\n\n", 1)
        self.assertIn(" sine(", hlo)
        self.assertIsNone(difference(last, values))

    def test_transforms(self):
        self.assertIsNone(difference(run(PROGRAMS / "transforms.py"), """[CpuDevice(id=0)]
            [-0.33361718  0.8938308  -0.47854844  0.98685676 -0.40560788  0.99595803 -0.92397135  0.99998856]
            [-0.33361718]
            [-1.0048864   0.9777654   0.2536559   0.09260436]
            [[-0.4530701   0.4538493   0.11770118 -0.20994228]
             [ 0.45384926 -0.48176923 -0.21219425  0.13110675]
             [ 0.11770113 -0.2121943  -0.3468389  -0.19641094]
             [-0.20994231  0.1311068  -0.19641092 -0.32759503]]
            0.0063123065
            refused: TracerBoolConversionError
            [0. 1.]"""))


@unittest.skipUnless(SPEED.is_dir(), f"skipped: there is no {SPEED.name} folder beside the project")
class SpeedSet(unittest.TestCase):
    def test_every_program_has_jaxs_checksum(self):
        lines = map(json.loads, run(SPEED / "speed.py", *SPEED_NAMES, SPEED_SECONDS="0.01").splitlines())
        seen = [line["name"] for line in lines if "error" not in line]
        self.assertEqual(seen, SPEED_NAMES)


if __name__ == "__main__":
    unittest.main()
