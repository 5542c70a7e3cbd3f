"""Which frames of a traceback are a library's."""


def register_exclusion(path):
    """The user's frames come first in any case."""
