"""Your own tests. Run all of them:   python3 -m unittest
Run one class of them:               python3 -m unittest -k Act
"""

import unittest

from actions import ACTIONS
from loop import act, run_agent
from scripted_model import ScriptedModel, action, final


class Patient:
    """Passes questions on to a model and counts them,
    so that a loop without end becomes a failed test.
    """

    def __init__(self, model):
        self.model, self.calls = model, 0

    def reply(self, messages):
        self.calls += 1
        if self.calls > 50:
            raise AssertionError(
                "The model was asked more than 50 times: your loop does not "
                f"stop. The last thing it was told: {messages[-1]}"
            )
        return self.model.reply(messages)


class Always:
    """A model that gives the same reply whatever it is told."""

    def __init__(self, reply):
        self.answer = reply

    def reply(self, messages):
        return self.answer


class Act(unittest.TestCase):
    def test_gives_the_input_to_the_action_and_returns_what_it_says(self):
        told = act(action("weather", "Oslo"), ACTIONS)
        self.assertEqual(told, "rain, 9 degrees")

    def test_returns_text_even_if_the_action_returns_a_number(self):
        self.assertEqual(act(action("length", "four"), {"length": len}), "4")

    def test_says_which_actions_exist_if_the_one_asked_for_does_not(self):
        told = act(action("teleport", "Oslo"), ACTIONS)
        self.assertTrue(
            told.startswith("Error"), f"should begin with 'Error': {told!r}"
        )
        for word in ["teleport", "weather", "places"]:
            self.assertIn(
                word,
                told,
                "the model needs to know what it asked for and what there is",
            )

    def test_says_what_went_wrong_if_the_action_raises(self):
        told = act(action("weather", "Atlantis"), ACTIONS)
        self.assertTrue(
            told.startswith("Error"), f"should begin with 'Error': {told!r}"
        )
        self.assertIn("no weather station in Atlantis", told)


class RunAgent(unittest.TestCase):
    def test_stops_at_once_if_the_first_reply_is_final(self):
        model = Patient(Always(final("Done already.")))
        result = run_agent(model, {}, "Say something")
        self.assertEqual(result["answer"], "Done already.")
        self.assertEqual(result["stopped_by"], "final")
        self.assertEqual(
            model.calls, 1, "one call of the model should be enough"
        )

    def test_plans_a_day_in_lisbon(self):
        model = Patient(ScriptedModel())
        result = run_agent(model, ACTIONS, "Plan a day in Lisbon")
        self.assertEqual(
            result["answer"],
            "In Lisbon it is sunny, 24 degrees. Go to the gardens at Belem.",
        )

    def test_the_history_tells_the_whole_story_in_order(self):
        model = Patient(ScriptedModel())
        result = run_agent(model, ACTIONS, "Plan a day in Oslo")
        self.assertEqual(
            [message["role"] for message in result["messages"]],
            [
                "user",
                "assistant",
                "observation",
                "assistant",
                "observation",
                "assistant",
            ],
        )

    def test_gives_up_when_the_steps_are_used_up(self):
        model = Patient(Always(action("weather", "Lisbon")))
        result = run_agent(model, ACTIONS, "Never finish", max_steps=4)
        self.assertEqual(
            model.calls, 4, "max_steps=4 means four calls of the model"
        )
        self.assertEqual(result["stopped_by"], "step_limit")
        self.assertIsNone(result["answer"])

    def test_recovers_when_the_model_asks_for_an_unknown_action(self):
        model = Patient(ScriptedModel())
        result = run_agent(model, ACTIONS, "Plan tomorrow in Cairo")
        self.assertEqual(
            result["answer"],
            "In Cairo it is sunny, 31 degrees. Go to the Azhar park.",
        )


if __name__ == "__main__":
    unittest.main()
