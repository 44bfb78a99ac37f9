"""Your own tests. Run all of them:   python3 -m unittest
Run one class of them:               python3 -m unittest -k Cutting
"""

import signal
import unittest

from grounded import answer, problems_with
from scripted_model import ScriptedModel, final
from search import Index, cut
from texts import Passage, read_guide

LETTERS = "A is first. B is next. C follows. D is late. E is last."


def passages(*texts):
    return [
        Passage(f"t#{number}", text) for number, text in enumerate(texts, 1)
    ]


def guide():
    return Index(
        passage
        for name, text in read_guide().items()
        for passage in cut(name, text)
    )


def give_up(*_):
    raise AssertionError(
        "cut() was still busy after two seconds, and collects more and more. "
        "Does each passage begin further on than the one before?"
    )


class Cutting(unittest.TestCase):
    def setUp(self):
        # A loop without end would fill the memory of your computer, so it is
        # interrupted.
        signal.signal(signal.SIGALRM, give_up)
        signal.alarm(2)
        self.addCleanup(signal.alarm, 0)

    def test_begins_with_the_last_sentence_of_the_passage_before(self):
        self.assertEqual(
            cut("x", LETTERS),
            [
                Passage("x#1", "A is first. B is next. C follows."),
                Passage("x#2", "C follows. D is late. E is last."),
            ],
        )

    def test_the_last_passage_may_be_short(self):
        self.assertEqual(
            [passage.text for passage in cut("x", LETTERS, size=2, overlap=0)],
            ["A is first. B is next.", "C follows. D is late.", "E is last."],
        )

    def test_a_short_text_is_one_passage(self):
        self.assertEqual(len(cut("x", "Just one.")), 1)
        self.assertEqual(cut("x", ""), [])

    def test_refuses_an_overlap_that_does_not_fit(self):
        for overlap in [3, 4, -1]:
            with self.assertRaises(ValueError, msg=f"overlap={overlap}"):
                cut("x", LETTERS, size=3, overlap=overlap)


class Rarity(unittest.TestCase):
    def test_is_high_for_words_of_few_passages(self):
        texts = "the old tower", "the new bridge", "the bridge, the bridge!"
        index = Index(passages(*texts))
        # In one of three, in two of three, in all of them.
        self.assertAlmostEqual(index.rarity("tower"), 0.980829, places=5)
        self.assertAlmostEqual(index.rarity("bridge"), 0.470004, places=5)
        self.assertAlmostEqual(index.rarity("the"), 0.133531, places=5)


class Scoring(unittest.TestCase):
    def setUp(self):
        self.index = Index(
            passages(
                "the old tower",
                "a bridge and a bridge and a new bridge",
                "the harbour",
            )
        )

    def test_puts_the_numbers_together(self):
        score = self.index.score
        self.assertAlmostEqual(score("tower", 0), 1.168648, places=5)
        self.assertAlmostEqual(score("old tower", 0), 2.337295, places=5)
        self.assertAlmostEqual(score("bridge", 1), 1.326726, places=5)

    def test_a_word_that_is_not_there_adds_nothing(self):
        self.assertEqual(self.index.score("giraffe", 0), 0)

    def test_a_word_that_is_asked_twice_counts_once(self):
        self.assertAlmostEqual(
            self.index.score("Tower, tower!", 0), self.index.score("tower", 0)
        )


class Searching(unittest.TestCase):
    def test_finds_the_best_first_and_no_others(self):
        index = Index(passages("tea", "tea and cake and jam", "soup", "tea"))
        found = index.search("tea")
        self.assertEqual(
            [passage.id for score, passage in found], ["t#1", "t#4", "t#2"]
        )
        self.assertGreater(found[0][0], found[2][0])

    def test_finds_not_more_than_asked_for(self):
        index = Index(passages("tea", "tea", "tea"))
        self.assertEqual(len(index.search("tea", top=2)), 2)

    def test_knows_the_guide(self):
        score, best = guide().search("How many steps are there?")[0]
        self.assertEqual(best.id, "lighthouse#2")


class Problems(unittest.TestCase):
    def only_problem(self, text):
        found = passages("Tea is served at four.", "Cake is sold out.")
        problems = problems_with(text, found)
        self.assertEqual(
            len(problems),
            1,
            f"{text} has one problem, but you found {problems}",
        )
        return problems[0]

    def test_finds_none_in_a_good_answer(self):
        found = passages("Tea is\nserved at four.")
        self.assertEqual(problems_with('"tea is served" [t#1]', found), [])

    def test_wants_a_citation(self):
        self.assertIn("cite", self.only_problem("Tea is at four.").lower())

    def test_knows_the_passages(self):
        self.assertIn("t#3", self.only_problem("Tea is at four. [t#1] [t#3]"))

    def test_looks_up_what_is_quoted(self):
        self.assertIn("at five", self.only_problem('"at five" [t#1]'))
        self.assertIn("sold out", self.only_problem('"sold out" [t#1]'))


class Replies:
    """A model that gives these replies one after another, and then the last
    one for ever.
    """

    def __init__(self, *replies):
        self.replies, self.seen = list(replies), []

    def reply(self, messages):
        self.seen.append(list(messages))
        if len(self.seen) > 20:
            raise AssertionError(
                "The model was asked more than 20 times: "
                "your loop does not stop."
            )
        if len(self.replies) > 1:
            return self.replies.pop(0)
        return self.replies[0]


class Answering(unittest.TestCase):
    def test_quotes_and_cites_the_guide(self):
        question = "When is the lighthouse open?"
        result = answer(question, guide(), ScriptedModel())
        self.assertEqual(
            result["answer"],
            'The guide says: "The lighthouse is open every day except Monday, '
            'from ten to four." [lighthouse#2]',
        )
        self.assertEqual(result["sources"], ["lighthouse#2"])
        self.assertEqual(result["stopped_by"], "answered")

    def test_tells_the_model_what_was_wrong(self):
        model = Replies(
            final("Four. [brochure#1]"),
            final("Four euros. [lighthouse#2]"),
        )
        question = "What does the lighthouse ticket cost?"
        result = answer(question, guide(), model)
        self.assertEqual(
            [message["role"] for message in model.seen[1]],
            ["system", "passages", "user", "assistant", "error"],
        )
        self.assertEqual(result["answer"], "Four euros. [lighthouse#2]")


class Honesty(unittest.TestCase):
    def test_does_not_ask_the_model_about_nothing(self):
        model = Replies(final("Yes. [ferries#1]"))
        result = answer("Giraffes?", guide(), model)
        self.assertEqual(result["stopped_by"], "nothing_found")
        self.assertEqual(model.seen, [])

    def test_believes_the_model_that_there_is_nothing(self):
        question = "Where can I charge my phone?"
        result = answer(question, guide(), ScriptedModel())
        self.assertEqual(result["stopped_by"], "not_found")

    def test_gives_out_no_answer_that_does_not_hold(self):
        question = "From memory: how many herons nest there?"
        result = answer(question, guide(), ScriptedModel())
        self.assertEqual(
            (result["answer"], result["sources"], result["stopped_by"]),
            (None, [], "not_grounded"),
        )


if __name__ == "__main__":
    unittest.main()
