"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("problem", "tools", "finds_problems"),
    Criterion("allowed", "tools", "asks_about_risks"),
    Criterion("run", "tools", "runs_calls"),
    Criterion("memory", "memory", "shows_what_matters"),
    Criterion("loop", "agent", "ends_turns"),
    Criterion("grade", "evaluate", "grades"),
    Criterion("measure", "evaluate", "measures"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["facts.py", "hut.py", "scenarios.py", "scripted_model.py"]))
