"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CUT = "Cuts a text into overlapping passages"
RARITY = "Weighs rare words more than common ones"
SCORE = "Scores a passage by BM25"
SEARCH = "Finds the best passages first"
PROBLEMS = "Notices citations and quotations that do not hold"
ANSWER = "Answers from the passages that were found"
HONEST = "Says so when it has no answer that holds"

CRITERIA = [
    Criterion(CUT, "search", "cuts"),
    Criterion(RARITY, "search", "weighs_words"),
    Criterion(SCORE, "search", "scores", needs=[RARITY]),
    Criterion(SEARCH, "search", "finds", needs=[SCORE]),
    Criterion(PROBLEMS, "grounded", "notices_problems"),
    Criterion(ANSWER, "grounded", "answers", needs=[SEARCH, PROBLEMS]),
    Criterion(HONEST, "grounded", "is_honest", needs=[ANSWER]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py", "texts.py"]))
