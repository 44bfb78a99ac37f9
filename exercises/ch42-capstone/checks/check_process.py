"""One criterion in a process of its own, with limits on time and output."""

import json
import os
import re
import secrets
import selectors
import signal
import subprocess
import sys
import time

# The child ends itself when its time is up and says where it was; this is for one that cannot.
GRACE_SECONDS = 0.5
# Bytes a run may print. An exercise prints a few hundred; a loop without end passes this at once.
MAX_OUTPUT_BYTES = 1_000_000


def run_check(checks, folder, module, check, seconds):
    """Run a check; returns a row's verdict: passed, and if it failed message and hint."""
    if not os.path.isfile(os.path.join(folder, module + ".py")):
        return unloadable(f"{module}.py is not in your folder, or is no readable file below 1 MB.",
                          f"Create {module}.py, or restore it: Reset gives you the starter files again.",
                          expected=f"the file {module}.py", found="no such file", where=f"{module}.py")
    token = secrets.token_hex(16)
    run = Run([checks, folder, module, check, str(seconds)], token)
    try:
        run.watch(time.monotonic() + seconds + GRACE_SECONDS)
    finally:
        run.end()
    return run.verdict(folder, seconds)


def unloadable(message, hint, **facts):
    return {**failed(message, hint, **facts), "unloadable": True}


class Run:
    """A check_child.py process. It prints to one pipe and reports, with a token, over another."""

    def __init__(self, arguments, token):
        self.token, self.printed, self.report, self.out_of_time = token, 0, b"", False
        self.report_end, child_end = os.pipe()
        script = os.path.join(arguments[0], "check_child.py")
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-B", "-X", "utf8", script, *arguments, str(child_end)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            pass_fds=[child_end], start_new_session=True, env=environment(arguments[1]))
        os.close(child_end)
        # Over a pipe, because arguments can be read by the learner's code.
        self.process.stdin.write(token.encode() + b"\n")
        self.process.stdin.close()

    def watch(self, deadline):
        """Read until the child has ended, printed too much or used up its time."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            selector.register(self.report_end, selectors.EVENT_READ)
            while selector.get_map() and time.monotonic() < deadline and not self.flooded():
                ready = selector.select(0.05)
                # A process the learner started may hold a pipe open: the child's end counts too. What the
                # child wrote between the two questions is there to read now.
                if not ready and self.process.poll() is not None:
                    ready = selector.select(0)
                    if not ready:
                        break
                for key, _ in ready:
                    if not self.read(key.fd):
                        selector.unregister(key.fileobj)
        try:
            # Its pipes can be closed before it has ended.
            self.process.wait(0 if self.flooded() else max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.out_of_time = True

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
        """End the child and whatever it started, and close the pipes."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # All of the group have ended already (macOS says so by PermissionError).
        self.process.wait()
        self.process.stdout.close()
        os.close(self.report_end)

    def verdict(self, folder, seconds):
        facts = {}
        for line in self.report.decode("utf-8", "replace").splitlines():
            if line.startswith(self.token):
                facts.update(json.loads(line[len(self.token):]))
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
                      f"(exit code {self.process.returncode}).",
                      "Return from functions instead of ending the process.",
                      expected="functions that return", found=f"the end of the process, with exit code {self.process.returncode}")


def failed(message, hint, **facts):
    return {"passed": False, "message": message, "hint": hint, **{name: fact for name, fact in facts.items() if fact}}


def environment(folder):
    """Nothing of the caller's but the path: no settings, no secrets; home is the copy."""
    return {"PATH": os.environ.get("PATH", os.defpath), "HOME": folder, "TMPDIR": folder,
            "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
