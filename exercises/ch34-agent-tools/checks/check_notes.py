"""Checks that notes do not leave their folder, neither when written nor when read."""

import itertools
import os
import tempfile
from pathlib import Path

from check_expect import expect, place, pretty, required, show
from check_files import read_file, write_file

SECRET = "the combination of the safe"
# Far above what the check has saved: a folder with any number of files would be looked at without end.
MOST_FILES = 200


def keeps_notes_inside(tools):
    outside = Path(tempfile.mkdtemp(dir=os.getcwd()))
    notes = required(tools, "Notes")(outside / "notes")
    keeps_a_note(notes, outside)
    for neighbour in ["secret.txt", "notes-of-others/secret.txt"]:
        path = outside / neighbour
        path.parent.mkdir(exist_ok=True)
        write_file(path, SECRET)
    (outside / "notes" / "link.txt").symlink_to(outside / "secret.txt")
    (outside / "notes" / "door").symlink_to(outside / "notes-of-others")
    before = contents(outside)
    for name in ["../secret", "../notes-of-others/secret", str(outside / "secret"), "sub/../../secret", "link", "door/secret"]:
        stays_inside(notes, name, outside, before)


def keeps_a_note(notes, outside):
    where = place(notes.path_of)
    notes.save_note("shopping", "three lemons")
    expect((outside / "notes" / "shopping.txt").is_file(),
           f"The note 'shopping' should be the file shopping.txt in the folder, but the folder has {sorted(contents(outside))} ({where}).",
           "path_of gets a name only. From what are folder, name and \".txt\" put together?",
           expected="shopping.txt", found=pretty(sorted(contents(outside))), where=where)
    found = notes.read_note("shopping")
    expect(found == "three lemons", f"The note 'shopping' should read 'three lemons', but it reads {show(found)} ({where}).",
           "Is the path for the same name always the same?",
           expected="'three lemons'", found=pretty(found), where=where)


def stays_inside(notes, name, outside, before):
    shown = name.replace(str(outside), "/some/folder")
    for verb, use in [("read", lambda: notes.read_note(name)), ("saved", lambda: notes.save_note(name, "overwritten"))]:
        try:
            use()
        except ValueError:
            refused = True
        except NotImplementedError:
            raise
        except Exception:
            refused = False
        else:
            refused = False
        expect(refused and contents(outside) == before,
               f"The note {shown!r} lies outside of the folder, so it should raise ValueError when it is {verb}, but it did not ({place(notes.path_of)}).",
               hint_about(name), expected=f"ValueError for {shown!r}", found=f"it was {verb}", where=place(notes.path_of))


def hint_about(name):
    if name in ("link", "door/secret"):
        return "A name may look harmless and be a link. What does path.resolve() make of it?"
    if "notes-of-others" in name:
        return "Is \"/a/notes-of-others\" inside \"/a/notes\"? Compare folders, not the beginnings of texts."
    return "Print the path and path.resolve(). Which one tells where the file really is?"


def contents(folder):
    """Files below a folder with their texts; links are not followed."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(folder)): read_file(path) for path in itertools.islice(files, MOST_FILES)}
