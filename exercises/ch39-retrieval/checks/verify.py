"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("cut", "search", "cuts"),
    Criterion("rarity", "search", "weighs_words"),
    Criterion("score", "search", "scores"),
    Criterion("search", "search", "finds"),
    Criterion("problems", "grounded", "notices_problems"),
    Criterion("answer", "grounded", "answers"),
    Criterion("honest", "grounded", "is_honest"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py", "texts.py"]))
