"""A copy of the student's Python files, so that no run can touch the originals."""

import contextlib
import importlib.util
import os
import py_compile
import shutil

# Far above any exercise, but low enough to keep a check fast if it runs in the wrong folder.
MAX_FILES = 200
MAX_FILE_BYTES = 1_000_000
MAX_DEPTH = 3
OTHERS_CODE = {"__pycache__", "env", "venv", "site-packages", "node_modules"}


def copy_work(source, target):
    """Copy the .py files below source to target. Unreadable files count as missing."""
    count = 0
    for folder, folders, files in os.walk(source):
        inside = os.path.relpath(folder, source)
        depth = 0 if inside == "." else inside.count(os.sep) + 1
        folders[:] = [] if depth == MAX_DEPTH else sorted(f for f in folders if is_own(f))
        for name in sorted(files):
            if count < MAX_FILES and name.endswith(".py"):
                count += copy_file(os.path.join(folder, name), os.path.join(target, inside, name))


def is_own(folder_name):
    return not folder_name.startswith(".") and folder_name not in OTHERS_CODE


def copy_file(source, target):
    """True if the file was copied."""
    try:
        # isfile: reading a pipe or a device with a Python file's name would never end.
        if not os.path.isfile(source) or os.path.getsize(source) > MAX_FILE_BYTES:
            return False
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)
        return True
    except OSError:
        return False


def compile_work(folder):
    """Compile each file in a folder, not below it, so that the processes for the criteria need not do that again. Nothing is run."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if name.endswith(".py") and os.path.isfile(path):
            # Whoever imports a file that cannot be compiled finds that out then.
            with contextlib.suppress(Exception):
                py_compile.compile(path, importlib.util.cache_from_source(path), doraise=True)
