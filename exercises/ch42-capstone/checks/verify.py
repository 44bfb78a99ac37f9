"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

PROBLEM = "Finds what is wrong with a call"
ALLOWED = "Asks about what is risky, and more after reading from outside"
RUN = "Runs what it may and tells the model in every case"
MEMORY = "Shows the model facts and whole turns"
LOOP = "Ends every turn whole, whatever happens"
GRADE = "Judges by what was done, not by what was said"
MEASURE = "Tries every scenario afresh and reports the worst first"

CRITERIA = [
    Criterion(PROBLEM, "tools", "finds_problems"),
    Criterion(ALLOWED, "tools", "asks_about_risks"),
    Criterion(RUN, "tools", "runs_calls", needs=[PROBLEM, ALLOWED]),
    Criterion(MEMORY, "memory", "shows_what_matters"),
    Criterion(LOOP, "agent", "ends_turns", needs=[RUN, MEMORY]),
    Criterion(GRADE, "evaluate", "grades"),
    Criterion(MEASURE, "evaluate", "measures", needs=[GRADE]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["facts.py", "hut.py", "scenarios.py", "scripted_model.py"]))
