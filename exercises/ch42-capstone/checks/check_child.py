"""Runs one check on a learner's module, inside the process that check_process.py started."""

import contextlib
import faulthandler
import importlib
import json
import os
import resource
import sys

# Bytes. Enough for any exercise; a list that grows without end stops here instead of at the swap.
MAX_MEMORY_BYTES = 1024 ** 3
MAX_FILE_BYTES = 10_000_000


def main():
    checks, folder, module, check, seconds, report = sys.argv[1:]
    report = int(report)
    token = sys.stdin.readline().strip()
    close_input()
    set_limits()
    os.set_inheritable(report, False)
    # Ends the process from a thread of its own, after writing where each thread was.
    faulthandler.dump_traceback_later(float(seconds), exit=True, file=report)
    del sys.argv[1:]
    sys.path.insert(0, checks)
    criteria = importlib.import_module("check_criteria")
    judge = importlib.import_module("check_expect").judge
    sys.path[0] = folder
    os.chdir(folder)
    verdict = judge(folder, module, getattr(criteria, check), lambda: tell(report, token, {"loaded": True}))
    tell(report, token, verdict)
    os._exit(0)  # Threads and exit handlers of the learner's have no say in the verdict.


def tell(report, token, fact):
    # The token first: what the learner's code may write into this pipe has none.
    os.write(report, f"\n{token}{json.dumps(fact)}\n".encode())


def close_input():
    """Whoever reads from the keyboard meets the end of input instead of waiting for ever."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def set_limits():
    for kind, limit in [("RLIMIT_AS", MAX_MEMORY_BYTES), ("RLIMIT_FSIZE", MAX_FILE_BYTES), ("RLIMIT_CORE", 0)]:
        # Not every system knows or allows each of them. Time and output are limited in any case.
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, kind), (limit, limit))


if __name__ == "__main__":
    main()
