"""Checks of grading one answer."""

from check_expect import Failed, expect, place, required, show

SOUP = {"type": "exact", "answer": "Pumpkin soup"}
DECK = {"type": "contains", "all": ["lower deck", "dogs"], "none": ["upper", "not allowed"]}
ART = {"type": "contains", "all": ["art"]}
PRICE = {"type": "number", "equals": 18, "within": 0.5}
COUNT = {"type": "number", "equals": 7}


def grades(module):
    grade = required(module, "grade")
    for answer, grader, passed, words, hint in [
        ("Pumpkin soup", SOUP, True, [], "This is the answer, letter for letter."),
        ("  pumpkin\n SOUP. ", SOUP, True, [], "What makes no difference? Take it away on both sides before you compare."),
        ("Pumpkin soup.", {"type": "exact", "answer": "pumpkin soup."}, True, [], "There may be a full stop on both sides."),
        ("Pumpkin soup!", SOUP, False, [], "A full stop at the end makes no difference. Other signs do."),
        ("Pumpkin soup...", SOUP, False, [], "One full stop at the end makes no difference. How many does your code take away?"),
        ("Pumpkinsoup", SOUP, False, [], "How many blanks there are makes no difference. Whether there is one does."),
        ("It is pumpkin soup", SOUP, False, [], "\"exact\" means the whole answer, not a part of it."),
        ("1.5", {"type": "exact", "answer": "15"}, False, [], "A full stop at the end makes no difference. One in the middle does."),
        ("17 05", {"type": "exact", "answer": "17:05"}, False, [], "Capital letters, blanks and a full stop at the end make no difference. A colon does."),
        ("Dogs: on the LOWER deck!", DECK, True, [], "All of them are there. Are capital letters and commas in the way?"),
        ("On the lower deck.", DECK, False, ["dogs"], "One of them is missing."),
        ("Dogs: on the lower and upper deck.", DECK, False, ["lower deck"], "\"lower deck\" is a row of two words. Do these two stand side by side?"),
        ("Dogs: lower deck, not upper.", DECK, False, ["upper"], "Something is there that should not be."),
        ("Dogs on the lower deck are not allowed.", DECK, False, ["not allowed"], "The words under \"none\" may be rows of words, too."),
        ("Art is long.", ART, True, [], "\"none\" may be left out."),
        ("Tea is at 8 o'clock.", {"type": "contains", "all": ["8 O'Clock"]}, True, [], "Take the phrase apart into words in the same way as the answer."),
        ("We start now, in any part.", ART, False, ["art"], "Is \"art\" a word of this answer, or only a part of some?"),
        ("That is 18 euros.", PRICE, True, [], "Which number is in there?"),
        ("2 tickets, 9 euros each: 18.5.", PRICE, True, [], "It is the LAST number that counts, and it may differ by 0.5."),
        ("18 euros for 2.", PRICE, False, ["2"], "It is the LAST number that counts."),
        ("18.6", PRICE, False, ["18.6"], "By how much does it differ, and by how much may it?"),
        ("Seven", COUNT, False, [], "What if there is no number at all?"),
        ("We have 7.0", COUNT, True, [], "7.0 is 7."),
        ("-7", COUNT, False, ["-7"], "A minus belongs to the number."),
        ("6.9", COUNT, False, ["6.9"], "Without \"within\", the number has to be the same."),
        (None, SOUP, False, [], "An answer that is no text is wrong, whatever the grader."),
        (7, COUNT, False, [], "An answer that is no text is wrong, whatever the grader."),
        (["art"], ART, False, [], "An answer that is no text is wrong, whatever the grader."),
    ]:
        expect_grade(grade, answer, grader, passed, words, hint)


def expect_grade(grade, answer, grader, passed, words, hint):
    where, what = place(grade), f"For the answer {answer!r} and the grader {grader!r}"
    try:
        found = grade(answer, grader)
    except NotImplementedError:
        raise
    except Exception as problem:
        raise Failed(f"{what}, grade should return {passed} and why, but it raised {type(problem).__name__}: {problem} ({where}).", hint,
                     expected=f"({passed}, …)", found=f"{type(problem).__name__}: {problem}", where=where)
    pair = isinstance(found, (tuple, list)) and len(found) == 2
    expect(pair and bool(found[0]) is passed, f"{what}, grade should return {passed} and why, but it returned {show(found)} ({where}).", hint,
           expected=f"({passed}, …)", found=show(found, 500), where=where)
    sentence = "a sentence" + "".join(f" with {word}" for word in words)
    says_why = isinstance(found[1], str) and found[1].strip() and all(word.lower() in found[1].lower() for word in words)
    expect(says_why, f"{what}, grade should say why by {sentence}, but it says {show(found[1])} ({where}).",
           "Somebody reads a hundred of these reasons. What do they have to know? There is one for a good answer, too.",
           expected=sentence, found=show(found[1], 500), where=where)
