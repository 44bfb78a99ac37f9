"""Checks of reading a dataset."""

import json
import os

from cases import Case, DatasetError  # the pristine ones, which lie beside the copy of the work
from check_expect import Failed, expect, expect_equal, place, required, show
from check_files import write_file

TEA = {"id": "tea", "question": "When is tea?", "grader": {"type": "exact", "answer": "At four"}}
CAKE = {"id": "cake", "question": "Qué cuesta?", "grader": {"type": "number", "equals": 3, "within": 0.5}}
MENU = {"id": "menu", "question": "What is there?", "grader": {"type": "contains", "all": ["soup"]}, "author": "Ada"}


ONE_LINE = "Which question has to be asked about a line before the next one makes sense? And are empty lines counted, though they do not matter?"


def loads(module):
    load = required(module, "load")
    reads_cases(load)
    for row, words, why in [
        ("not JSON", [], "this is no JSON"),
        ('{"id": "tea"', [], "the object has no end"),
        ("[1, 2]", [], "this is a list and no object"),
        ("null", [], "this is no object"),
        (without(TEA, "id"), ["id"], "there is no id"),
        (without(TEA, "question"), ["question"], "there is no question"),
        ({**TEA, "question": ""}, ["question"], "the question is empty"),
        ({**TEA, "id": ""}, ["id"], "the id is empty"),
        ({**TEA, "id": 7}, ["id"], "the id is a number and no text"),
        ({**TEA, "question": None}, ["question"], "the question is no text"),
        (without(TEA, "grader"), ["grader"], "there is no grader"),
        ({**TEA, "grader": "exact"}, ["grader"], "the grader is a text"),
        ({**TEA, "grader": {"answer": "At four"}}, ["grader"], "the grader has no type"),
        ({**TEA, "grader": {"type": "guess"}}, ["grader"], "there is no grader of the type guess"),
        ({**TEA, "grader": {"type": ["exact"], "answer": "At four"}}, ["grader"], "the type of the grader is a list"),
        ({**TEA, "grader": {"type": "exact", "equals": 4}}, ["answer"], "an exact grader needs an answer"),
        ({**TEA, "grader": {"type": "number", "within": 1}}, ["equals"], "a number needs something it equals"),
        ({**TEA, "grader": {"type": "contains", "none": ["tea"]}}, ["all"], "the grader contains needs all"),
        (CAKE, ["cake"], "line 1 has the same id"),
    ]:
        text = row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)
        hint = "What do you remember of the lines before?" if row is CAKE else ONE_LINE
        expect_problems(load, [json.dumps(CAKE), "", text, json.dumps(MENU)], [("line 3", words)], f"Line 3 is {text}: {why}.", hint)
    finds_everything(load)
    ends_lines_with_line_ends(load)


def ends_lines_with_line_ends(load):
    """As JSON is written, these characters may stand in a text as they are."""
    for character in ["\u2028", "\u2029", "\x85"]:
        case = {**TEA, "question": f"When is tea?{character}And where?"}
        found = load(written([json.dumps(case, ensure_ascii=False), json.dumps(CAKE)]))
        expect_equal(found, [Case(entry["id"], entry["question"], entry["grader"]) for entry in (case, CAKE)],
                     f"For a question with the character {character!r} in it, the result of load", "What ends a line for a file, and what else does splitlines() take for an end?", place(load))


def without(entry, name):
    return {key: value for key, value in entry.items() if key != name}


def written(lines):
    """The path of a file with these lines."""
    path = os.path.join(os.getcwd(), "af_check_cases.jsonl")
    write_file(path, "\n".join(lines) + ("\n" if lines else ""))
    return path


def reads_cases(load):
    lines = [json.dumps(TEA), "", json.dumps(CAKE, ensure_ascii=False), "   ", json.dumps(MENU)]
    found = load(written(lines))
    wanted = [Case(entry["id"], entry["question"], entry["grader"]) for entry in (TEA, CAKE, MENU)]
    expect(isinstance(found, list), f"load should return a list of cases, but it returned {show(found)} ({place(load)}).",
           "Is everything returned that was read, in its order?", expected="a list of 3 cases", found=show(found, 500), where=place(load))
    expect_equal(found, wanted, "For three good lines with empty ones between them, the result of load", "A Case is made of three parts of the object. An empty line is none.", place(load))


def expect_problems(load, lines, wanted, why, hint):
    """wanted: for each sentence, in order, how it begins and which words are in it."""
    where = place(load)
    expected = "; ".join(f"a sentence that begins with “{begin}”{''.join(f' and says {word}' for word in words)}" for begin, words in wanted)
    try:
        found = load(written(lines))
    except DatasetError as error:
        problems = error.problems
    except NotImplementedError:
        raise
    except Exception as error:
        raise Failed(f"{why} load should raise DatasetError, but it raised {type(error).__name__}: {error} ({where}).", hint,
                     expected=f"DatasetError with {expected}", found=f"{type(error).__name__}: {error}", where=where)
    else:
        raise Failed(f"{why} load should raise DatasetError, but it returned {show(found)} ({where}).", hint,
                     expected=f"DatasetError with {expected}", found=show(found, 500), where=where)
    fits = isinstance(problems, list) and len(problems) == len(wanted) and all(isinstance(problem, str) for problem in problems)
    fits = fits and all(says(problem, begin, words) for problem, (begin, words) in zip(problems, wanted))
    expect(fits, f"{why} The problems should be {expected}, but they are {show(problems, 300)} ({where}).", hint,
           expected=expected, found=show(problems, 800), where=where)


def says(problem, begin, words):
    after = problem[len(begin):]
    return problem.startswith(begin) and not after[:1].isdigit() and all(word.lower() in after.lower() for word in words)


def finds_everything(load):
    lines = ["{}", json.dumps(TEA), "", "oops", json.dumps(TEA), json.dumps(CAKE), json.dumps(TEA)]
    expect_problems(load, lines, [("line 1", ["id"]), ("line 4", []), ("line 5", ["tea"]), ("line 7", ["tea"])],
                    "Line 1 is an empty object, line 4 no JSON, and the lines 5 and 7 have the id of line 2.",
                    "Does each line get its turn? Collect what is wrong, and raise after the last one.")
    for lines in [[], ["", "  "]]:
        expect_problems(load, lines, [("no cases", [])], "The file has no case in it.",
                        "What would a run over no cases at all say about an agent?")
