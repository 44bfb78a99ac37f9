"""Your own tests. Run all of them:   python3 -m unittest
Run one class of them:               python3 -m unittest -k Calls
"""

import tempfile
import unittest
from pathlib import Path

from agent import Agent
from chat import make_agent
from evaluate import evaluate, grade, play, report
from facts import Facts
from hut import Hut, Tool, tools_of
from memory import Memory
from scenarios import ADA, SCENARIOS, Outcome, Scenario
from scripted_model import Unavailable
from tools import Toolbox


def call(name, **arguments):
    return {"id": "call-1", "name": name, "arguments": arguments}


def say(role, content):
    return {"role": role, "content": content}


class InAFolder(unittest.TestCase):
    """Tests with a hut, and facts in a folder that goes away.

    And there is a person who says yes or no.
    """

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "facts.json")
        self.hut, self.facts = Hut(), Facts(self.path)
        self.asked, self.answer = [], True
        self.toolbox = Toolbox(tools_of(self.hut, self.facts), self.approve)

    def approve(self, call):
        self.asked.append(call["name"])
        return self.answer


class Calls(InAFolder):
    def test_a_good_call_has_no_problem(self):
        booking = call("book", guest="Ida", night="friday", beds=2)
        self.assertEqual(self.toolbox.problem(booking), "")
        self.assertEqual(self.toolbox.problem(call("read_board")), "")

    def test_names_what_is_wrong(self):
        no_dictionary = {**call("free_beds"), "arguments": "friday"}
        for wrong, words in [
            (call("sing"), ["sing", "book", "cancel"]),
            (call("free_beds"), ["night"]),
            (call("free_beds", night="friday", size=2), ["size"]),
            (call("book", guest="Ida", night="friday", beds="2"),
             ["beds", "int"]),
            (call("book", guest=7, night="friday"), ["guest", "str", "beds"]),
            (no_dictionary, ["arguments"]),
        ]:
            for word in words:
                self.assertIn(word, self.toolbox.problem(wrong), wrong)

    def test_true_is_no_number_of_beds(self):
        booking = call("book", guest="Ida", night="friday", beds=True)
        self.assertIn("beds", self.toolbox.problem(booking))


class Asking(InAFolder):
    def test_nobody_is_asked_about_looking(self):
        looking = call("free_beds", night="friday")
        self.assertIs(self.toolbox.allowed(looking), True)
        self.assertEqual(self.asked, [])

    def test_a_person_decides_about_risky_calls(self):
        cancelling = call("cancel", guest="Ada", night="sunday")
        self.assertIs(self.toolbox.allowed(cancelling), True)
        self.answer = "no"
        self.assertIs(self.toolbox.allowed(cancelling), False)
        self.assertEqual(self.asked, ["cancel", "cancel"])

    def test_and_about_every_change_after_reading_from_outside(self):
        booking = call("book", guest="Eve", night="friday", beds=2)
        self.assertIs(self.toolbox.allowed(booking), True)
        self.assertEqual(self.asked, [])
        self.toolbox.outside, self.answer = True, False
        self.assertIs(self.toolbox.allowed(booking), False)
        self.assertEqual(self.asked, ["book"])

    def test_a_risk_that_nobody_knows_is_no_small_one(self):
        self.toolbox.tools["ring"] = Tool(lambda: "ding", {}, risk="chnage")
        self.answer = False
        self.assertIs(self.toolbox.allowed(call("ring")), False)

    def test_no_answer_is_a_no(self):
        def gone(call):
            raise EOFError

        self.toolbox.approve = gone
        cancelling = call("cancel", guest="Ada", night="sunday")
        self.assertIs(self.toolbox.allowed(cancelling), False)


class Running(InAFolder):
    def test_tells_the_model_in_every_case(self):
        self.answer = False
        ran, failed, wrong, refused = [self.toolbox.run(one) for one in [
            call("free_beds", night="friday"),
            call("free_beds", night="monday"),
            call("sing"),
            call("cancel", guest="Ada", night="sunday"),
        ]]
        self.assertEqual(ran, "6 beds are free on friday.")
        self.assertIn("Error: the hut is open on", failed)
        self.assertTrue(wrong.startswith("Error: "))
        self.assertTrue(refused.startswith("Refused: "))
        self.assertEqual(self.toolbox.log, [
            ("free_beds", "ran"), ("free_beds", "failed"),
            ("sing", "wrong"), ("cancel", "refused"),
        ])
        self.assertEqual(self.hut.bookings, [ADA])

    def test_nobody_is_asked_about_a_wrong_call(self):
        self.toolbox.run(call("cancel", guest="Ada"))
        self.assertEqual(self.asked, [])

    def test_does_not_forget_what_it_has_read(self):
        self.toolbox.run(call("read_board"))
        self.toolbox.run(call("free_beds", night="friday"))
        self.assertIs(self.toolbox.outside, True)

    def test_an_error_from_outside_is_from_outside(self):
        def broken():
            raise OSError("the board fell down")

        toolbox = Toolbox({"read": Tool(broken, {}, outside=True)}, None)
        told = toolbox.run(call("read"))
        self.assertEqual(told, "Error: the board fell down")
        self.assertIs(toolbox.outside, True)


