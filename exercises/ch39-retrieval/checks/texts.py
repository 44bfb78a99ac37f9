"""Reading and taking apart texts.

You do not need to change this file, but do read it.
"""

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Passage:
    """A piece of a text that is found, read and cited as a whole."""

    id: str  # such as "ferries#2": the second passage of ferries.txt
    text: str


def words(text):
    """The words of a text in small letters:
    "It's 8 o'clock!" is ["it", "s", "8", "o", "clock"].
    """
    return re.findall(r"[^\W_]+", text.lower())


def sentences(text):
    """The sentences of a text, each with its full stop. A text without any
    words has none.
    """
    parts = re.split(r"(?<=[.!?])\s+", text.strip())
    return [sentence for sentence in parts if words(sentence)]


def read_guide(folder="guide"):
    """The texts of the visitors' guide by name:
    {"birds": "The island is named ...", ...}.
    """
    return {
        path.stem: path.read_text(encoding="utf-8")
        for path in sorted(Path(folder).glob("*.txt"))
    }
