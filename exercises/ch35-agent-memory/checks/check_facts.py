"""Checks of the long-term memory: facts in a file, and which of them are recalled."""

import json
import os
import tempfile
from pathlib import Path

from check_expect import Failed, expect, expect_equal, place, raised_at, required, show
from check_files import read_file, write_file
from check_remote import observer


def facts_file():
    return Path(tempfile.mkdtemp(dir=os.getcwd())) / "what I know.json"


def keeps_facts(memory):
    LongTerm, path = required(memory, "LongTerm"), facts_file()
    expect_equal(LongTerm(path).facts, {}, "Without a file, the facts", "Nobody has told it anything yet. What does load return if there is no file?", place(LongTerm.load))
    write_file(path, json.dumps({"ship": "Your ship is the Albatross."}))
    expect_equal(LongTerm(path).facts, {"ship": "Your ship is the Albatross."}, "The facts from a file that holds one",
                 "The file is a JSON object. json.loads turns it into a dictionary.", place(LongTerm.load))
    first = LongTerm(path)
    first.remember("harbour", "Your harbour is Tromsø.")
    first.remember(" Captain ", "Your captain is Ines.")
    expect_after_restart(LongTerm, path, {"ship": "Your ship is the Albatross.", "harbour": "Your harbour is Tromsø.", "captain": "Your captain is Ines."},
                         "After two more facts were remembered", LongTerm.remember)
    expect_equal(list(LongTerm(path).facts), ["ship", "harbour", "captain"], "The keys that a new LongTerm reads from the same file, in order,",
                 "facts are in the order in which they were first remembered, also after the next start.", place(LongTerm.save))
    second = LongTerm(path)
    second.remember("SHIP", "Your ship is the Heron.")
    expect_equal(list(second.facts), ["ship", "harbour", "captain"], "The keys after ship was replaced, in order,",
                 "facts are in the order in which they were FIRST remembered.", place(LongTerm.remember))
    second.forget("Harbour ")
    second.forget("anchor")
    expect_after_restart(LongTerm, path, {"ship": "Your ship is the Heron.", "captain": "Your captain is Ines."},
                         "After ship was replaced, harbour forgotten, and an unknown key forgotten", LongTerm.forget)
    expect_equal(second.facts, {"ship": "Your ship is the Heron.", "captain": "Your captain is Ines."}, "The same facts, in the memory that changed them,",
                 "The dictionary and the file should tell the same story.", place(LongTerm.forget))
    expect_equal(LongTerm(facts_file()).facts, {}, "The facts of another memory, with a file of its own,", "Where is the dictionary made: once for all, or once for each?", place(LongTerm.load))


def expect_after_restart(LongTerm, path, wanted, when, method):
    expect_equal(LongTerm(path).facts, wanted, f"{when}, what a new LongTerm reads from the same file",
                 "Read the docstrings about keys, and about what has to be on disk when a method returns.", place(method))


def loses_no_fact(memory):
    survives_a_full_disk(required(memory, "LongTerm"))
    is_there_at_every_moment(memory.LongTerm)
    refuses_a_damaged_file(memory.LongTerm)


