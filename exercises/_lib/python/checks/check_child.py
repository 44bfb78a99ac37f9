"""Runs one check on a student's module, inside the process that check_process.py forked.

The judging process has imported everything that a check needs, once, and forks for each check: so no check
waits for an interpreter, and none sees what another has left. The student's code can reach only a copy here.
The pipe for the verdict is the only one it shares with the judge.
"""

import contextlib
import faulthandler
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time

# Bytes. Enough for any exercise; a list that grows without end stops here rather than in swap.
MAX_MEMORY_BYTES = 1024 ** 3
MAX_FILE_BYTES = 10_000_000
# By the second, whoever runs this finds what the student's code has left running.
KEPT = ("PATH", "AF_PRACTICE_RUN")


def prepare():
    """Import what every check needs, in the process that will be forked."""
    return importlib.import_module("check_criteria"), importlib.import_module("check_expect")


def live(check, seconds, report, output, token):
    """The whole life of the forked process. Never returns, whatever happens.

    check: a check_process.Check; report, output: the ends of pipes for the verdict and for what is printed
    """
    try:
        become_a_learners(check, report, output)
        # Exits from its own thread, after writing where each thread was.
        faulthandler.dump_traceback_later(seconds, exit=True, file=report)
        criteria, expectations = prepare()
        forget_namesakes(check)
        verdict = expectations.judge(check.folder, check.module, getattr(criteria, check.name),
                                     lambda: tell(report, token, {"loaded": True}))
        tell(report, token, verdict)
        os._exit(0)  # The student's threads and exit handlers have no say in the verdict.
    finally:
        os._exit(1)  # Nor may an exception reach this copy of the judge, which would clean up.


def become_a_learners(check, report, output):
    """Remove everything of the judge's: its session, files, environment, arguments and path."""
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # A program that reads from the keyboard gets the end of input instead of waiting for ever.
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in [(nothing, 0), (output, 1), (output, 2)]:
        os.dup2(source, target)
    close_all_but(report)
    set_limits()
    take_environment(check.folder)
    del sys.argv[1:]
    sys.path[:] = [check.folder, *(place for place in sys.path if place != check.checks)]
    os.chdir(check.folder)


def close_all_but(report):
    for descriptor in open_descriptors():
        # The listing itself had one open, which is closed by now.
        with contextlib.suppress(OSError):
            if descriptor > 2 and descriptor != report:
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


def forget_namesakes(check):
    """Make a student's secrets.py win over a module of that name that the judge happens to have imported.

    What the check brings stays: if the student's code imports it, too, both have to mean the same classes.
    """
    for name in {entry.split(".")[0] for entry in os.listdir(check.folder)}:
        origin = getattr(sys.modules.get(name), "__file__", None)
        if origin and not origin.startswith(check.checks + os.sep):
            del sys.modules[name]


def tell(report, token, fact):
    # The token first: anything that the student's code writes into this pipe lacks it.
    os.write(report, f"\n{token}{json.dumps(fact)}\n".encode())
