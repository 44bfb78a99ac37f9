"""What is checked in this exercise, in the order in which a learner meets it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check_runner import Criterion, judge_folder  # noqa: E402 (the path comes first)

INPUT = "Cleans and limits what comes in"
QUOTE = "Marks foreign text as data"
REDACT = "Hides secrets in what goes out"
POLICY = "Denies every call that is not allowed"
BUDGET = "Keeps within its budget"
APPROVAL = "Takes nothing but a yes for a yes"
RUN = "Runs a call only if every guard agrees"

CRITERIA = [
    Criterion(INPUT, "guardrails", "cleans_input"),
    Criterion(QUOTE, "guardrails", "marks_foreign_text"),
    Criterion(REDACT, "guardrails", "hides_secrets"),
    Criterion(POLICY, "guardrails", "denies_what_is_not_allowed"),
    Criterion(BUDGET, "guardrails", "keeps_the_budget"),
    Criterion(APPROVAL, "guardrails", "asks_a_person"),
    Criterion(RUN, "guardrails", "runs_what_all_allow", needs=[QUOTE, REDACT, POLICY, BUDGET, APPROVAL]),
]

if __name__ == "__main__":
    sys.exit(judge_folder(CRITERIA, pristine=["scripted_model.py"]))
