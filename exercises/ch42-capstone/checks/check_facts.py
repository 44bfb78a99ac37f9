"""Facts in a file that the learner's code can reach as well."""

import json

from check_files import read_file, write_file
from facts import Facts  # the pristine one, which lies beside the copy of the work


class CheckedFacts(Facts):
    """The same as Facts, but what lies at its path is looked at before it is opened: it is this process that opens it."""

    def all(self):
        text = read_file(self.path)
        return {} if text is None else json.loads(text)

    def remember(self, key, text):
        write_file(self.path, json.dumps({**self.all(), key.strip().lower(): text.strip()}, indent=2))
        return f"I shall remember the {key}: {text}."
