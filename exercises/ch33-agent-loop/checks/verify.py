"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("actions", "loop", "carries_out_actions"),
    Criterion("unknown-action", "loop", "reports_an_unknown_action"),
    Criterion("failed-action", "loop", "reports_a_failed_action"),
    Criterion("final", "loop", "stops_at_a_final_answer"),
    Criterion("observations", "loop", "feeds_observations_back"),
    Criterion("step-limit", "loop", "stops_at_the_step_limit"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
