"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("identity", "agent", "begins_with_its_identity"),
    Criterion("greeting", "agent", "greets_in_character"),
    Criterion("memory", "agent", "remembers_earlier_turns"),
    Criterion("separate", "agent", "keeps_two_agents_apart"),
    Criterion("empty", "agent", "answers_empty_input"),
    Criterion("chat", "agent", "chats_on_the_command_line"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
