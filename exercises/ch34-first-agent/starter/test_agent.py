"""Your own tests. Run all of them:   python3 -m unittest
Run one class of them:               python3 -m unittest -k Responding
"""

import io
import unittest
from contextlib import redirect_stdout
from unittest.mock import patch

from agent import Agent, chat
from scripted_model import ScriptedModel


class Counting(ScriptedModel):
    """The scripted model, which also counts how often it is asked."""

    calls = 0

    def reply(self, messages):
        self.calls += 1
        return super().reply(messages)


def pirate():
    return Agent("Anne", "Speak like a pirate.", Counting())


class Beginning(unittest.TestCase):
    def test_has_its_name_and_begins_with_one_system_message(self):
        agent = pirate()
        identity = "You are Anne. Speak like a pirate."
        self.assertEqual(agent.name, "Anne")
        self.assertEqual(
            agent.messages, [{"role": "system", "content": identity}]
        )

    def test_two_agents_have_conversations_of_their_own(self):
        self.assertIsNot(pirate().messages, pirate().messages)


class Responding(unittest.TestCase):
    def test_greets_in_character(self):
        self.assertEqual(pirate().respond("Hello"), "Ahoy, matey! I am Anne.")

    def test_remembers_what_it_was_told(self):
        agent = pirate()
        agent.respond("My name is Ada")
        answer = agent.respond("What is my name?")
        self.assertEqual(answer, "Your name is Ada.")

    def test_remembers_what_it_said_itself(self):
        agent = pirate()
        agent.respond("Hello")
        answer = agent.respond("What did you say?")
        self.assertEqual(answer, "I said: Ahoy, matey! I am Anne.")

    def test_answers_silence_without_the_model(self):
        agent = pirate()
        before = list(agent.messages)
        answer = agent.respond("   ")
        self.assertTrue(
            isinstance(answer, str) and answer.strip(),
            f"say something friendly, not {answer!r}",
        )
        self.assertEqual(
            agent.model.calls, 0, "there is nothing to ask the model"
        )
        self.assertEqual(
            agent.messages, before, "nothing was said, so nothing is added"
        )


class Chatting(unittest.TestCase):
    def chat_with(self, *lines):
        """What is printed when somebody types these lines,
        and then nothing any more.
        """
        typed = patch("builtins.input", side_effect=[*lines, EOFError])
        printed = io.StringIO()
        with typed, redirect_stdout(printed):
            chat(pirate())
        return printed.getvalue()

    def test_prints_answers_with_the_name_in_front(self):
        printed = self.chat_with("Hello", "quit")
        self.assertIn("Anne: Ahoy, matey! I am Anne.", printed)

    def test_ends_at_quit_however_it_is_typed(self):
        for word in ["quit", "QUIT", "  Quit "]:
            printed = self.chat_with(word, "My name is Ada")
            self.assertNotIn("Ada", printed, f"should end at {word!r}")

    def test_ends_when_the_input_ends(self):
        printed = self.chat_with("My name is Ada")
        self.assertIn("Nice to meet you, Ada.", printed)


if __name__ == "__main__":
    unittest.main()
