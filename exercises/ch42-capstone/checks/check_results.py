"""What a function of the learner's returns, where the check looks at it more closely than for being equal."""

from check_expect import Failed, named, raised_at


def result_of(use, case, wanted, hint, where):
    """What use() returns. `case` begins the sentence: "Given 7, problem() should return a text". An exception is told with it."""
    try:
        return use()
    except NotImplementedError:
        raise
    except Exception as problem:
        at = raised_at(problem, where)
        raise Failed(f"{case} should return {wanted}, but it raised {named(problem)} ({at}).", hint, expected=wanted, found=named(problem), where=at)
