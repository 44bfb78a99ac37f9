"""Your own tests. Run all of them:   python3 -m unittest
Run one class of them:               python3 -m unittest -k Routing
"""

import unittest

from handoff import (
    briefing,
    goes_in_circles,
    handle,
    offers,
    problem_with,
    route,
)
from scripted_model import ScriptedModel, final, handoff
from team import TEAM, Agent, Case, by_name


def after(*trail):
    """A case as it is after these hand-offs:
    (from, to, everything known then).
    """
    steps = [
        {"from": sender, "to": to, "reason": "Yours.", "facts": facts}
        for sender, to, facts in trail
    ]
    return Case("Hello", dict(trail[-1][2]), steps)


def roles(messages):
    return [message["role"] for message in messages]


class Routing(unittest.TestCase):
    def test_the_agent_with_most_topics_begins(self):
        self.assertEqual(route("When does the ferry sail?", TEAM), "timetable")
        self.assertEqual(route("Book a TICKET for the ferry", TEAM), "tickets")

    def test_only_whole_words_count(self):
        self.assertEqual(route("The sailor was whenever", TEAM), "reception")

    def test_somebody_has_to_think_about_a_tie(self):
        self.assertEqual(route("I lost my ticket", TEAM), "reception")


class Offering(unittest.TestCase):
    def test_an_agent_hears_of_those_it_may_hand_over_to(self):
        said = "Greets people and knows who does what."
        self.assertEqual(
            offers(TEAM["lost_property"], TEAM),
            [{"to": "reception", "description": said}],
        )

    def test_a_mistake_in_the_team_is_found(self):
        team = by_name(Agent("a", "", "", hands_to=("nobody_here",)))
        with self.assertRaises(ValueError) as raised:
            offers(team["a"], team)
        self.assertIn("nobody_here", str(raised.exception))


class Briefing(unittest.TestCase):
    def test_the_first_agent_hears_what_the_person_wrote(self):
        messages = briefing(TEAM["timetable"], Case("When?"))
        self.assertEqual(roles(messages), ["system", "user"])
        self.assertTrue(
            messages[0]["content"].startswith("You are timetable. Look up"),
            messages[0],
        )
        self.assertEqual(messages[1]["content"], "When?")

    def test_a_colleague_hears_from_whom_and_why_and_all_that_is_known(self):
        facts = {"passengers": 2, "day": "Sunday"}
        case = after(
            ("reception", "tickets", {"passengers": 2}),
            ("tickets", "timetable", facts),
        )
        note = {"from": "tickets", "reason": "Yours.", "facts": facts}
        self.assertEqual(
            briefing(TEAM["timetable"], case)[2:],
            [{"role": "handoff", "content": note}],
        )


class Circles(unittest.TestCase):
    def test_back_with_nothing_new_is_a_circle(self):
        case = after(("tickets", "timetable", {"passengers": 2}))
        self.assertIs(goes_in_circles(case, "tickets", {}), True)

    def test_back_with_something_new_is_none(self):
        case, news = after(("tickets", "timetable", {})), {"sailing": "10:15"}
        self.assertIs(goes_in_circles(case, "tickets", news), False)

    def test_asking_changes_nothing(self):
        case = after(("tickets", "timetable", {"passengers": 2}))
        goes_in_circles(case, "tickets", {"sailing": "10:15"})
        self.assertEqual(
            case, after(("tickets", "timetable", {"passengers": 2}))
        )

    def test_on_to_somebody_else_is_none(self):
        case = after(("tickets", "timetable", {}))
        self.assertIs(goes_in_circles(case, "reception", {}), False)


