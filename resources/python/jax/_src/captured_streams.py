"""sys.stdout, sys.stderr and sys.stdin for a program whose text goes to a window."""
import io
import sys


class _Output(io.TextIOBase):
    encoding = "utf-8"
    errors = "replace"

    def __init__(self, number, write):
        self._number, self._write = number, write

    def write(self, text):
        self._write(self._number, str(text))
        return len(text)

    def writable(self):
        return True

    def isatty(self):
        return False

    def flush(self):
        pass


class _Input(io.TextIOBase):
    encoding = "utf-8"

    def __init__(self, read):
        self._read = read

    def readline(self, size=-1):
        return self._read("")

    def readable(self):
        return True

    def isatty(self):
        return False


def install(write, read):
    sys.stdout = sys.__stdout__ = _Output(1, write)
    sys.stderr = sys.__stderr__ = _Output(2, write)
    sys.stdin = sys.__stdin__ = _Input(read)
