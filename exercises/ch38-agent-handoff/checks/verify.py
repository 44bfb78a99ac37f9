"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("route", "handoff", "routes"),
    Criterion("offers", "handoff", "offers_colleagues"),
    Criterion("briefing", "handoff", "briefs"),
    Criterion("circles", "handoff", "notices_circles"),
    Criterion("problem", "handoff", "explains_problems"),
    Criterion("handle", "handoff", "hands_over"),
    Criterion("limits", "handoff", "stops_in_time"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py", "team.py"]))
