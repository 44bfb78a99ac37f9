"""Checks of cutting texts into passages."""

from check_expect import Failed, expect_equal, place, required, show
from texts import Passage  # the pristine one, which lies beside the copy of the work


def cuts(module):
    cut = required(module, "cut")
    for count, size, overlap, runs in [
        (5, 3, 1, ["ABC", "CDE"]),
        (6, 3, 1, ["ABC", "CDE", "EF"]),
        (4, 2, 0, ["AB", "CD"]),
        (5, 4, 3, ["ABCD", "BCDE"]),
        (7, 3, 2, ["ABC", "BCD", "CDE", "DEF", "EFG"]),
        (2, 3, 1, ["AB"]),
        (3, 3, 2, ["ABC"]),
        (1, 1, 0, ["A"]),
        (0, 3, 1, []),
    ]:
        text = "\n".join(sentence(letter) for letter in "ABCDEFG"[:count])
        found = cut("birds", text, size=size, overlap=overlap)
        wanted = [" ".join(sentence(letter) for letter in run) for run in runs]
        what = f"For {count} sentences, size={size} and overlap={overlap}, "
        texts = [getattr(passage, "text", passage) for passage in found]
        expect_equal(texts, wanted, what + "the texts of the passages", hint_for(texts, wanted), place(cut))
        expect_equal(found, [Passage(f"birds#{n}", text) for n, text in enumerate(wanted, 1)], what + "the result of cut('birds', …)",
                     "What do the ids look like in the docstring, and at which number do they begin?", place(cut))
    uses_its_defaults(cut)
    refuses_impossible_sizes(cut)


def sentence(letter):
    return f"{letter} is a letter."


def hint_for(found, wanted):
    if len(found) > len(wanted) and found[:len(wanted)] == wanted:
        return "Everything in the last passage is in the one before. After which passage can you stop?"
    return "At which sentence does the second passage begin? How many sentences further on than the first?"


def uses_its_defaults(cut):
    texts = [passage.text for passage in cut("x", " ".join(sentence(letter) for letter in "PQRST"))]
    expect_equal(texts, [" ".join(map(sentence, "PQR")), " ".join(map(sentence, "RST"))], "The texts of cut('x', …) for five sentences",
                 "Which size and overlap are used if none are given?", place(cut))


def refuses_impossible_sizes(cut):
    for size, overlap in [(3, 3), (2, 5), (3, -1)]:
        what = f"With size={size} and overlap={overlap}, cut"
        hint = "Compare the two numbers before you begin. Where would the second passage start?"
        try:
            found = cut("x", " ".join(sentence(letter) for letter in "ABCDEFG"), size=size, overlap=overlap)
        except ValueError:
            continue
        except NotImplementedError:
            raise
        except Exception as problem:
            raise Failed(f"{what} should raise ValueError, but it raised {type(problem).__name__}: {problem} ({place(cut)}).", hint,
                         expected="ValueError", found=f"{type(problem).__name__}: {problem}", where=place(cut))
        raise Failed(f"{what} should raise ValueError, but it returned {show(found)} ({place(cut)}).", hint,
                     expected="ValueError", found=show(found), where=place(cut))
