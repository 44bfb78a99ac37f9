"""Your own tests of memory.py and agent.py.

Run all of them:         python3 -m unittest
Run one class of them:   python3 -m unittest -k Fitting
"""

import resource
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from agent import Agent
from memory import LongTerm, ShortTerm, fit
from scripted_model import ScriptedModel


def turn(question, answer="Yes."):
    return [
        {"role": "user", "content": question},
        {"role": "assistant", "content": answer},
    ]


class Fitting(unittest.TestCase):
    def test_keeps_everything_if_there_is_room(self):
        turns = [turn("Is it late?"), turn("Is it dark?")]
        self.assertEqual(fit(turns, 100), turns)

    def test_keeps_the_newest_that_fit_oldest_first(self):
        turns = [
            turn("one two three"),
            turn("four five six"),
            turn("seven eight nine"),
        ]
        self.assertEqual(
            fit(turns, 8),
            turns[1:],
            "each turn has 4 words, so two of them are exactly 8",
        )
        self.assertEqual(
            len(turns), 3, "the list that is handed over stays as it is"
        )

    def test_leaves_no_gaps(self):
        turns = [
            turn("short"),
            turn("a very long question with many many words"),
            turn("short"),
        ]
        self.assertEqual(
            fit(turns, 6),
            turns[2:],
            "the middle one does not fit, so the first is left out as well",
        )

    def test_always_keeps_the_newest(self):
        turns = [
            turn("short"),
            turn("a question with more words than there is room for"),
        ]
        self.assertEqual(fit(turns, 3), turns[1:])


class Summarizing(unittest.TestCase):
    def setUp(self):
        self.asked = []
        self.memory = ShortTerm(self, budget=8)  # this test plays the model

    def summarize(self, summary, turns):
        self.asked.append((summary, turns))
        return f"summary {len(self.asked)}"

    def test_does_not_ask_as_long_as_everything_fits(self):
        self.memory.add("one two three", "four")
        self.assertEqual(self.memory.turns, [turn("one two three", "four")])
        self.assertEqual((self.memory.summary, self.asked), ("", []))

    def test_summarizes_each_turn_once(self):
        for number in "1234":
            self.memory.add(f"question number {number}", "Yes.")
        one, two, three, four = [
            turn(f"question number {number}") for number in "1234"
        ]
        self.assertEqual(self.asked, [("", [one]), ("summary 1", [two])])
        self.assertEqual(self.memory.summary, "summary 2")
        self.assertEqual(self.memory.turns, [three, four])

    def test_loses_nothing_if_the_model_fails(self):
        self.memory.add("question number 1", "Yes.")
        self.memory.add("question number 2", "Yes.")
        self.memory.model = mock.Mock()
        self.memory.model.summarize.side_effect = ConnectionError(
            "the network is down"
        )
        with self.assertRaises(ConnectionError):
            self.memory.add("question number 3", "Yes.")
        self.assertEqual(len(self.memory.turns), 3)


class WithFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "facts.json"


class Keeping(WithFile):
    def facts_on_disk(self):
        return LongTerm(self.path).facts

    def test_begins_with_nothing(self):
        self.assertEqual(self.facts_on_disk(), {})

    def test_knows_tomorrow_what_it_was_told_today(self):
        LongTerm(self.path).remember("dog", "Your dog is Pixel.")
        self.assertEqual(self.facts_on_disk(), {"dog": "Your dog is Pixel."})

    def test_replaces_what_has_changed(self):
        memory = LongTerm(self.path)
        memory.remember("city", "Your city is Oslo.")
        memory.remember(" City", "Your city is Cairo.")
        self.assertEqual(self.facts_on_disk(), {"city": "Your city is Cairo."})

    def test_forgets_on_disk_too(self):
        LongTerm(self.path).remember("dog", "Your dog is Pixel.")
        LongTerm(self.path).forget("Dog")
        self.assertEqual(self.facts_on_disk(), {})
        LongTerm(self.path).forget("cat")

    def test_does_not_take_a_damaged_file_for_an_empty_one(self):
        for text in ['{"dog": "Your d', "[1, 2]"]:
            self.path.write_text(text)
            with self.assertRaises(ValueError) as raised:
                LongTerm(self.path)
            self.assertIn(
                "facts.json", str(raised.exception), "say which file it is"
            )


