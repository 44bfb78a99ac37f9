"""The checks of this exercise: each gets a module of the learner's, and raises Failed if it falls short."""

from check_agent import remembers_in_a_turn, shows_the_model_all
from check_facts import keeps_facts, loses_no_fact, recalls_what_matters
from check_window import keeps_the_newest_turns, summarizes_what_leaves

__all__ = ["keeps_facts", "keeps_the_newest_turns", "loses_no_fact", "recalls_what_matters",
           "remembers_in_a_turn", "shows_the_model_all", "summarizes_what_leaves"]
