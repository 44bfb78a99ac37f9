"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

DESCRIBE = "Describes a tool by its signature and docstring"
PROBLEMS = "Explains what is wrong with arguments"
RUN = "Runs a tool call and reports every error as text"
CALCULATE = "Calculates without running code"
NOTES = "Keeps notes inside their folder"
RESPOND = "Answers every tool call of a turn"

CRITERIA = [
    Criterion(DESCRIBE, "tools", "describes_a_tool"),
    Criterion(PROBLEMS, "tools", "explains_wrong_arguments"),
    Criterion(RUN, "tools", "runs_a_tool_call", needs=[DESCRIBE, PROBLEMS]),
    Criterion(CALCULATE, "tools", "calculates"),
    Criterion(NOTES, "tools", "keeps_notes_inside"),
    Criterion(RESPOND, "agent", "answers_every_call", needs=[DESCRIBE, PROBLEMS, RUN]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
