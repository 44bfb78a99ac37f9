"""The life of the process that has the student's code.

The judge forks one for each criterion, before it has imported a check: so none waits for an interpreter, none sees
what another has left, and what is expected of the student's code is not in the memory that this code can reach.
What such a process says (check_worker.py) are values; what they are worth, the judge decides.
"""

import contextlib
import faulthandler
import json
import os
import resource
import signal
import sys
import tempfile
import time

from check_worker import Worker

# Bytes. Enough for any exercise; a list that grows without end stops here rather than in swap.
MAX_MEMORY_BYTES = 1024 ** 3
MAX_FILE_BYTES = 10_000_000
# By the second, whoever runs this finds what the student's code has left running.
KEPT = ("PATH", "AF_PRACTICE_RUN")
STANDARD_ERROR = 2


def live(socket, output):
    """The whole life of the forked process. Never returns, whatever happens.

    socket, output: descriptors of the socket to the judge, and of the pipe for what is printed
    """
    try:
        leave_the_judge(socket, output)
        begin = json.loads(read_line(socket) or os._exit(0))
        become_a_learners(begin["folder"], begin["checks"])
        # Exits from its own thread, after writing where each thread was.
        faulthandler.dump_traceback_later(begin["seconds"], exit=True, file=STANDARD_ERROR)
        Worker(socket, begin["folder"], begin["checks"], begin["pristine"]).serve()
    finally:
        os._exit(1)  # Nor may an exception reach this copy of the judge, which would clean up.


def read_line(socket):
    """The first line, byte by byte: what follows belongs to somebody else."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(socket, 1)
        if not byte:
            return b""
        line += byte
    return line


def leave_the_judge(socket, output):
    """Remove the judge's session, files and handlers. Until it begins, this process only waits."""
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # A program that reads from the keyboard gets the end of input instead of waiting for ever.
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in [(nothing, 0), (output, 1), (output, 2)]:
        os.dup2(source, target)
    close_all_but(socket)


def become_a_learners(folder, checks):
    """Remove the rest: environment, arguments, path, and modules of names that the student has, too."""
    set_limits()
    take_environment(folder)
    del sys.argv[1:]
    sys.path[:] = [folder, *(place for place in sys.path if place != checks)]
    os.chdir(folder)
    forget_namesakes(folder)


def close_all_but(kept):
    for descriptor in open_descriptors():
        # The listing itself had one open, which is closed by now.
        with contextlib.suppress(OSError):
            if descriptor > 2 and descriptor != kept:
                os.close(descriptor)


def open_descriptors():
    """At least those that are open."""
    try:
        return list(map(int, os.listdir("/dev/fd")))
    except OSError:
        return range(os.sysconf("SC_OPEN_MAX"))  # A container may have no /proc, to which /dev/fd leads.


def set_limits():
    for kind, limit in [("RLIMIT_AS", MAX_MEMORY_BYTES), ("RLIMIT_FSIZE", MAX_FILE_BYTES), ("RLIMIT_CORE", 0)]:
        # Not every system knows or allows every limit. Time and output are limited in any case.
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, kind), (limit, limit))


def take_environment(folder):
    """Nothing of the caller's but KEPT: no settings, no secrets; home is the copy."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    os.environ.clear()
    os.environ.update({"PATH": os.defpath, **kept, "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"})
    # What the judge has read from its own.
    tempfile.tempdir = None
    time.tzset()


def forget_namesakes(folder):
    """Make a student's secrets.py win over a module of that name that is loaded here, also over those of the checks."""
    for name in {entry.split(".")[0] for entry in os.listdir(folder)}:
        if getattr(sys.modules.get(name), "__file__", None):
            del sys.modules[name]
