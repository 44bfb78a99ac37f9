"""Judges a learner's folder, one criterion after another.

Every criterion runs in a process of its own (check_child.py) on a copy of the learner's Python
files. So a run that hangs, ends itself, floods the terminal or writes files spoils neither the
next criterion nor the learner's folder. Standard output carries rows only: one JSON object a line.
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

# Seconds one criterion may take. Work that is right needs far less than one.
RUN_SECONDS = 3.5
# Seconds for all together: leaves a margin below the 30 seconds an exercise's check is given.
TOTAL_SECONDS = 25
# Less than this is no fair chance on a busy machine.
SHORTEST_RUN_SECONDS = 1


class Criterion:
    """One line of the learner's checklist.

    name    as the learner reads it, and as CLAUDE.md lists it
    module  the learner's file it is about, without ".py"
    check   a function in check_criteria.py; it is given the learner's module
    needs   names of criteria without which this one says nothing
    """

    def __init__(self, name, module, check, needs=()):
        self.name, self.module, self.check, self.needs = name, module, check, needs


def judge_folder(criteria, pristine):
    """Print a row for each criterion on the work in the current folder; 0 if all passed, else 1.

    pristine: modules of the exercise that replace the learner's copies, which may be edited or gone.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that `finally` still cleans up
    checks = os.path.dirname(os.path.abspath(__file__))
    folder = os.path.realpath(tempfile.mkdtemp(prefix="af-check-"))
    try:
        copy_work(os.getcwd(), folder)
        for name in pristine:
            shutil.copyfile(os.path.join(checks, name), os.path.join(folder, name))
        return 0 if judge_all(criteria, checks, folder) else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def judge_all(criteria, checks, folder):
    deadline = time.monotonic() + TOTAL_SECONDS
    passed, unloadable = set(), set()
    for criterion in criteria:
        verdict = reason_to_skip(criterion, passed, unloadable, deadline)
        if verdict is None:
            seconds = min(RUN_SECONDS, deadline - time.monotonic())
            verdict = run_check(Check(checks, folder, criterion.module, criterion.check), seconds)
        if verdict.pop("unloadable", False):
            unloadable.add(criterion.module)
        if verdict["passed"]:
            passed.add(criterion.name)
        print(json.dumps({"name": criterion.name, **verdict}), flush=True)
    return len(passed) == len(criteria)


def reason_to_skip(criterion, passed, unloadable, deadline):
    """The row's verdict if the criterion cannot be judged, otherwise None."""
    if criterion.module in unloadable:
        return skipped(f"Not judged yet: {criterion.module}.py could not be loaded.")
    for name in criterion.needs:
        if name not in passed:
            return skipped(f"Not judged yet: it builds on “{name}”.")
    if deadline - time.monotonic() < SHORTEST_RUN_SECONDS:
        return skipped("Not judged: the criteria before it used up the time of this check.")
    return None


def skipped(message):
    return {"passed": False, "status": "skipped", "message": message}
