"""Checks of comparing two runs, and of the report."""

from math import comb

from check_expect import expect, expect_equal, place, required, show
from check_measures import expect_number, wilson

LISTS = ["better", "worse", "same", "missing", "new"]


def trials(marks):
    """A run from marks: {"tea": "110"} is {"tea": [True, True, False]}."""
    return {id: [mark == "1" for mark in text] for id, text in marks.items()}


def runs_that_differ(better, worse, same=2):
    """Two runs in which so many cases became better, worse, or stayed as they are."""
    before = {**{f"b{n}": "10" for n in range(better)}, **{f"w{n}": "11" for n in range(worse)}, **{f"s{n}": "01" for n in range(same)}}
    after = {**{f"b{n}": "11" for n in range(better)}, **{f"w{n}": "00" for n in range(worse)}, **{f"s{n}": "10" for n in range(same)}}
    return trials(before), trials(after)


def compares(module):
    compare = required(module, "compare")
    sorts_cases(compare)
    for better, worse, verdict in [(6, 0, "better"), (5, 0, "unclear"), (1, 0, "unclear"), (0, 6, "worse"), (9, 1, "better"), (1, 9, "worse"), (8, 2, "unclear"), (4, 4, "unclear"), (0, 0, "unclear")]:
        found = result_of(compare, *runs_that_differ(better, worse))
        what = f"If {better} case(s) became better and {worse} worse,"
        n, m = better + worse, min(better, worse)
        chance = min(1, 2 * sum(comb(n, i) for i in range(m + 1)) / 2 ** n)
        expect_number(found["chance"], chance, f"{what} the chance", "n is how many changed, m the smaller of the two. The sum goes from 0 up to and with m, and the whole is not above 1.", place(compare))
        expect_equal(found["verdict"], verdict, f"{what} the verdict, with a chance of {chance:.3f},", "First: is it too probable by chance alone? Only then: which of the two are more?", place(compare))


def result_of(compare, before, after):
    found = compare(before, after)
    parts = LISTS + ["chance", "verdict"]
    missing = [part for part in parts if not isinstance(found, dict) or part not in found]
    expect(not missing, f"compare should return a dictionary with {', '.join(parts)}, but it returned {show(found)} ({place(compare)}).",
           "Compare what you return with its docstring.", expected=", ".join(parts), found=show(found, 500), where=place(compare))
    return found


def sorts_cases(compare):
    before = {"tea": "110", "cake": "10", "soup": "111", "gone": "1", "jam": "0", "pie": "100", "bread": "01", "lost": "0"}
    after = {"fresh": "1", "bread": "1010", "pie": "010011", "jam": "1", "soup": "1110", "cake": "01", "tea": "111", "extra": "0"}
    found = result_of(compare, trials(before), trials(after))
    wanted = {"better": ["tea", "jam", "pie"], "worse": ["soup"], "same": ["cake", "bread"], "missing": ["gone", "lost"], "new": ["fresh", "extra"]}
    for name in LISTS:
        expect_equal(list(found[name]), wanted[name], f"For {shares(before)} before and {shares(after)} after, {name!r}",
                     "It is the share that counts, not how many passed. And whose order do the ids have?", place(compare))


def shares(marks):
    return ", ".join(f"{id} {text.count('1')}/{len(text)}" for id, text in marks.items())


def reports(module):
    report = required(module, "report")
    for before, after in [
        (trials({"tea": "111", "cake": "111", "soup": "000", "jam": "100", "pie": "11", "egg": "1"}),
         trials({"tea": "110", "cake": "100", "soup": "100", "jam": "111", "pie": "10", "egg": "1"})),
        (trials({"tea": "1101", "gone": "0001", "lost": "1"}), trials({"fresh": "11", "tea": "1101", "extra": "0"})),
        runs_that_differ(7, 0, 0),
        runs_that_differ(0, 8, 1),
        (trials({"a": "11", "b": "1111", "c": "1", "d": "0000", "e": "00"}), trials({"a": "10", "b": "1100", "c": "0", "d": "0001", "e": "11"})),
        (trials({"a": "100", "b": "111", "c": "000", "d": "110"}), trials({"a": "000", "b": "110", "c": "100", "d": "111"})),
    ]:
        expect_report(report, before, after)


def expect_report(report, before, after):
    found, where = report(before, after), place(report)
    expect(isinstance(found, list) and all(isinstance(line, str) for line in found), f"report should return a list of lines, but it returned {show(found)} ({where}).",
           "One text for each line, without line ends.", expected="a list of texts", found=show(found, 500), where=where)
    wanted = wanted_lines(before, after)
    kinds = [[line.partition(":")[0] for line in lines] for lines in (found, wanted)]
    expect(kinds[0] == kinds[1], f"The lines of the report should begin with {', '.join(kinds[1])}, but they begin with {', '.join(kinds[0])} ({where}).",
           "Which kinds of lines come first, and how many are there of each?", expected="\n".join(wanted), found="\n".join(found), where=where)
    for line, right in zip(found, wanted):
        expect(" ".join(line.split()) == right, f"A line of the report should be {right!r}, but it is {line!r} ({where}).", hint_about(right),
               expected="\n".join(wanted), found="\n".join(found), where=where)


def hint_about(line):
    if line.startswith(("before", "after")):
        return "All trials of all cases together, then the two ends of their interval in percent."
    if line.startswith(("better", "worse")):
        return "The largest change of SHARE first: 2/2 -> 1/2 is a larger one than 4/4 -> 3/4. Equal ones keep their order, and 1 - 2/3 is as large as 1/3, which decimals do not know."
    return "Compare it with the docstring of report, letter by letter."


def wanted_lines(before, after):
    change = {id: share(after[id]) - share(before[id]) for id in before if id in after}
    worse = sorted((id for id in change if change[id] < -1e-9), key=lambda id: round(change[id], 9))
    better = sorted((id for id in change if change[id] > 1e-9), key=lambda id: -round(change[id], 9))
    n, m = len(worse) + len(better), min(len(worse), len(better))
    clear = 2 * sum(comb(n, i) for i in range(m + 1)) / 2 ** n < 0.05
    verdict = ("better" if len(better) > len(worse) else "worse") if clear else "unclear"
    lines = [f"before: {summary(before)}", f"after: {summary(after)}", f"verdict: {verdict}"]
    lines += [f"{kind}: {id} {sum(before[id])}/{len(before[id])} -> {sum(after[id])}/{len(after[id])}" for kind, ids in (("worse", worse), ("better", better)) for id in ids]
    return lines + [f"missing: {id}" for id in before if id not in after] + [f"new: {id}" for id in after if id not in before]


def share(marks):
    return sum(marks) / len(marks)


def summary(run):
    passed, total = sum(map(sum, run.values())), sum(map(len, run.values()))
    low, high = wilson(passed, total)
    return f"{passed} of {total} ({100 * max(0, low):.0f} % to {100 * min(1, high):.0f} %)"
