"""Checks of chances and intervals."""

import math
from math import comb

from check_expect import Failed, expect, place, required, show


def expect_number(found, wanted, what, hint, where):
    fits = isinstance(found, (int, float)) and math.isclose(found, wanted, rel_tol=1e-6, abs_tol=1e-9)
    shown = f"{found:.4f}" if isinstance(found, (int, float)) else show(found)
    expect(fits, f"{what} should be {wanted:.4f}, but it is {shown} ({where}).", hint, expected=f"{wanted:.4f}", found=shown, where=where)


def estimates_chances(module):
    at_k, all_k = required(module, "pass_at_k"), required(module, "pass_all_k")
    for total, passed, k in [(4, 2, 2), (10, 3, 1), (10, 3, 5), (5, 0, 3), (5, 5, 5), (6, 4, 3), (3, 1, 3), (60, 7, 10)]:
        what = f"({total}, {passed}, {k}), for {k} of {total} trials of which {passed} passed,"
        expect_number(at_k(total, passed, k), 1 - comb(total - passed, k) / comb(total, k), "pass_at_k" + what,
                      "Count the ways by hand for 4 trials of which 2 passed: which pairs are there, and in how many of them did none pass?", place(at_k))
        expect_number(all_k(total, passed, k), comb(passed, k) / comb(total, k), "pass_all_k" + what,
                      "All of the drawn ones have to be among those that passed. In how many ways can one draw them?", place(all_k))
    for function in [at_k, all_k]:
        for total, passed, k, why in [(3, 1, 4, "one cannot draw 4 of 3"), (3, 1, 0, "k is below 1"), (3, 4, 2, "4 of 3 cannot have passed"), (3, -1, 2, "a count is not negative")]:
            expect_value_error(function, (total, passed, k), why)


def expect_value_error(function, arguments, why):
    what, where = f"{function.__name__}{arguments}", place(function)
    hint = "Before you count anything: are the three numbers possible together?"
    try:
        found = function(*arguments)
    except ValueError:
        return
    except NotImplementedError:
        raise
    except Exception as problem:
        raise Failed(f"{what} should raise ValueError, because {why}, but it raised {type(problem).__name__}: {problem} ({where}).", hint,
                     expected="ValueError", found=f"{type(problem).__name__}: {problem}", where=where)
    raise Failed(f"{what} should raise ValueError, because {why}, but it returned {show(found)} ({where}).", hint, expected="ValueError", found=show(found), where=where)


def wilson(passed, total):
    if total == 0:
        return 0.0, 1.0
    p, z = passed / total, 1.96
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return middle - half, middle + half


def knows_how_sure(module):
    interval = required(module, "interval")
    for passed, total, hint in [
        (5, 10, "Work out the middle first: for half of the trials it is exactly one half."),
        (3, 10, "Work out p, the middle and the half on paper. Which part of yours is the first that differs?"),
        (30, 100, "The same share of more trials: the interval has to be narrower. Is every division by total in its place?"),
        (1, 1, "One good trial of one is no proof. The formula knows that."),
        (0, 12, "If nothing passed, the lower end is 0 and the upper one is not."),
        (12, 12, "If everything passed, the upper end is 1 and the lower one is not."),
        (0, 0, "Without any trial one knows nothing, and cannot divide by total either."),
    ]:
        found, where = interval(passed, total), place(interval)
        expect(isinstance(found, (tuple, list)) and len(found) == 2, f"interval({passed}, {total}) should return two numbers, but it returned {show(found)} ({where}).",
               "Return both ends, the lower one first.", expected="(low, high)", found=show(found), where=where)
        for end, value, wanted in zip(["lower", "upper"], found, wanted_ends(passed, total)):
            expect_number(value, wanted, f"The {end} end of interval({passed}, {total})", hint, where)


def wanted_ends(passed, total):
    low, high = wilson(passed, total)
    return max(0.0, low), min(1.0, high)