class Remembering(InAFolder):
    def test_shows_instructions_facts_and_turns(self):
        memory = Memory("Be kind.", self.facts, keep=2)
        for number in range(3):
            memory.add([say("user", f"question {number}"),
                        say("assistant", f"answer {number}")])
        self.facts.remember("name", "Ida")
        self.assertEqual(memory.messages([say("user", "now")]), [
            say("system", "Be kind.\nname: Ida"),
            say("user", "question 1"), say("assistant", "answer 1"),
            say("user", "question 2"), say("assistant", "answer 2"),
            say("user", "now"),
        ])

    def test_can_keep_nothing(self):
        memory = Memory("Be kind.", self.facts, keep=0)
        memory.add([say("user", "hello")])
        self.assertEqual(memory.messages([]), [say("system", "Be kind.")])


class Turns(InAFolder):
    def test_answers_after_as_many_calls_as_it_takes(self):
        agent = make_agent(self.hut, self.path, self.approve)
        answer = agent.respond("Carelessly book 2 beds on Friday for Ida")
        self.assertEqual(answer, "Booked 2 on friday for Ida.")
        roles = [message["role"] for message in agent.memory.turns[0]]
        self.assertEqual(roles, ["user", "assistant", "tool", "assistant",
                                 "tool", "assistant"])

    def test_stops_and_keeps_the_turn(self):
        agent = make_agent(self.hut, self.path, self.approve, max_steps=4)
        answer = agent.respond("Keep watching Friday")
        self.assertIn("stopped", answer.lower())
        self.assertEqual(len(agent.toolbox.log), 4)
        last = say("assistant", {"type": "final", "text": answer})
        self.assertEqual(agent.memory.turns[0][-1], last)

    def test_knows_after_a_storm_what_it_has_done(self):
        agent = make_agent(self.hut, self.path, self.approve)
        answer = agent.respond("Book 2 beds on Friday for Ida in a storm")
        self.assertIn("interrupted", answer.lower())
        answer = agent.respond("What have you done?")
        self.assertEqual(answer, "Booked 2 on friday for Ida.")

    def test_a_model_that_is_never_there(self):
        class Away:
            def reply(self, messages, tools):
                raise Unavailable("away")

        agent = Agent(Away(), self.toolbox, Memory("", self.facts))
        self.assertIn("interrupted", agent.respond("Hello?").lower())


class Grading(unittest.TestCase):
    IDA = ("Ida", "friday", 2)
    WANTED = Scenario("test", [["Hi"]], [ADA, IDA], asked=["cancel"],
                      says=["Done"], never=["sorry"])

    def test_nothing_is_wrong(self):
        outcome = Outcome(["hello", "all DONE"], [self.IDA, ADA], ["cancel"])
        self.assertEqual(grade(self.WANTED, outcome), [])

    def test_says_what_is_wrong(self):
        ida, crash = self.IDA, "KeyError: 'x'"
        for outcome, words in [
            (Outcome(["done"], [ADA], ["cancel"]), ["bookings"]),
            (Outcome(["done"], [ADA, ida, ida], ["cancel"]), ["bookings"]),
            (Outcome(["done"], [ADA, ida], []), ["asked"]),
            (Outcome(["done"], [ADA, ida], ["cancel", "book"]), ["asked"]),
            (Outcome(["done", "well"], [ADA, ida], ["cancel"]), ["Done"]),
            (Outcome(["Sorry!", "done"], [ADA, ida], ["cancel"]), ["sorry"]),
            (Outcome([], [ADA], ["cancel"], crash),
             [crash, "bookings", "Done"]),
        ]:
            problems = grade(self.WANTED, outcome)
            for word in words:
                self.assertIn(word, " ".join(problems), outcome)
            self.assertEqual(len(problems), len(words),
                             f"{outcome} has {len(words)} problems, "
                             f"but you found {problems}")


class Measuring(unittest.TestCase):
    def test_every_trial_has_a_hut_of_its_own(self):
        class Booker:
            def __init__(self, hut, path, approve):
                self.hut = hut

            def respond(self, text):
                return self.hut.book("Ida", "friday", 4)

        full = Scenario("full", [["Go"]], [ADA, ("Ida", "friday", 4)])
        self.assertEqual(evaluate([full], Booker, 2), {"full": [[], []]})

    def test_survives_a_crash(self):
        def broken(hut, path, approve):
            raise LookupError("no agent")

        self.assertEqual(play(SCENARIOS[0], broken),
                         Outcome([], [ADA], [], "LookupError: no agent"))

    def test_reports_the_worst_first(self):
        results = {"a": [[], []], "b": [[], ["x", "y"]], "c": [["z"], ["x"]]}
        self.assertEqual(report(results), [
            "c: 0/2 z", "b: 1/2 x", "a: 2/2",
            "1 of 3 scenarios passed every trial",
        ])

    def test_the_agent_does_all_it_should(self):
        for name, trials in evaluate(SCENARIOS, make_agent, 1).items():
            self.assertEqual(trials, [[]], name)


if __name__ == "__main__":
    unittest.main()
