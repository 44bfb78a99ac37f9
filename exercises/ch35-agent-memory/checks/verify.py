"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

WINDOW = "Keeps the newest turns that fit"
SUMMARY = "Summarizes each turn that leaves, once"
FACTS = "Keeps facts from one conversation to the next"
DISK = "Loses no fact when something goes wrong"
RECALL = "Recalls the facts that matter"
PROMPT = "Shows the model facts, summary and window"
TURN = "Remembers what the model asks it to"

CRITERIA = [
    Criterion(WINDOW, "memory", "keeps_the_newest_turns"),
    Criterion(SUMMARY, "memory", "summarizes_what_leaves", needs=[WINDOW]),
    Criterion(FACTS, "memory", "keeps_facts"),
    Criterion(DISK, "memory", "loses_no_fact", needs=[FACTS]),
    Criterion(RECALL, "memory", "recalls_what_matters", needs=[FACTS]),
    Criterion(PROMPT, "agent", "shows_the_model_all"),
    Criterion(TURN, "agent", "remembers_in_a_turn", needs=[SUMMARY, FACTS, RECALL, PROMPT]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
