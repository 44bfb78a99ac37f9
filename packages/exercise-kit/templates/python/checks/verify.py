"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

SHORT = "Keeps a text that fits"
LONG = "Makes a long text fit"
WORDS = "Keeps words whole"

CRITERIA = [
    Criterion(SHORT, "shorten", "keeps_a_text_that_fits"),
    Criterion(LONG, "shorten", "makes_a_long_text_fit"),
    Criterion(WORDS, "shorten", "keeps_words_whole", needs=[LONG]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=[]))
