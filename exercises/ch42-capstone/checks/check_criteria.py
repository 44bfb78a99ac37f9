"""The checks of this exercise: each gets one of the learner's modules, and raises Failed if it falls short."""

from check_evaluate import grades, measures
from check_memory import shows_what_matters
from check_tools import asks_about_risks, finds_problems, runs_calls
from check_turns import ends_turns

__all__ = ["asks_about_risks", "ends_turns", "finds_problems", "grades", "measures", "runs_calls", "shows_what_matters"]
