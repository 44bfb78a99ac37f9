"""Checks of extract(): what is found in a text, and what is said if there is nothing to find."""

import json
import re

from check_expect import Failed, expect, expect_returns, place, raised_at, required, show

BOOK = {"title": "Sand {and} Stars", "pages": 310, "authors": [{"name": "Ida \"Wind\" Berg"}, {"name": "Björn"}], "lent": None}


def finds_the_json(structured):
    extract = required(structured, "extract")
    plain, tidy = json.dumps(BOOK), json.dumps(BOOK, indent=2, ensure_ascii=False)
    for text, case in [
        (plain, "Plain JSON"),
        (f"\n  {tidy}\n", "JSON over several lines, with space around it,"),
        (f"Of course! This is the book: {plain} Do you like it?", "JSON in the middle of a sentence"),
        (f"Gladly.\n\n```json\n{tidy}\n```\n\nAnything else?", "JSON between words and lines of ```"),
        (f"```\n{plain}\n```", "JSON between lines of ``` without a language"),
    ]:
        expect_returns(lambda: extract(text), BOOK, f"{case} read by extract", hint_for(case), place(extract))
    expect_returns(lambda: extract("{}"), {}, "An empty object, {}, read by extract", "It is an object like any other.", place(extract))
    for text, case in [
        ("It has 310 pages.", "A text without any JSON"),
        ("", "An empty text"),
        ('["Sand", "Stars"]', "A list instead of an object"),
        ('{"author": {"name": "Ida"}, "pages": ', "An object that is not finished"),
        ('{"author": {"name": "Ida"}, "pages" 310}', "A broken object with a whole one inside"),
        ('{\n  "author": {"name": "Ida"},\n  "pages" 310\n}', "An object that breaks in its third line"),
        ("{'title': 'Sand'}", "A dictionary as Python writes it, which is no JSON,"),
    ]:
        refuses(extract, text, case)


def hint_for(case):
    if "Plain" in case or "space" in case:
        return "Begin with this one: json.loads reads a whole text."
    return "Where does the object begin in this text, and where does it end? Look at its first and its last character."


def refuses(extract, text, case):
    try:
        found = extract(text)
    except ValueError as problem:
        said = str(problem)
    except NotImplementedError:
        raise
    except Exception as problem:
        raise Failed(f"{case} should raise ValueError.", "Which of your lines relies on something that is not there?",
                     expected="ValueError", found=f"{type(problem).__name__}: {problem}", where=raised_at(problem, place(extract)))
    else:
        raise Failed(f"{case} should raise ValueError, but extract({text!r}) returned something.",
                     "A part of the truth is not the truth. If the whole object cannot be read, there is nothing to return.",
                     expected="ValueError", found=show(found), where=place(extract))
    expect("json" in said.lower(), f"{case}: the ValueError should tell the model that the JSON is what is wrong.", "The model reads this sentence, and has to know what to do.",
           expected="a sentence with the word JSON", found=said or "an empty message", where=place(extract))
    if text.startswith("{"):
        expect(re.search(r"line \d+\D{1,12}column \d+", said), f"{case}: the ValueError should say where it breaks.", "The exception that json raises says so already. Hand its words on.",
               expected="a sentence with a line and a column, as json says it", found=said, where=place(extract))
    if text.endswith("310}") or "\n" in text:
        expect_place(text, case, said, place(extract))


def expect_place(text, case, said, where):
    """Of an object with both its ends, where it breaks does not depend on how it was cut out of the text."""
    try:
        json.loads(text)
    except json.JSONDecodeError as problem:
        wanted = [problem.lineno, problem.colno]
    found = [list(map(int, pair)) for pair in re.findall(r"line (\d+)\D{1,12}column (\d+)", said)]
    expect(wanted in found, f"{case}: the ValueError should say where it breaks, at line {wanted[0]} column {wanted[1]}, but it says {show(said)} ({where}).",
           "The exception that json raises says so already. Hand its words on.", expected=f"a sentence with line {wanted[0]} column {wanted[1]}", found=said, where=where)
