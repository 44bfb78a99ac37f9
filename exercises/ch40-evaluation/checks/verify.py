"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("load", "evaluate", "loads"),
    Criterion("grade", "evaluate", "grades"),
    Criterion("run", "evaluate", "runs"),
    Criterion("chances", "measures", "estimates_chances"),
    Criterion("interval", "measures", "knows_how_sure"),
    Criterion("compare", "measures", "compares"),
    Criterion("report", "measures", "reports"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["agents.py", "cases.py"]))
