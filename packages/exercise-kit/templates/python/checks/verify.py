"""What is checked in this exercise, in the order in which a student meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("short", "shorten", "keeps_a_text_that_fits"),
    Criterion("long", "shorten", "makes_a_long_text_fit"),
    Criterion("words", "shorten", "keeps_words_whole"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=[]))