class Explaining(unittest.TestCase):
    def told(self, reply, case=None):
        case = case or Case("Hello")
        told = problem_with(reply, TEAM["tickets"], TEAM, case)
        self.assertTrue(
            told and told.startswith("Error"),
            f"should begin with 'Error': {told!r}",
        )
        return told

    def test_has_nothing_to_say_about_a_good_one(self):
        for reply in [
            handoff("timetable", "When?"),
            handoff("timetable", "When?", {"passengers": 2}),
        ]:
            told = problem_with(reply, TEAM["tickets"], TEAM, Case("Hello"))
            self.assertIsNone(told)

    def test_says_who_there_is(self):
        told = self.told(handoff("captain", "Why not?"))
        for name in ["captain", "timetable", "reception"]:
            self.assertIn(name, told)

    def test_wants_a_reason(self):
        self.assertIn("reason", self.told(handoff("timetable", " ")))

    def test_knows_circles(self):
        case = after(("timetable", "tickets", {}))
        told = self.told(handoff("timetable", "Again!"), case)
        self.assertIn("timetable", told)


class Replies:
    """A model that gives these replies one after another, and then the last
    one for ever.
    """

    def __init__(self, *replies):
        self.replies, self.seen = list(replies), []

    def reply(self, messages, offers):
        self.seen.append(list(messages))
        if len(self.seen) > 50:
            raise AssertionError(
                "The model was asked more than 50 times: "
                "your loop does not stop. "
                f"It was last told: {messages[-1]}"
            )
        if len(self.replies) > 1:
            return self.replies.pop(0)
        return self.replies[0]


class Handling(unittest.TestCase):
    def test_the_first_agent_may_know_the_answer(self):
        result = handle("When?", TEAM, Replies(final("Never.")))
        self.assertEqual(
            (result["answer"], result["answered_by"], result["stopped_by"]),
            ("Never.", "timetable", "final"),
        )

    def test_a_colleague_starts_with_a_briefing(self):
        model = Replies(
            handoff("tickets", "To travel.", {"passengers": 3}),
            final("Done."),
        )
        result = handle("Hello", TEAM, model, start="reception")
        self.assertEqual(roles(model.seen[1]), ["system", "user", "handoff"])
        self.assertEqual(result["answered_by"], "tickets")
        step = {"from": "reception", "to": "tickets", "reason": "To travel."}
        self.assertEqual(
            result["trail"], [{**step, "facts": {"passengers": 3}}]
        )

    def test_each_hand_off_is_written_down_as_it_was_then(self):
        model = Replies(
            handoff("tickets", "To travel.", {"passengers": 3}),
            handoff("timetable", "When?", {"day": "Sunday"}),
            final("Done."),
        )
        result = handle("Hello", TEAM, model, start="reception")
        self.assertEqual(
            [step["facts"] for step in result["trail"]],
            [{"passengers": 3}, {"passengers": 3, "day": "Sunday"}],
        )

    def test_whoever_asks_for_the_impossible_may_try_again(self):
        model = Replies(handoff("captain", "Why not?"), final("Then not."))
        handle("Hello", TEAM, model, start="reception")
        self.assertEqual(
            roles(model.seen[1]), ["system", "user", "assistant", "error"]
        )

    def test_books_a_ticket(self):
        request = "Book 2 tickets to Heron Island"
        result = handle(request, TEAM, ScriptedModel())
        self.assertEqual(
            result["answer"],
            "Booked for 2: Heron Island, 10:15. That is 18 euros.",
        )


class Limits(unittest.TestCase):
    def test_too_many_hand_offs(self):
        to_and_fro = [
            handoff(to, "Yours.", {"count": n})
            for n, to in enumerate(["timetable", "tickets"] * 10)
        ]
        model = Replies(*to_and_fro)
        result = handle("Hello", TEAM, model, start="tickets", max_handoffs=3)
        self.assertEqual(
            (result["stopped_by"], result["answer"], len(result["trail"])),
            ("handoff_limit", None, 3),
        )

    def test_too_many_steps(self):
        model = Replies(handoff("captain", "Why not?"))
        result = handle("Hello", TEAM, model, max_steps=4)
        self.assertEqual(result["stopped_by"], "step_limit")
        self.assertEqual(len(model.seen), 4)


if __name__ == "__main__":
    unittest.main()
