"""Beside the student's code: runs it as a program, or with somebody at the keyboard, and says what it printed."""

import contextlib
import io
import subprocess
import sys
import tempfile

# Says where the program was when its time is up, and ends it.
RUN = """
import faulthandler, runpy, sys
faulthandler.dump_traceback_later(float(sys.argv.pop(1)), exit=True)
sys.path.insert(0, "")
sys.argv.pop(0)
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def run(script, typed, seconds):
    """Run a script in the current folder, type `typed`, then the end of input.

    Returns what it printed, what it complained of, and its exit code. When the seconds are over, the complaint
    begins with "Timeout (".
    """
    # Files, not pipes: their size is limited for this process and those it starts.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-I", "-B", "-X", "utf8", "-c", RUN, str(seconds), script],
            stdin=subprocess.PIPE, stdout=out, stderr=errors)
        try:
            process.communicate(typed.encode())
        except BrokenPipeError:
            pass  # It ended before it had read everything, which is its right.
        return read_back(out), read_back(errors), process.returncode


def read_back(file):
    file.seek(0)
    return file.read(200_000).decode("utf-8", "replace")


def printed_by(function, argument, typed):
    """What a function prints in this process, while these lines are typed."""
    printed, keyboard = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with contextlib.redirect_stdout(printed):
            function(argument)
    finally:
        sys.stdin = keyboard
    return printed.getvalue()
