"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("extract", "structured", "finds_the_json"),
    Criterion("fields", "structured", "checks_fields"),
    Criterion("values", "structured", "checks_values"),
    Criterion("nested", "structured", "looks_inside"),
    Criterion("orders", "orders", "describes_orders"),
    Criterion("repair", "structured", "repairs_mistakes"),
    Criterion("last-attempt", "structured", "gives_up"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
