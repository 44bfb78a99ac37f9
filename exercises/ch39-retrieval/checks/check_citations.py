"""Checks of what is noticed about citations and quotations."""

from check_expect import expect, place, required, show
from texts import Passage

PASSAGES = [
    Passage("soups#1", "The soup of the day is pumpkin. It costs\nfive euros."),
    Passage("soups#2", "On Friday there is fish soup."),
    Passage("bread-and-butter#12", "Bread is free with every soup."),
]


def notices_problems(module):
    problems_with = required(module, "problems_with")
    for text, hint in [
        ("It is pumpkin. [soups#1]", "A known citation and no quotation: nothing is wrong."),
        ('They say "bread is free" [bread-and-butter#12].', "Capital letters make no difference. On both sides?"),
        ('"It costs five  euros" [soups#1]', "In the passage a line ends in the middle of these words. What does \" \".join(text.split()) do?"),
        ('"fish soup" and "pumpkin" [soups#1] [soups#2]', "Each quotation needs to be in ONE of the cited passages, not in each."),
        ("[soups#2] It is fish. [soups#2]", "The same citation twice is no problem."),
    ]:
        found = problems_with(text, PASSAGES)
        expect(found == [], f"There is nothing wrong with {text!r}, but these problems were found: {show(found)} ({place(problems_with)}).",
               hint, expected="[]", found=show(found, 500), where=place(problems_with))
    for text, words, why in [
        ("It is pumpkin.", ["cite"], "it cites nothing"),
        ("It is pumpkin (soups#1).", ["cite"], "a citation stands in square brackets"),
        ("It is pumpkin. [soups#3]", ["soups#3"], "there is no passage soups#3"),
        ("It is pumpkin. [soups#1] [menu#1]", ["menu#1"], "there is no passage menu#1"),
        ("[menu#1] It is pumpkin. [menu#1] [soups#1] [menu#2]", ["menu#1", "menu#2"], "two ids are unknown"),
        ('"It costs nothing" [soups#1]', ["It costs nothing"], "the passage does not say so"),
        ('"fish soup" [soups#1]', ["fish soup"], "soups#2 says so, and soups#1 is cited"),
        ('"pumpkin" and "leek" and "peas" [soups#1]', ["leek", "peas"], "two of three quotations are nowhere"),
        ('"five euros. On Friday" [soups#1] [soups#2]', ["five euros. On Friday"], "it begins in one passage and ends in another"),
        ('"is pumpkin it costs" [soups#1]', ["is pumpkin it costs"], "there is a full stop in the passage, and none in the quotation"),
        ('"pumpkin" [soups#9]', ["soups#9", "pumpkin"], "there is no passage soups#9, so it cannot say pumpkin"),
        ('"the pump" "in." [soups#1] [soups#2] [x#1]', ["x#1", "the pump"], "one id is unknown, and one quotation is nowhere"),
    ]:
        expect_problems(problems_with, text, words, why)


def expect_problems(problems_with, text, words, why):
    found = problems_with(text, PASSAGES)
    fits = isinstance(found, list) and len(found) == len(words) and all(isinstance(sentence, str) for sentence in found)
    fits = fits and all(any(word.lower() in sentence.lower() for sentence in found) for word in words)
    expected = f"{len(words)} sentence(s), with " + " and with ".join(f"“{word}”" for word in words)
    expect(fits, f"For {text!r}: {why}. Expected {expected}, but found {show(found)} ({place(problems_with)}).",
           "Three questions, one after the other: does it cite, is each cited id known, is each quotation in a passage that it cites?",
           expected=expected, found=show(found, 500), where=place(problems_with))
