"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("describe", "tools", "describes_a_tool"),
    Criterion("problems", "tools", "explains_wrong_arguments"),
    Criterion("run", "tools", "runs_a_tool_call"),
    Criterion("calculate", "tools", "calculates"),
    Criterion("notes", "tools", "keeps_notes_inside"),
    Criterion("respond", "agent", "answers_every_call"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
