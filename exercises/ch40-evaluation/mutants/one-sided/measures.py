"""From trials to numbers that one may believe: how good, how sure, better or
worse.
"""

from fractions import Fraction
from math import comb, sqrt


def pass_at_k(total, passed, k):
    """The chance that at least one of k trials passes."""
    refuse_impossible(total, passed, k)
    return 1 - comb(total - passed, k) / comb(total, k)


def pass_all_k(total, passed, k):
    """The chance that all of k trials pass."""
    refuse_impossible(total, passed, k)
    return comb(passed, k) / comb(total, k)


def refuse_impossible(total, passed, k):
    if not 1 <= k <= total:
        raise ValueError(f"cannot draw {k} of {total} trials")
    if not 0 <= passed <= total:
        raise ValueError(f"{passed} of {total} trials cannot have passed")


# For 95 %: in 19 of 20 such intervals the true rate lies inside.
Z = 1.96


def interval(passed, total):
    """Between which two numbers the true pass rate probably lies, after
    Wilson.
    """
    if total == 0:
        return 0.0, 1.0
    rate = passed / total
    scale = 1 + Z**2 / total
    middle = (rate + Z**2 / (2 * total)) / scale
    half = Z * sqrt(rate * (1 - rate) / total + Z**2 / (4 * total**2)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


# A difference that chance alone would bring about more often than this is not
# called one.
LARGEST_CHANCE = 0.05


def compare(before, after):
    """Compare two runs case by case."""
    gains = {id: gain(before[id], after[id]) for id in before if id in after}
    better = [id for id, change in gains.items() if change > 0]
    worse = [id for id, change in gains.items() if change < 0]
    chance = chance_of(len(better), len(worse))
    return {
        "better": better,
        "worse": worse,
        "same": [id for id, change in gains.items() if change == 0],
        "missing": [id for id in before if id not in after],
        "new": [id for id in after if id not in before],
        "chance": chance,
        "verdict": verdict_of(len(better), len(worse), chance),
    }


def gain(before, after):
    # Fractions, so that 1 of 3 and 2 of 6 are the same to the last digit.
    then = Fraction(sum(before), len(before))
    return Fraction(sum(after), len(after)) - then


def chance_of(better, worse):
    changed = better + worse
    ways = sum(comb(changed, count) for count in range(min(better, worse) + 1))
    return min(1.0, ways / 2**changed)


def verdict_of(better, worse, chance):
    if chance >= LARGEST_CHANCE:
        return "unclear"
    return "better" if better > worse else "worse"


def report(before, after):
    """What a person has to know before the new version goes out, as a list of
    lines.
    """
    result = compare(before, after)
    by_gain = {
        id: gain(before[id], after[id])
        for id in result["worse"] + result["better"]
    }
    lines = [
        f"before: {summary(before)}",
        f"after: {summary(after)}",
        f"verdict: {result['verdict']}",
    ]
    for id in sorted(result["worse"], key=lambda id: by_gain[id]):
        lines.append(f"worse: {id} {share(before[id])} -> {share(after[id])}")
    for id in sorted(result["better"], key=lambda id: -by_gain[id]):
        lines.append(f"better: {id} {share(before[id])} -> {share(after[id])}")
    return lines + [
        f"{kind}: {id}" for kind in ("missing", "new") for id in result[kind]
    ]


def summary(results):
    passed = sum(sum(trials) for trials in results.values())
    total = sum(len(trials) for trials in results.values())
    low, high = interval(passed, total)
    return f"{passed} of {total} ({100 * low:.0f} % to {100 * high:.0f} %)"


def share(trials):
    return f"{sum(trials)}/{len(trials)}"
