"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

ACTIONS = "Carries out the requested action"
UNKNOWN = "Reports an unknown action instead of crashing"
FAILED = "Reports a failed action instead of crashing"
FINAL = "Stops at a final answer"
OBSERVATIONS = "Feeds observations back to the model"
LIMIT = "Stops at the step limit"

CRITERIA = [
    Criterion(ACTIONS, "loop", "carries_out_actions"),
    Criterion(UNKNOWN, "loop", "reports_an_unknown_action"),
    Criterion(FAILED, "loop", "reports_a_failed_action"),
    Criterion(FINAL, "loop", "stops_at_a_final_answer"),
    Criterion(OBSERVATIONS, "loop", "feeds_observations_back", needs=[ACTIONS, UNKNOWN, FAILED, FINAL]),
    Criterion(LIMIT, "loop", "stops_at_the_step_limit", needs=[ACTIONS, FINAL]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
