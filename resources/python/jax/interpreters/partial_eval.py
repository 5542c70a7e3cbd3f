"""Partial evaluation: names for type tests."""


class PartialVal:
    """A value that is half known."""


class JaxprTracer:
    """A value that stands for a line of a jaxpr."""
