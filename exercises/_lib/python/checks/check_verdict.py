"""From what came of a check to a row's verdict, with descriptions of what went wrong."""

import os

from check_expect import Failed, named, raised_at
from check_judge import Judge
from check_process import failed
from check_remote import Beside
from check_wire import Garbled, Gone

LONGEST_MESSAGE = 1500


def judge(run, folder, pristine, module, check):
    """Have the student's module loaded in its process, and pass it to a check. Returns a row's verdict, whatever happens.

    run: a check_process.Run that has begun; folder: the one with the student's files
    """
    Beside.judge = judge = Judge(pristine, run.send, run.receive)
    loaded = False
    try:
        work = judge.ask(do="import", name=module)
        loaded = True
        check(work)
        return {"passed": True}
    except BaseException as problem:
        verdict = verdict_on(judge.failed or problem, run, folder, None if loaded else module)
        return verdict if loaded else {**verdict, "unloadable": True}


def verdict_on(problem, run, folder, unloaded):
    """unloaded: the module that could not be loaded, or None"""
    if isinstance(problem, Gone):
        return why_gone(run, problem)
    try:
        if isinstance(problem, Failed):
            return failure(problem.message, problem.hint, **problem.facts)
        if not unloaded:
            return failure(in_words(problem, folder), hint_for(problem), **facts_of(problem, folder))
        return failure(f"{unloaded}.py could not be loaded. {in_words(problem, folder)}",
                       "Run it yourself with python3 to see the whole error message.", **facts_of(problem, folder))
    except BaseException as trouble:
        # To describe it, the student's code had to be asked once more.
        return why_gone(run, trouble) if isinstance(trouble, Gone) else failed(
            "Your program raised an exception that cannot be described.", "Has it a __str__ or a __repr__ of its own?")


def why_gone(run, problem):
    if isinstance(problem, Garbled):
        return failed("Your program wrote something of its own where the check listens to what its functions return.",
                      "Does it write to a file or a descriptor which it has not opened?",
                      expected="nothing there", found="something that no check has asked for")
    return run.why_gone()


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
        where = f"{relative(str(problem.filename), folder)}, line {problem.lineno}" if problem.filename else "it"
        return f"Python cannot read {where}: {problem.msg}."
    where = place_of(problem)
    if isinstance(problem, NotImplementedError):
        return f"{problem or 'This part is not written yet'}{where}."
    if isinstance(problem, SystemExit):
        return f"Your program ended itself by exit({problem.code}){where}; the check expected it to return."
    return f"Your program raised {named(problem)}{where}."


def facts_of(problem, folder):
    """What was expected and found, and where, when the student's code raised an exception."""
    if isinstance(problem, SyntaxError):
        where = f"{relative(str(problem.filename), folder)}:{problem.lineno}" if problem.filename else None
        return {"expected": "Python that can be read", "found": f"{type(problem).__name__}: {problem.msg}", "where": where}
    wanted = {NotImplementedError: "what its docstring promises", SystemExit: "a function that returns"}
    return {"expected": wanted.get(type(problem), "no exception"), "found": named(problem), "where": raised_at(problem)}


def place_of(problem):
    """Where an exception came from, for the end of a sentence: ` (loop.py:31)`, or nothing."""
    where = raised_at(problem)
    return f" ({where})" if where else ""


def relative(path, folder):
    return os.path.relpath(path, folder) if path.startswith(folder + os.sep) else os.path.basename(path)
