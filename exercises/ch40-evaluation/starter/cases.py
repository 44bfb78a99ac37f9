"""What is measured, in three small classes.

You do not need to change this file, but do read it.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One question with a way to tell a good answer from a bad one."""

    id: str
    question: str
    grader: dict  # such as {"type": "number", "equals": 18}


@dataclass(frozen=True)
class Trial:
    """What came of asking once."""

    passed: bool
    why: str  # a sentence for whoever looks into it
    answer: object = None  # what was answered; None if nothing was


class DatasetError(ValueError):
    """A dataset that cannot be used. `problems` has a sentence for everything
    that is wrong with it.
    """

    def __init__(self, problems):
        super().__init__("\n".join(problems))
        self.problems = problems


def words(text):
    """The words of a text in small letters:
    "It's 8 o'clock!" is ["it", "s", "8", "o", "clock"].
    """
    return re.findall(r"[^\W_]+", text.lower())
