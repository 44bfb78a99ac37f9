"""Judges a student's folder, one criterion after another.

Every criterion runs in its own process (check_child.py) on its own copy of the student's Python files, so
that a run that hangs, exits, floods the terminal or writes files spoils neither the next criterion
nor the student's folder. Standard output carries only rows: one JSON object per line.
"""

import json
import os
import shutil
import signal
import sys
import tempfile
import time

from check_copy import copy_work
from check_process import Check, run_check

# Seconds one criterion may take. Correct work needs far less than one.
RUN_SECONDS = 3.5
# Seconds for all together: leaves a margin below the 30 seconds that an exercise's check gets.
TOTAL_SECONDS = 25
# Less than this is not enough on a busy machine.
SHORTEST_RUN_SECONDS = 1


class Criterion:
    """One line of the student's checklist.

    id      the criterion's id, for which config.json has the title and needs
    module  the student's file it is about, without ".py"
    check   a function in check_criteria.py; it is given the student's module
    """

    def __init__(self, id, module, check):
        self.id, self.module, self.check = id, module, check


def judge_folder(criteria, pristine):
    """Print a row for each criterion on the work in the current folder; 0 if all passed, else 1.

    pristine: modules of the exercise that replace the student's copies, which may be edited or missing.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that `finally` still cleans up
    checks = os.path.dirname(os.path.abspath(__file__))
    root = os.path.realpath(tempfile.mkdtemp(prefix="af-check-"))
    try:
        work = os.path.join(root, "work")
        os.mkdir(work)
        copy_work(os.getcwd(), work)
        for name in pristine:
            shutil.copyfile(os.path.join(checks, name), os.path.join(work, name))
        return 0 if judge_all(criteria, read_listed(checks), checks, work) else 1
    finally:
        shutil.rmtree(root, ignore_errors=True)


def read_listed(checks):
    """By id, what config.json says about each criterion."""
    with open(os.path.join(os.path.dirname(checks), "config.json"), encoding="utf-8") as file:
        return {criterion["id"]: criterion for criterion in json.load(file)["criteria"]}


def judge_all(criteria, listed, checks, work):
    deadline = time.monotonic() + TOTAL_SECONDS
    passed, unloadable = set(), set()
    for number, criterion in enumerate(criteria):
        verdict = reason_to_skip(criterion, listed, passed, unloadable, deadline)
        if verdict is None:
            seconds = min(RUN_SECONDS, deadline - time.monotonic())
            folder = shutil.copytree(work, f"{work}-{number}")
            verdict = run_check(Check(checks, folder, criterion.module, criterion.check), seconds)
        if verdict.pop("unloadable", False):
            unloadable.add(criterion.module)
        if verdict["passed"]:
            passed.add(criterion.id)
        print(json.dumps({**verdict, "id": criterion.id}), flush=True)
    return len(passed) == len(criteria)


def reason_to_skip(criterion, listed, passed, unloadable, deadline):
    """The row's verdict if the criterion cannot be judged, otherwise None."""
    if criterion.module in unloadable:
        return skipped(f"Not judged yet: {criterion.module}.py could not be loaded.")
    for needed in listed.get(criterion.id, {}).get("needs", []):
        if needed not in passed:
            return skipped(f"Not judged yet: it builds on “{listed[needed]['title']}”.")
    if deadline - time.monotonic() < SHORTEST_RUN_SECONDS:
        return skipped("Not judged: the criteria before it used up the time of this check.")
    return None


def skipped(message):
    return {"passed": False, "status": "skipped", "message": message}
