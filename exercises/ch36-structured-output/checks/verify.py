"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

EXTRACT = "Finds the JSON in what a model wrote"
FIELDS = "Finds missing, unknown and mistyped fields"
VALUES = "Checks allowed values and limits"
NESTED = "Names the place of a problem, however deep"
ORDERS = "Says what a right order is"
REPAIR = "Shows the model its mistakes until they are repaired"
LIMIT = "Gives up after the last attempt"

CRITERIA = [
    Criterion(EXTRACT, "structured", "finds_the_json"),
    Criterion(FIELDS, "structured", "checks_fields"),
    Criterion(VALUES, "structured", "checks_values", needs=[FIELDS]),
    Criterion(NESTED, "structured", "looks_inside", needs=[FIELDS]),
    Criterion(ORDERS, "orders", "describes_orders"),
    Criterion(REPAIR, "structured", "repairs_mistakes", needs=[EXTRACT, FIELDS]),
    Criterion(LIMIT, "structured", "gives_up", needs=[EXTRACT, FIELDS]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
