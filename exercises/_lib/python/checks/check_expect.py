"""What checks are written with: expectations, and descriptions of what went wrong."""

import importlib
import os
import pprint
import traceback

LONGEST_MESSAGE = 1500
# Most characters of `expected` and of `found`, so that both fit side by side on a screen.
LONGEST_FACT = 1000


class Failed(BaseException):
    """A criterion is not met. `message` says what was expected and found, `hint` nudges.

    facts: the texts `expected`, `found` and `where` (such as "loop.py:31"), if they can be given
    separately, to be shown side by side. Not an Exception, so that a student's `except Exception`
    around a model's call cannot hide it.
    """

    def __init__(self, message, hint, **facts):
        super().__init__(message)
        self.message, self.hint, self.facts = message, hint, facts


def expect(condition, message, hint, **facts):
    if not condition:
        raise Failed(message, hint, **facts)


def expect_equal(found, expected, what, hint, where=None):
    """Two values are the same. `what` begins the sentence: "respond('Hi')" should be …, but it is …"""
    if found == expected:
        return
    at = f" ({where})" if where else ""
    raise Failed(f"{what} should be {show(expected)}, but it is {show(found)}{at}.", hint,
                 expected=pretty(expected), found=pretty(found), where=where)


def expect_returns(use, expected, what, hint, where=None):
    """Like expect_equal, for what use() returns. Reports an exception together with its case."""
    try:
        found = use()
    except NotImplementedError:
        raise
    except Exception as problem:
        at = raised_at(problem, where)
        raise Failed(f"{what} should be {show(expected)}, but there was an exception: {named(problem)}{f' ({at})' if at else ''}.", hint,
                     expected=pretty(expected), found=named(problem), where=at)
    expect_equal(found, expected, what, hint, where)


def required(module, name):
    """A function or class that the student's module has to contain."""
    found = getattr(module, name, None)
    expect(callable(found), f"{module.__name__}.py has no `{name}` that can be called.",
           f"Compare with the starter file: was `{name}` renamed, indented or removed?")
    return found


def show(value, longest=160):
    """A value as Python would write it, shortened. Never raises, whatever the value is."""
    try:
        text = repr(value)
    except Exception as problem:
        text = f"<{type(value).__name__} whose repr fails: {type(problem).__name__}>"
    return text if len(text) <= longest else text[:longest] + "…"


class WholeStrings(pprint.PrettyPrinter):
    """Keeps a long string in one piece: students mistake pieces in brackets for a tuple."""

    _dispatch = {kind: way for kind, way in getattr(pprint.PrettyPrinter, "_dispatch", {}).items() if kind is not str.__repr__}


def pretty(value):
    """A value as Python would write it over several lines. Never raises, whatever the value is."""
    try:
        text = WholeStrings(width=60, sort_dicts=False).pformat(value)
    except Exception:
        text = show(value)
    return text if len(text) <= LONGEST_FACT else text[:LONGEST_FACT] + "…"


def place(function):
    """Where the student's function begins, such as loop.py:31."""
    code = getattr(function, "__code__", None)
    return f"{os.path.basename(code.co_filename)}:{code.co_firstlineno}" if code else "place unknown"


def judge(folder, module, check, on_loaded):
    """Load the student's module and pass it to a check. Returns a row's verdict, whatever happens."""
    try:
        work = importlib.import_module(module)
    except BaseException as problem:
        verdict = failure(f"{module}.py could not be loaded. {in_words(problem, folder)}",
                          "Run it yourself with python3 to see the whole error message.", **facts_of(problem, folder))
        return {**verdict, "unloadable": True}
    on_loaded()
    try:
        check(work)
    except Failed as problem:
        return failure(problem.message, problem.hint, **problem.facts)
    except BaseException as problem:
        return failure(in_words(problem, folder), hint_for(problem), **facts_of(problem, folder))
    return {"passed": True}


def failure(message, hint, **facts):
    """A row's verdict, without facts that are not known."""
    known = {name: as_text(str(fact)) for name, fact in facts.items() if fact is not None}
    return {"passed": False, "message": as_text(message), "hint": hint, **known}


def as_text(text):
    # Python strings may hold half a surrogate pair, which is not text outside Python.
    return text[:LONGEST_MESSAGE].encode("utf-8", "replace").decode()


def hint_for(problem):
    if isinstance(problem, NotImplementedError):
        return "Read what its docstring promises, and write the smallest part of that first."
    return "Run your own tests (python3 -m unittest): they show the whole traceback."


def in_words(problem, folder):
    """An exception that the student's code raised, with the place in their files."""
    if isinstance(problem, SyntaxError):
        where = f"{relative(problem.filename, folder)}, line {problem.lineno}" if problem.filename else "it"
        return f"Python cannot read {where}: {problem.msg}."
    where = place_of(problem, folder)
    if isinstance(problem, NotImplementedError):
        return f"{problem or 'This part is not written yet'}{where}."
    if isinstance(problem, SystemExit):
        return f"Your program ended itself by exit({problem.code}){where}; the check expected it to return."
    return f"Your program raised {named(problem)}{where}."


def facts_of(problem, folder):
    """What was expected and found, and where, when the student's code raised an exception."""
    if isinstance(problem, SyntaxError):
        where = f"{relative(problem.filename, folder)}:{problem.lineno}" if problem.filename else None
        return {"expected": "Python that can be read", "found": f"{type(problem).__name__}: {problem.msg}", "where": where}
    wanted = {NotImplementedError: "what its docstring promises", SystemExit: "a function that returns"}
    return {"expected": wanted.get(type(problem), "no exception"), "found": named(problem), "where": where_of(problem, folder)}


def named(problem):
    text = str(problem)[:400]
    return f"{type(problem).__name__}{': ' + text if text else ''}"


def place_of(problem, folder):
    """The same as where_of, for the end of a sentence: ` (loop.py:31)`, or nothing."""
    where = where_of(problem, folder)
    return f" ({where})" if where else ""


def where_of(problem, folder):
    """The last of the student's lines that an exception passed through, such as `loop.py:31`, or None."""
    frames = [f for f in traceback.extract_tb(problem.__traceback__) if f.filename.startswith(folder + os.sep)]
    return f"{relative(frames[-1].filename, folder)}:{frames[-1].lineno}" if frames else None


def raised_at(problem, otherwise):
    """Where an exception that a check caught came from, or `otherwise` if it met none of the student's lines."""
    # check_child.py has changed into the folder with the work.
    return where_of(problem, os.getcwd()) or otherwise


def relative(path, folder):
    return os.path.relpath(path, folder) if path.startswith(folder + os.sep) else os.path.basename(path)
