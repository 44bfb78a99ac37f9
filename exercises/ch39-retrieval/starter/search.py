"""Finding the passages of some texts that have to do with a question."""

import math
from collections import Counter

from texts import Passage, sentences, words

# --- 1. Cutting texts into passages ------------------------------------------


def cut(name, text, size=3, overlap=1):
    """Cut a text into passages of `size` sentences. Each begins with the last
    `overlap` sentences of the one before.

    For five sentences A B C D E, with size=3 and overlap=1:

      Passage("ferries#1", "A B C"), Passage("ferries#2", "C D E")

    The ids are the name, "#", and a number from 1 on. Sentences are joined by
    one blank. The last passage is the first one that has the last sentence in
    it; it may be shorter than the others. A text without sentences has no
    passages.

    Raises ValueError if overlap is not smaller than size, since then one would
    never get on, or below 0.

    Useful: sentences(text) is a list, and so is sentences(text)[2:5].
    range(0, 10, 2) goes in steps.
    """
    raise NotImplementedError("cut() is not written yet")


# --- 2 to 4. Ranking passages by the words they share with a question --------

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

                         N - n + 0.5
          ln ( 1  +  ------------------- )
                           n + 0.5

          N   number of passages
          n   number of passages that have the word, however often
          ln  math.log

        The word is in small letters. A word in no passage is the rarest of
        all.
        """
        raise NotImplementedError("Index.rarity() is not written yet")

    def score(self, question, number):
        """How well a passage, self.passages[number], fits a question. This
        formula is called BM25.

        It is the sum, over the DIFFERENT words of the question, of

                                     f * (K1 + 1)
          rarity  *  -----------------------------------------------
                      f  +  K1 * (1 - B + B * length / average length)

          f       how often the word is in this passage; if it is not, it adds
                  nothing
          length  number of words of this passage
        """
        raise NotImplementedError("Index.score() is not written yet")

    def search(self, question, top=3):
        """The best passages for a question, as pairs (score, passage), the
        best first.

        At most `top` of them, and none with a score of 0. Of passages with the
        same score, the one that comes earlier in self.passages comes first.
        """
        raise NotImplementedError("Index.search() is not written yet")
