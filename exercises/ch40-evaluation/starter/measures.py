"""From trials to numbers that one may believe: how good, how sure, better or
worse.
"""

from math import comb, sqrt

# --- 4. One attempt or several -----------------------------------------------


def pass_at_k(total, passed, k):
    """The chance that AT LEAST ONE of k trials passes, when `passed` of
    `total` trials did.

    Draw k of the trials without looking. The chance that all of them are among
    those that failed is

      ways to choose k of the failed ones  /  ways to choose k of all

    (comb(n, k) counts such ways), and what remains up to 1 is the chance that
    at least one passed.

    Raises ValueError unless 1 <= k <= total and 0 <= passed <= total.
    """
    raise NotImplementedError("pass_at_k() is not written yet")


def pass_all_k(total, passed, k):
    """The chance that ALL of k trials pass, when `passed` of `total` trials
    did. Same draw, same ValueError.
    """
    raise NotImplementedError("pass_all_k() is not written yet")


# --- 5. How sure one may be --------------------------------------------------

# For 95 %: in 19 of 20 such intervals the true rate lies inside.
Z = 1.96


def interval(passed, total):
    """Between which two numbers, from 0 to 1, the true pass rate probably
    lies: (low, high), after Wilson.

      p = passed / total

               p + Z² / (2 total)
      middle = ------------------
                 1 + Z² / total

               Z * sqrt( p (1 - p) / total  +  Z² / (4 total²) )
      half   = -------------------------------------------------
                                1 + Z² / total

      low  = middle - half, but not below 0
      high = middle + half, but not above 1

    Without any trial one knows nothing: (0, 1).
    """
    raise NotImplementedError("interval() is not written yet")


# --- 6. Better or worse ------------------------------------------------------

# A difference that chance alone would bring about more often than this is not
# called one.
LARGEST_CHANCE = 0.05


def compare(before, after):
    """Compare two runs case by case. Both are dictionaries from the id of a
    case to a list of True and False.

    Returns a dictionary. First five lists of ids, in the order of `before`
    ("new": of `after`):
      "better"   its share of passed trials is higher afterwards; 1 of 2 and
                 2 of 4 are the same share
      "worse"    it is lower
      "same"     it is equal
      "missing"  the case is only in `before`
      "new"      the case is only in `after`
    and then
      "chance"   how probable a difference of this size would be if nothing had
                 changed, and a coin decided for each case whether it becomes
                 better or worse. With b better, w worse, n = b + w and m the
                 smaller of b and w, it is

                   2 * ( comb(n, 0) + comb(n, 1) + ... + comb(n, m) ) / 2**n

                 but not above 1
      "verdict"  "better" or "worse", whichever are more, if chance <
                 LARGEST_CHANCE; otherwise "unclear"

    No list of trials is empty.
    """
    raise NotImplementedError("compare() is not written yet")


# --- 7. The report -----------------------------------------------------------


def report(before, after):
    """What a person has to know before the new version goes out, as a list of
    lines:

      before: 14 of 20 (48 % to 85 %)
      after: 15 of 20 (53 % to 89 %)
      verdict: unclear
      worse: seal-bay 3/3 -> 1/3  one for each, the largest loss of share first
      better: fare-3 0/3 -> 2/3   one for each, the largest gain of share first
      missing: gull-rock          one for each
      new: heron-island           one for each

    The first two have the trials passed, in all cases, and their interval() in
    percent, rounded to whole numbers. Those with the same loss or gain keep
    the order of `before`. What there is none of has no line.
    """
    raise NotImplementedError("report() is not written yet")
