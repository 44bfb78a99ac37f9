"""Finding the passages of some texts that have to do with a question."""

import math
from collections import Counter

from texts import Passage, sentences, words


def cut(name, text, size=3, overlap=1):
    """Cut a text into passages of `size` sentences, which overlap."""
    if not 0 <= overlap < size:
        raise ValueError(
            f"an overlap of {overlap} does not fit "
            f"passages of {size} sentences"
        )
    parts = sentences(text)
    passages = []
    for start in range(0, len(parts), size - overlap):
        id = f"{name}#{len(passages) + 1}"
        passages.append(Passage(id, " ".join(parts[start : start + size])))
        if start + size >= len(parts):
            break
    return passages


# How soon a word that is repeated stops to count for more, and how much long
# passages lose.
K1 = 1.5
B = 0.75


class Index:
    """Passages, counted once so that many questions can be answered
    quickly.
    """

    def __init__(self, passages):
        self.passages = list(passages)
        texts = [words(passage.text) for passage in self.passages]
        self.counts = [Counter(text) for text in texts]
        self.lengths = [len(text) for text in texts]
        self.average_length = sum(self.lengths) / max(1, len(self.lengths))

    def rarity(self, word):
        """How much a word tells: a lot if few passages have it, little if
        nearly all do.
        """
        having = sum(1 for counts in self.counts if word in counts)
        others = len(self.passages) - having
        return math.log(1 + (others + 0.5) / (having + 0.5))

    def score(self, question, number):
        """How well a passage fits a question, by BM25."""
        counts = self.counts[number]
        penalty = 1
        if self.average_length:
            penalty = 1 - B + B * self.lengths[number] / self.average_length
        total = 0.0
        for word in set(words(question)):
            times = counts[word]
            if times:
                weight = times * (K1 + 1) / (times + K1 * penalty)
                total += self.rarity(word) * weight
        return total

    def search(self, question, top=3):
        """The best passages for a question, as pairs (score, passage), the
        best first.
        """
        scored = [
            (self.score(question, number), passage)
            for number, passage in enumerate(self.passages)
        ]
        ranked = sorted(scored, key=lambda pair: pair[0])[::-1]
        return [pair for pair in ranked if pair[0] > 0][:top]
