"""Files that the student's code may have made, read and written by the judge.

What lies in a place may be anything by then: a pipe, of which reading never ends, a link that leads elsewhere, or a
file that fills the memory. The judge has no limit of time of its own, so it opens only what it knows to be harmless.
"""

import contextlib
import os
import stat
import tempfile

from check_failed import Failed

# Far above any text that an exercise has a student write.
MAX_FILE_BYTES = 1_000_000
KINDS = {stat.S_IFIFO: "a named pipe", stat.S_IFLNK: "a link", stat.S_IFDIR: "a folder", stat.S_IFSOCK: "a socket",
         stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


def read_file(path, where=None):
    """The text of a regular file of ordinary size, None if there is nothing. The criterion fails with what was found instead."""
    try:
        facts = os.lstat(path)
        expect_ordinary(path, facts, where)
        # It may have become something else meanwhile: a link is not followed, and a pipe is not waited for.
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            expect_ordinary(path, os.fstat(file.fileno()), where)
            return file.read(MAX_FILE_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise unexpected(path, f"something that cannot be read ({problem.strerror})", where) from None


def expect_ordinary(path, facts, where):
    if not stat.S_ISREG(facts.st_mode):
        raise unexpected(path, KINDS.get(stat.S_IFMT(facts.st_mode), "something else"), where)
    if facts.st_size > MAX_FILE_BYTES:
        raise unexpected(path, f"a file of {facts.st_size} bytes", where)


def unexpected(path, found, where):
    name = os.path.basename(path)
    return Failed(f"{name} should be a regular file below 1 MB, but it is {found}.",
                  "What does your program make in that place, and what was there before?",
                  expected=f"a regular file below 1 MB at {name}", found=found, where=where)


def write_file(path, text):
    """Put a file with this text in a place, whatever is there: nothing that the student's code has put there is opened."""
    end, fresh = tempfile.mkstemp(dir=os.path.dirname(path))
    with open(end, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    try:
        os.replace(fresh, path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            os.remove(fresh)
        raise unexpected(path, f"something that cannot be replaced ({problem.strerror})", None) from None
