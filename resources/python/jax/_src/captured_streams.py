"""sys.stdout, sys.stderr and sys.stdin for a program whose text goes to a window."""
import codecs
import io
import sys


class _Bytes(io.RawIOBase):
    """What sys.stdout.buffer is: bytes, shown as the text that they are."""

    def __init__(self, text):
        self._text, self._decoder = text, codecs.getincrementaldecoder("utf-8")("replace")

    def write(self, data):
        self._text.write(self._decoder.decode(bytes(data)))
        return len(data)

    def writable(self):
        return True

    def fileno(self):
        return self._text.fileno()


class _Output(io.TextIOBase):
    encoding = "utf-8"
    errors = "replace"

    def __init__(self, number, write):
        self._number, self._write = number, write
        self.buffer = _Bytes(self)

    def fileno(self):
        return self._number  # a child process that gets it is heard too

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

    def read(self, size=-1):
        return "".join(iter(self.readline, ""))

    def readable(self):
        return True

    def isatty(self):
        return False


def install(write, read):
    sys.stdout = sys.__stdout__ = _Output(1, write)
    sys.stderr = sys.__stderr__ = _Output(2, write)
    sys.stdin = sys.__stdin__ = _Input(read)
