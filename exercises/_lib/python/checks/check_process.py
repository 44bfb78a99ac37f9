"""Runs one criterion in its own process, with limits on time and output."""

import collections
import json
import os
import re
import selectors
import signal
import sys
import time

import check_child

# The child exits by itself when its time is up, and says where it was; this is for one that cannot.
GRACE_SECONDS = 0.5
# Most bytes a run may print. An exercise prints a few hundred; an endless loop exceeds this at once.
MAX_OUTPUT_BYTES = 1_000_000
# Seconds between two checks whether a child that has closed its pipes has exited.
LOOK_SECONDS = 0.002

# Which check, from check_criteria.py in the folder `checks`, on which module in the student's folder.
Check = collections.namedtuple("Check", "checks folder module name")


def run_check(check, seconds):
    """Run a check. Returns a row's verdict: passed, and, if it failed, message and hint."""
    module = check.module
    if not os.path.isfile(os.path.join(check.folder, module + ".py")):
        return unloadable(f"{module}.py is not in your folder, or is no readable file below 1 MB.",
                          f"Create {module}.py, or restore it: Reset gives you the starter files again.",
                          expected=f"the file {module}.py", found="no such file", where=f"{module}.py")
    run = Run(check, seconds)
    try:
        run.watch(time.monotonic() + seconds + GRACE_SECONDS)
    finally:
        run.end()
    return run.verdict(check.folder, seconds)


def unloadable(message, hint, **facts):
    return {**failed(message, hint, **facts), "unloadable": True}


class Run:
    """A forked process (check_child.py). It prints to one pipe and reports, with a token, over another."""

    def __init__(self, check, seconds):
        self.token, self.printed, self.report, self.out_of_time = os.urandom(16).hex(), 0, b"", False
        self.exit_code = None
        self.report_end, report = os.pipe()
        self.output_end, output = os.pipe()
        check_child.prepare()
        sys.stdout.flush()  # Otherwise the child would inherit a row that is still buffered.
        self.pid = os.fork()
        if self.pid == 0:
            check_child.live(check, seconds, report, output, self.token)
        os.close(report)
        os.close(output)

    def watch(self, deadline):
        """Read until the child has exited, printed too much or used up its time."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.output_end, selectors.EVENT_READ)
            selector.register(self.report_end, selectors.EVENT_READ)
            while selector.get_map() and time.monotonic() < deadline and not self.flooded():
                ready = selector.select(0.05)
                # A process that the student started may hold a pipe open, so the child's exit counts too.
                # Whatever the child wrote between the two questions can be read now.
                if not ready and self.has_ended():
                    ready = selector.select(0)
                    if not ready:
                        break
                for key, _ in ready:
                    if not self.read(key.fd):
                        selector.unregister(key.fileobj)
        # It may close its pipes before it exits.
        while not self.has_ended() and not self.flooded() and not self.out_of_time:
            self.out_of_time = time.monotonic() >= deadline
            time.sleep(LOOK_SECONDS)

    def has_ended(self):
        if self.exit_code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.exit_code = os.waitstatus_to_exitcode(status) if pid else None
        return self.exit_code is not None

    def read(self, descriptor):
        data = os.read(descriptor, 65536)
        if descriptor != self.report_end:
            self.printed += len(data)
        elif len(self.report) < MAX_OUTPUT_BYTES:
            self.report += data
        return data

    def flooded(self):
        return self.printed > MAX_OUTPUT_BYTES

    def end(self):
        """Kill the child and whatever it started, and close the pipes."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # The whole group has exited already (macOS says so with PermissionError).
        if not self.has_ended():
            os.kill(self.pid, signal.SIGKILL)  # It may not have had time to make a group.
            self.exit_code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.output_end)
        os.close(self.report_end)

    def verdict(self, folder, seconds):
        facts = {}
        for line in self.report.decode("utf-8", "replace").splitlines():
            if line.startswith(self.token):
                fact = json.loads(line[len(self.token):])
                facts.update(fact if isinstance(fact, dict) else {})
        loaded = facts.pop("loaded", False)
        return facts if "passed" in facts else {**self.why_none(folder, seconds), "unloadable": not loaded}

    def why_none(self, folder, seconds):
        """The verdict on a run that ended without one."""
        if self.flooded():
            return failed("Your program printed more than 1 MB and was stopped.",
                          "Is there a print in a loop that never ends?",
                          expected="at most 1 MB of output", found="more than that")
        place = re.search(r'File "%s/([^"]+)", line (\d+)' % re.escape(folder),
                          self.report.decode("utf-8", "replace"))
        if b"Timeout" in self.report or self.out_of_time:
            where = f"{place[1]}:{place[2]}" if place else None
            busy = f" It was busy at {where}." if where else ""
            return failed(f"Your program did not finish within {seconds:.1f} seconds and was stopped.{busy}",
                          "Follow the loop by hand: what has to happen for it to end, and does it?",
                          expected=f"an end within {seconds:.1f} seconds", found="still busy", where=where)
        return failed("Your program ended the whole Python process before the check was done "
                      f"(exit code {self.exit_code}).",
                      "Return from functions instead of ending the process.",
                      expected="functions that return", found=f"the end of the process, with exit code {self.exit_code}")


def failed(message, hint, **facts):
    return {"passed": False, "message": message, "hint": hint, **{name: fact for name, fact in facts.items() if fact}}
