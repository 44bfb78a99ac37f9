"""The checks of this exercise: each gets the student's module, and raises Failed if it falls short."""

from check_expect import expect, expect_equal, place, pretty, required


def keeps_a_text_that_fits(module):
    for text, longest in [("tea", 10), ("a cup of tea", 12), ("", 5)]:
        shortened(module, text, longest, text, "Is there anything to do for a text that fits? What if it fits exactly?")


def makes_a_long_text_fit(module):
    shorten = required(module, "shorten")
    for text, longest in [("aaaa bbbb cccc", 9), ("a lighthouse in the fog", 14), ("seven small steps", 10)]:
        found, where = shorten(text, longest), place(shorten)
        fits = isinstance(found, str) and len(found) <= longest and found.endswith("…")
        expect(fits, f"shorten({text!r}, {longest}) should have {longest} characters at most and end with …, "
               f"but it is {found!r} ({where}).", "Count the characters of the result. Does … count?",
               expected=f"at most {longest} characters, the last one …", found=pretty(found), where=where)


def keeps_words_whole(module):
    cases = [("the quick brown fox", 12, "the quick…"), ("the quick brown", 10, "the quick…"),
             ("rain on the roof tonight", 17, "rain on the roof…")]
    for text, longest, expected in cases:
        shortened(module, text, longest, expected, "Which character would come next? Does a word end there or not?")


def shortened(module, text, longest, expected, hint):
    shorten = required(module, "shorten")
    expect_equal(shorten(text, longest), expected, f"shorten({text!r}, {longest})", hint, place(shorten))
