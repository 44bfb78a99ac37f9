"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("window", "memory", "keeps_the_newest_turns"),
    Criterion("summary", "memory", "summarizes_what_leaves"),
    Criterion("facts", "memory", "keeps_facts"),
    Criterion("disk", "memory", "loses_no_fact"),
    Criterion("recall", "memory", "recalls_what_matters"),
    Criterion("prompt", "agent", "shows_the_model_all"),
    Criterion("turn", "agent", "remembers_in_a_turn"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
