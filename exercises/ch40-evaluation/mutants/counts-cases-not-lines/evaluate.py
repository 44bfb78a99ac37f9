"""From a file of questions to a list of trials: reading, grading, running."""

import json
import re

from cases import Case, DatasetError, Trial, words

# The types of graders, and what each of them needs besides its type.
NEEDS = {"exact": "answer", "contains": "all", "number": "equals"}


def load(path):
    """The cases in a file with one JSON object in each line; raises
    DatasetError if one is no case.
    """
    cases, problems = {}, []
    with open(path, encoding="utf-8") as file:
        lines = (line for line in file if line.strip())
        for number, line in enumerate(lines, 1):
            entry, problem = read_line(line)
            problem = problem or problem_of(entry, cases)
            if problem:
                problems.append(f"line {number}: {problem}")
            else:
                cases[entry["id"]] = Case(
                    entry["id"], entry["question"], entry["grader"]
                )
    if not cases and not problems:
        problems.append("no cases")
    if problems:
        raise DatasetError(problems)
    return list(cases.values())


def read_line(line):
    """The object in a line and None, or None and what is wrong."""
    try:
        return json.loads(line), None
    except json.JSONDecodeError as error:
        return None, f"no JSON: {error.msg}"


def problem_of(entry, earlier):
    """What keeps an entry from being a case, or None."""
    if not isinstance(entry, dict):
        return "no object"
    for name in ["id", "question"]:
        if not isinstance(entry.get(name), str) or not entry[name]:
            return f"{name} has to be a text"
    grader = entry.get("grader")
    if not isinstance(grader, dict) or str(grader.get("type")) not in NEEDS:
        types = ", ".join(NEEDS)
        return f"grader has to be an object with one of the types {types}"
    needed = NEEDS[grader["type"]]
    if needed not in grader:
        return f"a grader of type {grader['type']} needs {needed}"
    if entry["id"] in earlier:
        return f"an earlier line has the id {entry['id']}"
    return None


NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def grade(answer, grader):
    """Whether an answer is right: a pair (passed, why)."""
    if not isinstance(answer, str):
        return False, f"expected a text, found {answer!r}"
    graders = {
        "exact": grade_exact,
        "contains": grade_contains,
        "number": grade_number,
    }
    return graders[grader["type"]](answer, grader)


def grade_exact(answer, grader):
    passed = plain(answer) == plain(grader["answer"])
    return passed, f"expected {grader['answer']!r}, found {answer!r}"


def plain(text):
    text = " ".join(text.lower().split())
    return text.removesuffix(".").rstrip()


def grade_contains(answer, grader):
    for phrase in grader["all"]:
        if not has(answer, phrase):
            return False, f"{phrase!r} is missing"
    for phrase in grader.get("none", []):
        if has(answer, phrase):
            return False, f"{phrase!r} should not be there"
    return True, "all is there that should be"


def has(text, phrase):
    return f" {' '.join(words(phrase))} " in f" {' '.join(words(text))} "


def grade_number(answer, grader):
    found = NUMBER.findall(answer)
    if not found:
        return False, f"expected {grader['equals']}, found no number"
    difference = abs(float(found[-1]) - grader["equals"])
    passed = difference <= grader.get("within", 0)
    return passed, f"expected {grader['equals']}, found {found[-1]}"


def run(agent, cases, trials=3):
    """Ask an agent every question several times."""
    return {
        case.id: [try_once(agent, case, number) for number in range(trials)]
        for case in cases
    }


def try_once(agent, case, number):
    try:
        answer = agent(case.question, number)
    except Exception as error:
        return Trial(False, f"crashed by {type(error).__name__}: {error}")
    passed, why = grade(answer, case.grader)
    return Trial(passed, why, answer)
