"""The checks of this exercise: each gets the learner's guardrails module, and raises Failed if it falls short."""

from check_guard import asks_a_person, runs_what_all_allow
from check_policy import denies_what_is_not_allowed, keeps_the_budget
from check_text import cleans_input, hides_secrets, marks_foreign_text

__all__ = ["asks_a_person", "cleans_input", "denies_what_is_not_allowed", "hides_secrets",
           "keeps_the_budget", "marks_foreign_text", "runs_what_all_allow"]
