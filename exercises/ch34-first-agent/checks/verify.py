"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

IDENTITY = "Begins with its name and instructions"
GREETING = "Answers a greeting in character"
MEMORY = "Remembers earlier turns"
SEPARATE = "Keeps two agents apart"
EMPTY = "Answers empty input without the model"
CHAT = "Chats on the command line until quit"

CRITERIA = [
    Criterion(IDENTITY, "agent", "begins_with_its_identity"),
    Criterion(GREETING, "agent", "greets_in_character", needs=[IDENTITY]),
    Criterion(MEMORY, "agent", "remembers_earlier_turns", needs=[IDENTITY, GREETING]),
    Criterion(SEPARATE, "agent", "keeps_two_agents_apart", needs=[IDENTITY, GREETING]),
    Criterion(EMPTY, "agent", "answers_empty_input", needs=[IDENTITY, GREETING]),
    Criterion(CHAT, "agent", "chats_on_the_command_line", needs=[IDENTITY, GREETING, MEMORY]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
