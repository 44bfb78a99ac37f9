"""Runs a learner's program as they would, with lines typed into it."""

import os

from check_expect import Failed
from check_remote import observer

# Both conversations of a check have to end before the check itself is ended.
SECONDS = 1.5


def converse(script, typed):
    """Run a script in the current folder, type `typed`, then the end of input. Returns what it printed.

    Raises Failed if the script does not end, or ends with an error.
    """
    printed, complaint, exit_code = observer("observe_script").run(script, typed, SECONDS)
    if "Timeout (" in complaint:
        raise Failed(f"With {typed!r} typed in, {script} did not end{last_place(complaint)}.",
                     "Which line leaves the loop, at quit and at the end of input?",
                     expected="it ends", found=f"it still ran after {SECONDS} seconds", where=last_place(complaint).strip(" ()") or script)
    if exit_code != 0:
        reason = complaint.strip().splitlines()[-1:] or [f"exit code {exit_code}"]
        raise Failed(f"With {typed!r} typed in, {script} ended with an error: {reason[0][:300]}{last_place(complaint)}.",
                     "Run it and type the same. Ctrl+D is the end of input.",
                     expected="it ends without an error", found=reason[0][:300], where=last_place(complaint).strip(" ()") or script)
    return printed


def last_place(complaint):
    """The line of the learner's in a traceback which was reached last, such as ` (agent.py:40)`."""
    lines = [line.strip() for line in complaint.splitlines() if os.getcwd() in line or '"agent.py"' in line]
    if not lines:
        return ""
    # A traceback ends with the place; what faulthandler writes at a timeout begins with it.
    parts = (lines[0] if "Timeout (" in complaint else lines[-1]).split(", line ")
    name = os.path.basename(parts[0].split('"')[1])
    return f" ({name}:{parts[1].split(',')[0].split(' ')[0]})"
