"""What an agent remembers: a window on the conversation, a summary of the
rest, and facts for good.
"""

import json
import os
import re
from pathlib import Path

# Words that say nothing about what a question is about.
COMMON = set(
    "a about an and are at did do for i in is it me my of on or the this to "
    "was we what who you your".split()
)


def words(turn):
    """How many words a turn has.

    Real models count tokens, which are pieces of words; the idea is the same.
    """
    return sum(len(message["content"].split()) for message in turn)


def key_words(text):
    """The words that matter in a text, as a set:
    key_words("What is my dog called?") is {"dog", "called"}.
    """
    return set(re.findall(r"\w+", text.lower())) - COMMON


# --- 1. A window on the conversation -----------------------------------------


def fit(turns, budget):
    """The newest turns that together have at most `budget` words.

    turns   a list, oldest first. A turn is a list of two messages: what the
            user said and what was answered.

    Returns a new list, oldest first as well, and leaves `turns` as it is.
      * a turn is kept whole or not at all
      * there are no gaps: if a turn does not fit, all the older ones are left
        out too, however short
      * the newest turn is always kept, even if it has more words than the
        budget
    """
    kept, used = [], 0
    for turn in reversed(turns):
        used += words(turn)
        if kept and used > budget:
            break
        kept.insert(0, turn)
    return kept


# --- 2. A summary of what has left the window --------------------------------


class ShortTerm:
    """One conversation: a window of whole turns, and a summary of all that
    came before them.

      turns     the turns in the window, oldest first
      summary   a text, empty as long as nothing has left the window
    """

    def __init__(self, model, budget):
        self.model = model
        self.budget = budget
        self.turns = []
        self.summary = ""

    def add(self, question, answer):
        """Add a turn: {"role": "user", "content": question}
        and {"role": "assistant", "content": answer}.

        Turns that do not fit any more leave the window. Together, as one list
        and oldest first, they go to
        self.model.summarize(self.summary, leaving), which returns the new
        summary. If none leaves, the model is not asked.

        If summarize() raises an exception, it goes on to the caller, and no
        turn is lost: all of them, the new one too, are still in self.turns,
        and leave at the next attempt.
        """
        self.turns.append([
            {"role": "user", "content": question},
            {"role": "assistant", "content": answer},
        ])
        kept = fit(self.turns, self.budget)
        self.turns = kept


# --- 3. Facts that outlive the conversation ----------------------------------


class LongTerm:
    """Facts in a file: a JSON object from keys to texts, such as
    {"dog": "Your dog is Pixel."}

    facts   the same as a dictionary, in the order in which they were first
            remembered

    Keys are kept in small letters and without spaces around them: "Dog" and
    " dog " are the same.
    """

    def __init__(self, path):
        self.path = Path(path)
        self.facts = self.load()

    def load(self):
        """The facts in the file; {} if there is no file yet.

        Raises ValueError, naming the file, if it holds something else than a
        JSON object.
        """
        if not self.path.exists():
            return {}
        try:
            facts = json.loads(self.path.read_text(encoding="utf-8"))
        except ValueError as problem:
            raise ValueError(f"{self.path} is damaged: {problem}") from problem
        if not isinstance(facts, dict):
            kind = type(facts).__name__
            raise ValueError(
                f"{self.path} should hold a JSON object, not a {kind}"
            )
        return facts

    def remember(self, key, text):
        """Keep a fact.

        It takes the place of an older one with the same key, and is on disk
        when this returns.
        """
        self.facts[key.strip().lower()] = text
        self.save()

    def forget(self, key):
        """Remove a fact, from the disk too.

        A key that is not known is fine.
        """
        self.facts.pop(key.strip().lower(), None)
        self.save()

    def save(self):
        """Write self.facts to the file.

        At every moment the file holds either all the old facts or all the new
        ones, whatever goes wrong in between: a full disk, a crash. An
        exception goes on to the caller.

        Useful: os.replace(one, other) puts a finished file into the place of
        another in one step.
        """
        unfinished = self.path.with_name(self.path.name + ".new")
        text = json.dumps(self.facts, indent=2)
        unfinished.write_text(text, encoding="utf-8")
        os.replace(unfinished, self.path)

    # --- 4. Only what matters now ---

    def recall(self, question, limit=3):
        """The texts of the facts that have most to do with a question, at
        most `limit` of them.

        A fact counts one point for each of the question's key_words() that is
        in its key or in its text. Most points first; with equal points, in
        the order of self.facts. Facts without a point are left out.
        """
        asked = key_words(question)
        points = {
            key: len(asked & key_words(f"{key} {text}"))
            for key, text in self.facts.items()
        }
        scored = [key for key in points if points[key]]
        best = sorted(scored, key=lambda key: -points[key])
        return [self.facts[key] for key in best[:limit]]
