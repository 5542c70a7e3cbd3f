"""`onepotc serve` as JSON-RPC 2.0 asks: ids come back as they were, notifications get no answer, a batch gets a batch."""
import json
import subprocess
import unittest

from onepotc_process import ONEPOTC, Worker


class JsonRpcTest(unittest.TestCase):
    def setUp(self):
        self.worker = Worker()

    def tearDown(self):
        self.worker.close()

    def ask(self, message):
        self.worker.write(message if isinstance(message, str) else json.dumps(message))
        return self.worker.answer(20)

    def test_ids_come_back_as_they_were(self):
        for identity in (7, 0, -3, "seven", "", None, 1.5):
            answer = self.ask({"jsonrpc": "2.0", "id": identity, "method": "devices"})
            self.assertEqual((answer["id"], answer["jsonrpc"]), (identity, "2.0"))
            self.assertIn("result", answer)
            self.assertNotIn("error", answer)

    def test_errors_carry_code_and_words(self):
        for line, code in (("{", -32700), ("[]", -32600), ("1", -32600), ('"x"', -32600), ('{"id": 1}', -32600),
                           ('{"jsonrpc": "2.0", "id": 1, "method": 2}', -32600),
                           ('{"jsonrpc": "2.0", "id": 1, "method": "devices", "params": 3}', -32602),
                           ('{"jsonrpc": "2.0", "id": {}, "method": "devices"}', -32600),
                           ('{"jsonrpc": "2.0", "id": 1, "method": "nonsense"}', -32601),
                           ('{"jsonrpc": "2.0", "id": 1, "method": "run", "params": {"text": 5}}', -32602),
                           ('{"jsonrpc": "2.0", "id": 1, "method": "cancel", "params": [1]}', -32602),
                           ('{"jsonrpc": "2.0", "id": 1, "method": "input", "params": {"text": 5}}', -32602)):
            answer = self.ask(line)
            self.assertEqual(answer["error"]["code"], code, line)
            self.assertTrue(answer["error"]["message"])
            self.assertNotIn("result", answer)

    def test_notifications_get_no_answer(self):
        for method in ("devices", "cancel", "nonsense", "input"):
            self.worker.write(json.dumps({"jsonrpc": "2.0", "method": method}))
        self.assertEqual(self.ask({"jsonrpc": "2.0", "id": "last", "method": "devices"})["id"], "last")

    def test_the_requests_of_a_batch_are_each_answered(self):
        self.worker.write(json.dumps([{"jsonrpc": "2.0", "id": 1, "method": "devices"}, 5,
                                      {"jsonrpc": "2.0", "id": 2, "method": "nonsense"}]))
        answers = [self.worker.answer(20) for _ in range(3)]
        self.assertEqual({json.dumps(a.get("id")) for a in answers}, {"1", "2", "null"})

    def test_the_protocol_is_out_of_the_programs_reach(self):
        text = ("import os, sys\nos.write(1, b'{\"id\": 1}\\n'); os.system('echo child'); print(os.read(0, 1) == b'')\n")
        self.assertEqual(self.worker.run(text)["result"]["outcome"], "done")
        for part in ('{"id": 1}', "child", "True"):
            self.assertIn(part, self.worker.output())

    def test_streams_are_those_that_programs_expect(self):
        text = ("import subprocess, sys\nsys.stdout.buffer.write('bytes é\\n'.encode())\n"
                "subprocess.run(['echo', 'heard'], stdout=sys.stdout)\nprint(sys.stdin.read().upper())\n")
        self.worker.send("run", name="p.py", text=text, measure=False)
        self.worker.wait_for("output")
        for line in ("one\n", "two\n", ""):
            self.worker.send("input", text=line)
        for _ in range(4):
            self.worker.answer(20)
        for part in ("bytes é", "heard", "ONE\nTWO"):
            self.assertIn(part, self.worker.output())

    def test_the_end_of_input_ends_the_worker(self):
        done = subprocess.run([ONEPOTC, "serve"], input="", capture_output=True, text=True, timeout=20)
        self.assertEqual((done.returncode, done.stdout), (0, "onepot-worker 1\n"))
        done = subprocess.run([ONEPOTC, "serve"], input='{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}\n',
                              capture_output=True, text=True, timeout=20)
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
