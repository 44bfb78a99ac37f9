"""Checks of ranking: how much a word tells, how well a passage fits, and which come first."""

import math

from check_expect import Failed, expect, expect_equal, place, required, show
from texts import Passage, words

TEXTS = [
    "The soup is hot. The soup is red.",
    "The bread is fresh, and it is baked every day before the sun comes up over the hills and the sea.",
    "Soup and bread, soup and bread, soup and bread!",
    "The cat sleeps.",
    "A supermarket has everything.",
]


def index_of(module, texts):
    return required(module, "Index")([Passage(f"p#{number}", text) for number, text in enumerate(texts, 1)])


def rarity(texts, word):
    having = sum(word in words(text) for text in texts)
    return math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))


def bm25(texts, question, number):
    own, average = words(texts[number]), sum(len(words(text)) for text in texts) / len(texts)
    total = 0
    for word in set(words(question)):
        times = own.count(word)
        total += rarity(texts, word) * times * 2.5 / (times + 1.5 * (0.25 + 0.75 * len(own) / average))
    return total


def expect_number(found, wanted, what, hint, where):
    fits = isinstance(found, (int, float)) and math.isclose(found, wanted, rel_tol=1e-6, abs_tol=1e-9)
    shown = f"{found:.4f}" if isinstance(found, (int, float)) else show(found)
    expect(fits, f"{what} should be {wanted:.4f}, but it is {shown} ({where}).", hint, expected=f"{wanted:.4f}", found=shown, where=where)


def weighs_words(module):
    for texts in [TEXTS, TEXTS[:2], ["one"]]:
        index = index_of(module, texts)
        for word, hint in [
            ("the", "In how many of the passages is the word? That is n, and N is the number of all."),
            ("soup", "A passage that has the word five times still counts as one passage."),
            ("a", "\"a\" is a word of one passage here, and a letter of many."),
            ("giraffe", "The word is in none of the passages, so n is 0. What is left of the formula?"),
        ]:
            expect_number(index.rarity(word), rarity(texts, word), f"With {len(texts)} passage(s), rarity({word!r})", hint, place(index.rarity))


def scores(module):
    index = index_of(module, TEXTS)
    for question, number, hint in [
        ("cat", 3, "One word, once in the passage: put the numbers into the formula by hand, and print each part of yours."),
        ("giraffe", 3, "A word that is not in the passage adds nothing."),
        ("soup", 2, "The word is three times in this passage. Does it come twice into the formula, above and below?"),
        ("soup", 0, "Which length does the formula mean: of this passage, and of an average one?"),
        ("SOUP? Bread!", 2, "Are the words of the question taken apart in the same way as those of the passages?"),
        ("bread sun sea", 1, "Add up what each word of the question brings."),
        ("soup soup and soup", 2, "Each DIFFERENT word of the question counts once, however often it is asked."),
        ("market", 4, "\"market\" is no word of this passage, only a part of one."),
    ]:
        what = f"The score of {TEXTS[number][:40]!r} for {question!r}"
        expect_number(index.score(question, number), bm25(TEXTS, question, number), what, hint, place(index.score))


def finds(module):
    index = index_of(module, TEXTS)
    for question, top in [("soup and bread", 3), ("soup and bread", 2), ("Who has seen the cat?", 5), ("the", 1), ("everything", 3), ("giraffe", 3)]:
        expect_ranking(index, TEXTS, question, top)
    same = ["Tea for two.", "Milk for two.", "Tea for six.", "Tea for ten.", "Milk for six."]
    expect_ranking(index_of(module, same), same, "tea", 3)
    expect_ranking(index_of(module, same), same, "milk", 2)
    found = index.search("the soup is everything a cat needs")
    expect_equal(len(found), 3, "Without a number in the call, how many passages are found", "Which default does the first line of search give?", place(index.search))
    empty = required(module, "Index")([])
    expect_equal(empty.search("tea"), [], "The result of a search in no passages at all", "Does anything need a first passage, or an average?", place(empty.search))


def expect_ranking(index, texts, question, top):
    where, what = place(index.search), f"search({question!r}, top={top})"
    try:
        found = index.search(question, top=top)
    except TypeError as problem:
        raise Failed(f"{what} raised TypeError: {problem} ({where}).",
                     "When two scores are equal, what does Python compare next? Say by which part of a pair to sort.",
                     expected="[(score, Passage(…)), …]", found=f"TypeError: {problem}", where=where)
    pairs = isinstance(found, list) and all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in found)
    expect(pairs and all(isinstance(passage, Passage) for _, passage in found),
           f"{what} should return a list of pairs (score, passage), but it returned {show(found)} ({where}).",
           "Make the pairs first, for all passages. Then put them in order, and leave out what does not belong.",
           expected="[(score, Passage(…)), …]", found=show(found, 500), where=where)
    ranked = sorted(range(len(texts)), key=lambda number: -bm25(texts, question, number))
    wanted = [number for number in ranked if bm25(texts, question, number) > 0][:top]
    expect_equal([shortly(passage.text) for _, passage in found], [shortly(texts[number]) for number in wanted], f"The passages found by {what}",
                 ranking_hint(len(found), len(wanted)), where)
    for (score, passage), number in zip(found, wanted):
        if not math.isclose(score, bm25(texts, question, number), rel_tol=1e-6):
            raise Failed(f"{what} should give {passage.id} the score {bm25(texts, question, number):.4f}, but it gives {show(score)} ({where}).",
                         "The first of each pair is the score of that passage.",
                         expected=f"{bm25(texts, question, number):.4f}", found=show(score), where=where)


def shortly(text):
    return text if len(text) <= 24 else text[:24] + "…"


def ranking_hint(found, wanted):
    if found > wanted:
        return "There are more than there should be. Is each of them asked for, and does each share a word with the question?"
    return "The best first, and of equally good ones the earlier first. Which of these two is different?"