def survives_a_full_disk(LongTerm):
    path, where = facts_file(), place(LongTerm.save)
    told = LongTerm(path)
    told.remember("ship", "Your ship is the Albatross.")
    before = read_file(path, where)
    expect(before, "After a fact was remembered, it should be in the file, but there is none.", "Look at the docstrings: what has to be on disk when a method returns?",
           expected="a file with one fact", found="no file" if before is None else "an empty file", where=where)
    disk = observer("observe_disk").FullDisk(len(before) // 2)
    try:
        told.remember("captain", "Your captain is Ines.")
        raised = False
    except OSError:
        raised = True
    finally:
        disk.make_room()
    found = read_file(path, where)
    expect(found == before, "The disk was full while a fact was saved, and the facts from before are damaged.",
           "Opening a file for writing empties it. What if the new text went into another file first?", expected=before, found="no file" if found is None else found or "an empty file", where=where)
    expect(raised, "The disk was full, and remember returned as if all was well.", "Somebody believes now that the fact is safe. Let the exception pass.",
           expected="an OSError", found="no exception", where=where)
    told.remember("captain", "Your captain is Ines.")
    expect_equal(LongTerm(path).facts, {"ship": "Your ship is the Albatross.", "captain": "Your captain is Ines."},
                 "When there is room again, the facts on disk", "What is left over from the first attempt should not be in the way of the second.", where)


def is_there_at_every_moment(LongTerm):
    path = facts_file()
    told = LongTerm(path)
    told.remember("ship", "Your ship is the Albatross.")
    removed = observer("observe_disk").Removed(path)
    told.remember("captain", "Your captain is Ines.")
    told.forget("ship")
    expect_equal(removed.count(), 0, "How often the file with the facts was removed, while a fact was saved and another one forgotten,",
                 "Between removing a file and the next step, a crash leaves none. Which function puts one file into the place of another in a single step?", place(LongTerm.save))


def refuses_a_damaged_file(LongTerm):
    for text, kind in [('{"ship": "Your ship is the Alb', "broken off in the middle"), ('["ship"]', "a JSON list"), ("", "empty")]:
        path, where = facts_file(), place(LongTerm.load)
        write_file(path, text)
        try:
            facts = LongTerm(path).facts
        except ValueError as problem:
            said = str(problem)
        except NotImplementedError:
            raise
        except Exception as problem:
            raise Failed(f"A file that is {kind} should raise ValueError.", "Which exception does json.loads raise, and which does your code?",
                         expected="ValueError", found=f"{type(problem).__name__}: {problem}", where=raised_at(problem, where))
        else:
            raise Failed(f"A file that is {kind} was read as if it were fine.", "The next save would write over what could have been rescued. Say so instead.",
                         expected="ValueError", found=f"the facts {show(facts)}", where=where)
        expect(path.name in said, f"The ValueError about a file that is {kind} should name the file.", "Somebody has to find and mend it.",
               expected=f"a message with {path.name}", found=said, where=where)
        expect_equal(read_file(path, where), text, f"The file that is {kind}, after it was refused,", "It may still be rescued: leave it as it is.", where)


def recalls_what_matters(memory):
    path = facts_file()
    store = required(memory, "LongTerm")(path)
    for key, text in {"red boat": "It needs paint.", "green boat": "The green boat is at the pier since May.", "cook": "Your cook is Olu.",
                      "engine": "The engine of the red boat leaks oil.", "pier": "The pier closes in winter."}.items():
        store.remember(key, text)
    facts = store.facts
    for question, limit, keys, case in [
        ("Who is the cook?", 3, ["cook"], "One fact has to do with it"),
        ("Is the red boat at the pier?", 3, ["red boat", "green boat", "engine"], "Three facts share two words with the question, and the pier shares one"),
        ("Is the red boat at the pier?", 9, ["red boat", "green boat", "engine", "pier"], "Four facts share words with the question"),
        ("Cook, cook, cook: is the red boat at the pier?", 3, ["red boat", "green boat", "engine"], "A word that is asked three times is one word of the question"),
        ("Is the red boat at the pier?", 0, [], "Nobody wants any facts"),
        ("The oil of the engine of the red boat", 1, ["engine"], "The best fact was remembered late"),
        ("RED!", 3, ["red boat", "engine"], "The word stands in the key of one fact, and in the text of another"),
        ("What is it about you?", 3, [], "The question has only common words"),
        ("Any news from the moon?", 3, [], "Nothing is known about it"),
    ]:
        found = store.recall(question, limit=limit)
        expect_equal(found, [facts[key] for key in keys], f"{case}. What recall({question!r}, limit={limit}) returns",
                     "Write the points beside each fact, on paper: which of the question's key_words() are in its key or its text? Then sort.", place(store.recall))
    expect_equal(len(store.recall("red green boat pier cook")), 3, "Without a limit in the call, the number of facts", "Which default does the first line of the function give?", place(store.recall))
