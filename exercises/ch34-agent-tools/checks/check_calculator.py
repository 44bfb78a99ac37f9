"""Checks that the calculator knows arithmetic, and nothing that could do harm."""

from check_expect import Failed, expect, place, pretty, required, show


def calculates(tools):
    calculate = required(tools, "calculate")
    where = place(getattr(tools, "evaluate", calculate))
    for expression, wanted in [("17 - 4 * 3", "5"), ("(17 - 4) * 3", "39"), ("-(2 + 1)", "-3"), ("2 ** 10 % 1000", "24"), ("9 / 4 + 0.5", "2.75"), ("1 / 16", "0.0625"), ("2 / 3", str(2 / 3))]:
        found = calculate(expression)
        expect(found == wanted, f"{expression} should be {wanted!r}, but it is {show(found)} ({where}).",
               "A tree is worked out from its leaves: first the parts of a node, then the node.",
               expected=pretty(wanted), found=pretty(found), where=where)
    for expression in ["open('trace', 'w')", "__import__('os').getcwd()", "().__class__", "'ab' * 3", "[1] * 3", "abs(-1)",
                       "calculate", "lambda: 1", "(1 if 1 else 2)", "1 < 2", "7 | 8", "~1", "1 + print('x')", "9 ** 9 ** 9 ** 9"]:
        try:
            found = calculate(expression)
        except NotImplementedError:
            raise
        except ValueError:
            continue
        except Exception as problem:
            raise Failed(f"{expression} is no arithmetic and should raise ValueError, but it raised {type(problem).__name__}: {problem} ({where}).",
                         "What does evaluate do with a node, or an operator, which it does not know?",
                         expected="ValueError", found=f"{type(problem).__name__}: {problem}", where=where)
        raise Failed(f"{expression} should raise ValueError, but the result is {show(found)} ({where}).",
                     "Do you list what is allowed, or what is forbidden? Only one of these lists can be complete.",
                     expected="ValueError", found=pretty(found), where=where)
