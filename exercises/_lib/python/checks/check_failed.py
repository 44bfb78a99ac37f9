"""How a check says that a criterion is not met."""


class Failed(BaseException):
    """A criterion is not met. `message` says what was expected and found, `hint` nudges.

    facts: the texts `expected`, `found` and `where` (such as "loop.py:31"), if they can be given
    separately, to be shown side by side. Not an Exception, so that a check's own `except Exception`
    around the student's code cannot hide it.
    """

    def __init__(self, message, hint, **facts):
        super().__init__(message)
        self.message, self.hint, self.facts = message, hint, facts
