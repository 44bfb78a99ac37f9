"""What checks are written with: expectations, and descriptions of what went wrong."""

import pprint

from check_failed import Failed
from check_remote import place_of

__all__ = ["Failed", "expect", "expect_equal", "expect_returns", "named", "place", "pretty", "raised_at", "required", "show"]

# Most characters of `expected` and of `found`, so that both fit side by side on a screen.
LONGEST_FACT = 1000


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
    return place_of(function) or "place unknown"


def named(problem):
    text = str(problem)[:400]
    return f"{type(problem).__name__}{': ' + text if text else ''}"


def raised_at(problem, otherwise=None):
    """The last of the student's lines that an exception passed through, or `otherwise` if it met none of them."""
    return getattr(problem, "learners_place", None) or otherwise
