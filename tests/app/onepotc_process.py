"""Runs onepotc as a user or the window would; shared by the tests of the command line and of the worker."""
import atexit
import json
import os
import pathlib
import queue
import shutil
import subprocess
import tempfile
import threading
import time

ONEPOTC = os.environ["ONEPOTC"]
ROOT = pathlib.Path(__file__).resolve().parents[2]


def onepotc(*arguments, stdin=None, timeout=120, folder=None):
    return subprocess.run([ONEPOTC, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=timeout,
                          cwd=folder)


def new_folder():
    """An empty folder that goes when the tests end."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="onepot-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def program(text, name="program.py"):
    """The text in a file of its own folder; the path."""
    path = new_folder() / name
    path.write_text(text, encoding="utf-8")
    return path


def report_of(command, *arguments, timeout=60):
    """What --json says of a command."""
    out = new_folder() / "report.json"
    subprocess.run([ONEPOTC, command, "--json", str(out), *map(str, arguments)], capture_output=True, timeout=timeout)
    return json.loads(out.read_text())


class Worker:
    """A running `onepotc serve`, spoken to as the window does."""

    def __init__(self):
        self.process = subprocess.Popen([ONEPOTC, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.events, self.answers, self.last_id = [], queue.Queue(), 0
        self.magic = self.process.stdout.readline().strip()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("method") == "event":
                self.events.append((time.monotonic(), message["params"]))
            else:
                self.answers.put(message)

    def send(self, method, **params):
        self.last_id += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}))
        return self.last_id

    def write(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self, timeout=120):
        return self.answers.get(timeout=timeout)

    def call(self, method, timeout=120, **params):
        wanted = self.send(method, **params)
        while True:
            answer = self.answer(timeout)
            if answer.get("id") == wanted:
                return answer

    def run(self, text, **params):
        self.events.clear()
        return self.call("run", name="program.py", text=text, measure=False, **params)

    def kinds(self):
        return [event["event"] for _, event in self.events]

    def of_kind(self, kind):
        return [event for _, event in self.events if event["event"] == kind]

    def output(self, stream=1):
        return "".join(e["text"] for e in self.of_kind("output") if e["stream"] == stream)

    def wait_for(self, kind, timeout=60):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if self.of_kind(kind):
                return self.of_kind(kind)
            time.sleep(0.005)
        raise AssertionError(f"no event {kind}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.stdout.close()
