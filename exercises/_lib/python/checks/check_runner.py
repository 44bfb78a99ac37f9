"""Judges a student's folder, one criterion after another.

For every criterion the student's code runs in a process of its own (check_child.py), on its own copy of their
Python files, so that a run that hangs, exits, floods the terminal or writes files spoils neither the next criterion
nor the student's folder. The checks themselves run here, where none of that code ever is: what it can influence are
the values that its process says it has. Standard output carries only rows: one JSON object per line.
"""

import collections
import importlib
import json
import os
import shutil
import signal
import tempfile
import time

from check_copy import compile_work, copy_work
from check_process import Run, failed
from check_verdict import judge
from check_wire import Gone

# Seconds one criterion may take. Correct work needs far less than one.
RUN_SECONDS = 3.5
# Seconds for all together: leaves a margin below the 30 seconds that an exercise's check gets.
TOTAL_SECONDS = 25
# Less than this is not enough on a busy machine.
SHORTEST_RUN_SECONDS = 1


# The folder of the checks, the copies of the work by criterion, the names of the files that were in it, and those of the modules
# that are shared with it.
Place = collections.namedtuple("Place", "checks copies files pristine")


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
    checks = os.path.dirname(os.path.abspath(__file__))
    root, runs = os.path.realpath(tempfile.mkdtemp(prefix="af-check-")), []

    def clean_up():
        for run in runs:
            run.end()
        shutil.rmtree(root, ignore_errors=True)

    end_by_signal(clean_up)
    try:
        work = os.path.join(root, "work")
        os.mkdir(work)
        copy_work(os.getcwd(), work)
        for name in pristine:
            shutil.copyfile(os.path.join(checks, name), os.path.join(work, name))
        compile_work(work)
        # All of them, before any of the student's code could change what is copied.
        copies = {criterion.id: shutil.copytree(work, f"{work}-{criterion.id}") for criterion in criteria}
        for _ in criteria:
            runs.append(Run())
        shared = [name.removesuffix(".py") for name in pristine if name.endswith(".py")]
        place = Place(checks, copies, set(os.listdir(work)), shared)
        return 0 if judge_all(criteria, runs, read_listed(checks), place) else 1
    finally:
        clean_up()


def end_by_signal(clean_up):
    """At once, and not by an exception: a check would take that for one of the student's code."""
    def end(number, frame):
        clean_up()
        os._exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)


def read_listed(checks):
    """By id, what config.json says about each criterion."""
    with open(os.path.join(os.path.dirname(checks), "config.json"), encoding="utf-8") as file:
        return {criterion["id"]: criterion for criterion in json.load(file)["criteria"]}


def judge_all(criteria, runs, listed, place):
    deadline = time.monotonic() + TOTAL_SECONDS
    checks = importlib.import_module("check_criteria")  # After the last fork.
    passed, unloadable = set(), set()
    for criterion, run in zip(criteria, runs):
        verdict = reason_to_skip(criterion, listed, passed, unloadable, deadline)
        if verdict is None:
            seconds = min(RUN_SECONDS, deadline - time.monotonic())
            verdict = run_check(run, getattr(checks, criterion.check), criterion, place, seconds)
        if verdict.pop("unloadable", False):
            unloadable.add(criterion.module)
        if verdict["passed"]:
            passed.add(criterion.id)
        print(json.dumps({**verdict, "id": criterion.id}), flush=True)
    return len(passed) == len(criteria)


def run_check(run, check, criterion, place, seconds):
    """Returns a row's verdict: passed, and, if it failed, message and hint."""
    module, folder = criterion.module, place.copies[criterion.id]
    if module + ".py" not in place.files:
        missing = failed(f"{module}.py is not in your folder, or is no readable file below 1 MB.",
                         f"Create {module}.py, or restore it: Reset gives you the starter files again.",
                         expected=f"the file {module}.py", found="no such file", where=f"{module}.py")
        return {**missing, "unloadable": True}
    try:
        os.chdir(folder)  # Relative paths mean the same here as for the student's code.
        if not os.path.isfile(module + ".py"):
            return lost()
        run.begin(seconds, folder=folder, checks=place.checks, pristine=place.pristine)
        return judge(run, folder, place.pristine, module, check)
    except OSError:
        return lost()
    except Gone:
        return failed("This criterion could not be tried: the process that waited for it had been ended.",
                      "Does your program end processes that it did not start?",
                      expected="a process that waits", found="none")
    finally:
        run.end()
        os.chdir(place.checks)


def lost():
    """The verdict if the code of a criterion before, which finds its way to the folder beside its own, has removed this one."""
    return failed("This criterion could not be tried: the copy of your files that was made for it is gone.",
                  "Which part of your program removes or replaces files outside of its own folder?",
                  expected="a folder with your files", found="none")


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
