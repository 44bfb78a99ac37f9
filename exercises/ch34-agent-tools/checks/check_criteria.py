"""The checks of this exercise: each gets one of the learner's modules, and raises Failed if it falls short."""

from check_agent import answers_every_call
from check_calculator import calculates
from check_notes import keeps_notes_inside
from check_tools import describes_a_tool, explains_wrong_arguments, runs_a_tool_call

__all__ = ["answers_every_call", "calculates", "describes_a_tool", "explains_wrong_arguments",
           "keeps_notes_inside", "runs_a_tool_call"]
