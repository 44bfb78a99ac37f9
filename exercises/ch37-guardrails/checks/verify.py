"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

CRITERIA = [
    Criterion("input", "guardrails", "cleans_input"),
    Criterion("quote", "guardrails", "marks_foreign_text"),
    Criterion("redact", "guardrails", "hides_secrets"),
    Criterion("policy", "guardrails", "denies_what_is_not_allowed"),
    Criterion("budget", "guardrails", "keeps_the_budget"),
    Criterion("approval", "guardrails", "asks_a_person"),
    Criterion("run", "guardrails", "runs_what_all_allow"),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
