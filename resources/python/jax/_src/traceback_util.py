"""Names that libraries read: the user's frames come first in any case."""


def register_exclusion(path):
    """Nothing to leave out."""


def api_boundary(fun, **options):
    return fun
