"""Your own tests of tools.py and agent.py.

Run all of them:         python3 -m unittest
Run one class of them:   python3 -m unittest -k Describing
"""

import os
import tempfile
import unittest
from pathlib import Path

from agent import Agent, make_agent
from tools import Notes, Toolbox, calculate, describe, find_problems


def roll(sides: int, times: int = 1) -> str:
    """Roll a die.

    Only this file knows that it always shows its highest number.
    """
    return " ".join([str(sides)] * times)


PARAMETERS = {
    "type": "object",
    "properties": {"sides": {"type": "integer"}, "times": {"type": "integer"}},
    "required": ["sides"],
}


class Describing(unittest.TestCase):
    def test_knows_its_name_and_the_first_line_of_its_docstring(self):
        self.assertEqual(describe(roll)["name"], "roll")
        self.assertEqual(describe(roll)["description"], "Roll a die.")

    def test_knows_types_and_which_parameters_are_required(self):
        self.assertEqual(describe(roll)["parameters"], PARAMETERS)

    def test_refuses_a_parameter_without_a_type_it_knows(self):
        def shuffle(deck: list):
            """Shuffle cards."""

        with self.assertRaises(TypeError) as raised:
            describe(shuffle)
        told = str(raised.exception)
        self.assertIn("deck", told, "say which parameter it is")


class Problems(unittest.TestCase):
    def only_problem(self, arguments):
        problems = find_problems(arguments, PARAMETERS)
        self.assertEqual(
            len(problems),
            1,
            f"{arguments} has one problem, but you found {problems}",
        )
        return problems[0]

    def test_finds_none_in_good_arguments(self):
        problems = find_problems({"sides": 6, "times": 2}, PARAMETERS)
        self.assertEqual(problems, [])

    def test_names_what_is_missing(self):
        self.assertIn("sides", self.only_problem({"times": 2}))

    def test_names_what_is_not_known(self):
        problem = self.only_problem({"sides": 6, "colour": "red"})
        self.assertIn("colour", problem)

    def test_names_the_type_it_should_be(self):
        self.assertIn("integer", self.only_problem({"sides": "six"}))

    def test_does_not_take_true_for_a_number(self):
        self.assertIn("sides", self.only_problem({"sides": True}))


class Running(unittest.TestCase):
    def run_call(self, name, arguments):
        toolbox = Toolbox()
        self.assertIs(
            toolbox.tool(roll), roll, "tool() should give the function back"
        )
        call = {"id": "call-1", "name": name, "arguments": arguments}
        return toolbox.run(call)

    def test_returns_the_result(self):
        told = self.run_call("roll", {"sides": 6, "times": 3})
        self.assertEqual(told, "6 6 6")

    def test_reports_an_unknown_tool(self):
        told = self.run_call("flip", {})
        self.assertTrue(told.startswith("Error"), told)
        self.assertTrue("flip" in told and "roll" in told, told)

    def test_reports_problems_with_arguments(self):
        told = self.run_call("roll", {"side": 6})
        self.assertTrue(told.startswith("Error") and "sides" in told, told)

    def test_reports_an_exception(self):
        toolbox = Toolbox()
        toolbox.tool(calculate)
        told = toolbox.run({
            "id": "call-1",
            "name": "calculate",
            "arguments": {"expression": "1 / 0"},
        })
        self.assertTrue(told.startswith("Error") and "zero" in told, told)


class Calculating(unittest.TestCase):
    def test_knows_arithmetic(self):
        for expression, result in [
            ("2 + 3 * 4", "14"),
            ("(2 + 3) * 4", "20"),
            ("-2 ** 2", "-4"),
            ("7 / 2", "3.5"),
            ("7 % 4", "3"),
        ]:
            self.assertEqual(calculate(expression), result, expression)

    def test_refuses_everything_else(self):
        for expression in [
            "abs(-1)",
            "__import__('os')",
            "'a' * 3",
            "x",
            "[1, 2]",
            "2 << 3",
        ]:
            with self.assertRaises(ValueError, msg=expression):
                calculate(expression)


class KeepingNotes(unittest.TestCase):
    def setUp(self):
        outside = tempfile.TemporaryDirectory()
        self.addCleanup(outside.cleanup)
        self.outside = Path(outside.name)
        (self.outside / "secret.txt").write_text("do not read this")
        self.notes = Notes(self.outside / "notes")

    def test_reads_what_was_saved(self):
        self.notes.save_note("milk", "two litres")
        self.assertEqual(self.notes.read_note("milk"), "two litres")
        self.assertTrue(
            (self.outside / "notes" / "milk.txt").exists(),
            "notes/milk.txt should be there",
        )

    def test_does_not_leave_its_folder(self):
        secret = str(self.outside / "secret")
        for name in ["../secret", secret, "../notes-of-others/x"]:
            with self.assertRaises(ValueError, msg=name):
                self.notes.path_of(name)

    def test_does_not_follow_a_link_out_of_its_folder(self):
        self.notes.folder.mkdir()
        link = self.notes.folder / "link.txt"
        os.symlink(self.outside / "secret.txt", link)
        with self.assertRaises(ValueError):
            self.notes.path_of("link")


class Patient:
    """Passes questions on to a model and counts them,
    so that a loop without end becomes a failed test.
    """

    def __init__(self, model):
        self.model, self.calls = model, 0

    def reply(self, messages, tools):
        self.calls += 1
        if self.calls > 50:
            raise AssertionError(
                "The model was asked more than 50 times: your loop does not "
                f"stop. The last thing it was told: {messages[-1]}"
            )
        return self.model.reply(messages, tools)


class Restless:
    """A model that asks for a tool again and again."""

    def reply(self, messages, tools):
        call = {"id": f"call-{len(messages)}", "name": "x", "arguments": {}}
        return {"type": "tool_calls", "calls": [call]}


class Responding(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.agent = make_agent(folder.name)
        self.agent.model = Patient(self.agent.model)

    def test_uses_several_tools_in_one_turn(self):
        answer = self.agent.respond("What is 12 * 7 and 2 ** 5?")
        self.assertEqual(answer, "12 * 7 = 84. 2 ** 5 = 32.")
        self.assertEqual(
            [m["role"] for m in self.agent.messages],
            ["system", "user", "assistant", "tool", "tool", "assistant"],
        )

    def test_uses_the_result_of_one_tool_for_another(self):
        self.agent.respond("Remember sum: the result of 6 * 7")
        self.assertEqual(self.agent.respond("Read sum"), "sum: 42")

    def test_lets_the_model_correct_its_mistakes(self):
        answer = self.agent.respond("Carelessly calculate 3 + 4")
        self.assertEqual(answer, "3 + 4 = 7.")

    def test_gives_up_in_words_when_the_steps_are_used_up(self):
        model = Patient(Restless())
        agent = Agent("Quill", "Help.", model, Toolbox(), max_steps=3)
        answer = agent.respond("Go on")
        self.assertEqual(model.calls, 3)
        self.assertTrue(
            isinstance(answer, str) and answer,
            f"say that there is no answer, instead of {answer!r}",
        )


if __name__ == "__main__":
    unittest.main()
