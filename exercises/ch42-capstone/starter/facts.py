"""What an agent knows for good, in a file.

Chapter 35 built it; you need not change this file.
"""

import json
import os
from pathlib import Path


class Facts:
    """Texts by their keys. They outlive the program."""

    def __init__(self, path):
        self.path = Path(path)

    def all(self):
        """A dictionary with all facts, as they are on the disk right now."""
        if not self.path.exists():
            return {}
        return json.loads(self.path.read_text(encoding="utf-8"))

    def remember(self, key, text):
        facts = {**self.all(), key.strip().lower(): text.strip()}
        unfinished = self.path.with_name(self.path.name + ".new")
        unfinished.write_text(json.dumps(facts, indent=2), encoding="utf-8")
        os.replace(unfinished, self.path)
        return f"I shall remember the {key}: {text}."
