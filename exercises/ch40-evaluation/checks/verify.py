"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

LOAD = "Reads a dataset and names every line that is no case"
GRADE = "Grades an answer by what matters"
RUN = "Tries every case several times and survives a crash"
CHANCES = "Tells one good attempt from several in a row"
INTERVAL = "Says how sure a pass rate is"
COMPARE = "Tells better and worse from chance"
REPORT = "Reports what became worse first"

CRITERIA = [
    Criterion(LOAD, "evaluate", "loads"),
    Criterion(GRADE, "evaluate", "grades"),
    Criterion(RUN, "evaluate", "runs", needs=[GRADE]),
    Criterion(CHANCES, "measures", "estimates_chances"),
    Criterion(INTERVAL, "measures", "knows_how_sure"),
    Criterion(COMPARE, "measures", "compares"),
    Criterion(REPORT, "measures", "reports", needs=[INTERVAL, COMPARE]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["agents.py", "cases.py"]))
