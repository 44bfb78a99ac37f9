"""The process with the student's code for one criterion: limits on its time and output, and the verdict if it says no more."""

import os
import re
import select
import signal
import socket
import sys
import time

import check_child
from check_wire import MAX_LINE_BYTES, Gone, line_of

# The process exits by itself when its time is up, and says where it was; this is for one that cannot.
GRACE_SECONDS = 0.5
# Most bytes a run may print. An exercise prints a few hundred; an endless loop exceeds this at once.
MAX_OUTPUT_BYTES = 1_000_000
# Seconds between two looks whether a process has exited: another one, which it has started, may hold its ends open.
LOOK_SECONDS = 0.05
# Seconds between two of them when nothing else can come.
LAST_LOOK_SECONDS = 0.002
# Bytes taken at a time. A large value comes in few pieces.
READ_BYTES = 2 ** 20
# Bytes kept of what was printed last: enough for the places of some threads.
KEPT_OUTPUT_BYTES = 20_000


class Run:
    """A forked process (check_child.py). It prints to a pipe and talks over a socket."""

    def __init__(self):
        self.printed, self.output, self.lines, self.exit_code = 0, b"", bytearray(), None
        self.folder, self.seconds, self.deadline = None, 0.0, 0.0
        self.socket, theirs = socket.socketpair()
        self.output_end, output = os.pipe()
        sys.stdout.flush()  # Otherwise the child would inherit a row that is still buffered.
        self.pid = os.fork()
        if self.pid == 0:
            check_child.live(theirs.fileno(), output)
        os.close(output)
        theirs.close()
        self.open_ends = [self.socket.fileno(), self.output_end]

    def begin(self, seconds, **facts):
        """Give the process its work, for which it has so many seconds from now on."""
        self.folder, self.seconds, self.deadline = facts["folder"], seconds, time.monotonic() + seconds + GRACE_SECONDS
        self.send(line_of({"seconds": seconds, **facts}))

    def send(self, line):
        """Raises Gone if the process does not take it."""
        self.socket.settimeout(max(0.001, self.deadline - time.monotonic()))
        try:
            self.socket.sendall(line)
        except OSError:
            raise Gone from None

    def receive(self):
        """The next line that the process says. Raises Gone if it has closed the socket, exited, printed too much or used up its time."""
        searched = 0
        while (end := self.lines.find(b"\n", searched)) < 0:
            searched = len(self.lines)
            if searched > MAX_LINE_BYTES or not self.listen():
                raise Gone
        line = bytes(self.lines[:end])
        del self.lines[:end + 1]
        return line

    def listen(self):
        """Take what the process says and prints. False if nothing more can come."""
        left = self.deadline - time.monotonic()
        if left <= 0 or self.flooded():
            return False
        ready = select.select(self.open_ends, [], [], min(left, LOOK_SECONDS))[0]
        if not ready and self.has_ended():
            # Whatever it wrote between the two questions can be read now.
            ready = select.select(self.open_ends, [], [], 0)[0]
            if not ready:
                return False
        for end in ready:
            self.take(end)
        return self.socket.fileno() in self.open_ends

    def take(self, end):
        try:
            data = os.read(end, READ_BYTES)
        except OSError:
            data = b""  # The other end of a socket that ended with something unread.
        if not data:
            self.open_ends.remove(end)
        elif end == self.output_end:
            self.printed += len(data)
            self.output = (self.output + data)[-KEPT_OUTPUT_BYTES:]
        else:
            self.lines += data

    def has_ended(self):
        if self.exit_code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.exit_code = os.waitstatus_to_exitcode(status) if pid else None
        return self.exit_code is not None

    def flooded(self):
        return self.printed > MAX_OUTPUT_BYTES

    def out_of_time(self):
        return time.monotonic() >= self.deadline

    def end(self):
        """Kill the child and whatever it started, and close the ends. To end a second time does nothing."""
        if self.socket.fileno() < 0:
            return
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # The whole group has exited already (macOS says so with PermissionError).
        if not self.has_ended():
            os.kill(self.pid, signal.SIGKILL)  # It may not have had time to make a group.
            self.exit_code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.output_end)
        self.socket.close()

    def why_gone(self):
        """The verdict on a process that says nothing more."""
        if len(self.lines) > MAX_LINE_BYTES:
            return failed(f"Your program handed out a value that is too large to be looked at: more than {MAX_LINE_BYTES // 1_000_000} MB.",
                          "Does a list or a text grow without end?", expected="a value of ordinary size", found="more than that")
        # It may close its ends before it exits.
        while not (self.has_ended() or self.flooded() or self.out_of_time()):
            time.sleep(LAST_LOOK_SECONDS)
        while self.output_end in self.open_ends and select.select([self.output_end], [], [], 0)[0]:
            self.take(self.output_end)  # Where it was.
        if self.flooded():
            return failed("Your program printed more than 1 MB and was stopped.",
                          "Is there a print in a loop that never ends?",
                          expected="at most 1 MB of output", found="more than that")
        said = self.output.decode("utf-8", "replace").rpartition("Timeout (")
        if said[1] or self.out_of_time():
            return self.too_late(re.search(r'File "%s/([^"]+)", line (\d+)' % re.escape(self.folder), said[2]))
        return failed("Your program ended the whole Python process before the check was done "
                      f"(exit code {self.exit_code}).",
                      "Return from functions instead of ending the process.",
                      expected="functions that return", found=f"the end of the process, with exit code {self.exit_code}")

    def too_late(self, place):
        where = f"{place[1]}:{place[2]}" if place else None
        busy = f" It was busy at {where}." if where else ""
        return failed(f"Your program did not finish within {self.seconds:.1f} seconds and was stopped.{busy}",
                      "Follow the loop by hand: what has to happen for it to end, and does it?",
                      expected=f"an end within {self.seconds:.1f} seconds", found="still busy", where=where)


def failed(message, hint, **facts):
    return {"passed": False, "message": message, "hint": hint, **{name: fact for name, fact in facts.items() if fact}}