class Writing(WithFile):
    def test_keeps_the_old_facts_if_the_disk_is_full(self):
        memory = LongTerm(self.path)
        memory.remember("dog", "Your dog is Pixel.")
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        # From here on, no file grows beyond 20 bytes.
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, limits[1]))
        try:
            with self.assertRaises(OSError):
                memory.remember("cat", "Your cat is Byte.")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        facts = LongTerm(self.path).facts
        self.assertEqual(facts, {"dog": "Your dog is Pixel."})


class Recalling(WithFile):
    def setUp(self):
        super().setUp()
        self.memory = LongTerm(self.path)
        self.memory.remember("dog", "Your dog is Pixel.")
        self.memory.remember("dog food", "Your dog food is fish.")
        self.memory.remember("city", "Your city is Oslo.")

    def test_finds_what_has_to_do_with_the_question_best_first(self):
        self.assertEqual(
            self.memory.recall("What food for the dog?"),
            ["Your dog food is fish.", "Your dog is Pixel."],
        )

    def test_finds_nothing_if_nothing_fits(self):
        self.assertEqual(self.memory.recall("What is the time?"), [])

    def test_returns_no_more_than_the_limit(self):
        found = self.memory.recall("dog", limit=1)
        self.assertEqual(found, ["Your dog is Pixel."])


class Prompting(WithFile):
    def test_shows_instructions_facts_summary_window_and_question(self):
        memory = LongTerm(self.path)
        memory.remember("dog", "Your dog is Pixel.")
        memory.remember("city", "Your city is Oslo.")
        agent = Agent("Be kind.", ScriptedModel(), memory)
        agent.short_term.summary = "We decided to paint."
        agent.short_term.turns = [turn("Which colour?", "Green.")]
        system, *others = agent.prompt("How is my dog?")
        question = {"role": "user", "content": "How is my dog?"}
        self.assertEqual(others, [*turn("Which colour?", "Green."), question])
        self.assertEqual(system["role"], "system")
        for text in ["Be kind.", "Your dog is Pixel.", "We decided to paint."]:
            self.assertIn(text, system["content"])
        self.assertNotIn(
            "Oslo",
            system["content"],
            "the city has nothing to do with the question",
        )


class Responding(WithFile):
    def agent(self, **options):
        memory = LongTerm(self.path)
        return Agent("Be kind.", ScriptedModel(), memory, **options)

    def test_keeps_the_turn(self):
        agent = self.agent()
        answer = agent.respond("My dog is Pixel")
        self.assertEqual(answer, "I see, your dog is Pixel.")
        self.assertEqual(
            agent.short_term.turns,
            [turn("My dog is Pixel", "I see, your dog is Pixel.")],
        )

    def test_knows_a_fact_in_the_next_conversation(self):
        self.agent().respond("My dog is Pixel")
        answer = self.agent().respond("What is my dog?")
        self.assertEqual(answer, "Your dog is Pixel.")

    def test_knows_a_decision_that_has_left_the_window(self):
        agent = self.agent(budget=12)
        agent.respond("We decided to paint the door green")
        for line in ["It is cold", "It is still cold", "It is so cold"]:
            agent.respond(line)
        answer = agent.respond("What did we decide?")
        self.assertEqual(answer, "We decided to paint the door green.")

    def test_forgets_when_it_is_asked_to(self):
        self.agent().respond("My dog is Pixel")
        self.agent().respond("Forget my dog")
        answer = self.agent().respond("What is my dog?")
        self.assertEqual(answer, "You have not told me about your dog.")


if __name__ == "__main__":
    unittest.main()
