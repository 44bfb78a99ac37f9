"""Checks of hand-offs that make no sense, and of how they are explained to the model."""

import copy

from check_expect import Failed, expect, expect_equal, place, required, show
from check_theatre import THEATRE, case, entry, handoff

BACK_AND_FORTH = case("Hello", entry("seats", "till", count=2), entry("till", "seats", count=2, paid=False),
                      entry("seats", "till", count=2, paid=False, row=7))


def notices_circles(module):
    circles = required(module, "goes_in_circles")
    once = case("Hello", entry("seats", "till", count=2))
    for about, to, facts, wanted, why, hint in [
        (case("Hello"), "seats", {}, False, "nobody has handed it over before", "What does an empty trail say?"),
        (once, "till", {}, False, "till has never handed it over", "Who counts: those a case came to, or those who passed it on?"),
        (once, "seats", {}, True, "seats had it, and knows all that is known", "What did seats know when it handed over, and what would it know now?"),
        (once, "seats", {"count": 2}, True, "seats knew the count already", "A fact that is told twice is not new."),
        (once, "seats", {"price": 18}, False, "the price is new", "Put together what is known with what the reply brings. Is it more than before?"),
        (once, "seats", {"count": 3}, False, "the count is another one", "Comparing the names of facts is not enough. What about their values?"),
        (BACK_AND_FORTH, "seats", {}, True, "nothing is new since seats last handed it over", "seats is in the trail twice. Which time matters?"),
        (BACK_AND_FORTH, "till", {}, False, "till has not heard of the row", "Look for entries FROM this colleague."),
        (BACK_AND_FORTH, "foyer", {}, False, "foyer has never handed it over", "Who is in the trail at all?"),
    ]:
        before = copy.deepcopy(about)
        found = circles(about, to, facts)
        what = f"After the hand-offs {shortly(about)}, goes_in_circles(case, {to!r}, {facts!r})"
        expect(bool(found) is wanted, f"{what} should be {wanted}, because {why}, but it is {show(found)} ({place(circles)}).",
               hint, expected=f"{wanted}: {why}", found=show(found), where=place(circles))
        expect(about == before, f"goes_in_circles should change nothing, but afterwards the case is {show(about, 300)} ({place(circles)}).",
               "To ask is not to do. Put the facts together in a new dictionary.",
               expected=show(before.facts), found=show(about.facts), where=place(circles))


def shortly(about):
    steps = [f"{step['from']}→{step['to']} {step['facts']}" for step in about.trail]
    return "; ".join(steps) or "(none)"


def explains_problems(module):
    problem_with = required(module, "problem_with")
    seats, new = THEATRE["seats"], case("Hello")
    back = case("Hello", entry("foyer", "seats", evening="Friday"))
    for reply, about, why in [
        (handoff("till"), new, "nothing is wrong with it"),
        (handoff("till", "They want to pay.", count=2), new, "nothing is wrong with it"),
        (handoff("foyer", "Ask them again.", evening="Monday"), back, "the evening is another one than foyer knew"),
    ]:
        expect_no_problem(problem_with, reply, seats, about, why)
    for reply, agent, about, words, why in [
        (handoff("tills"), seats, new, ["tills", "till", "foyer", "stage"], "there is nobody of that name"),
        (handoff("seats"), seats, new, ["till", "foyer", "stage"], "an agent cannot hand over to itself"),
        (handoff("till"), THEATRE["foyer"], new, ["till", "seats", "stage"], "foyer may not hand over to till"),
        (handoff("foyer"), THEATRE["stage"], new, ["foyer"], "stage may hand over to nobody"),
        ({"type": "handoff", "reason": "To pay."}, seats, new, ["till", "foyer", "stage"], "it does not say to whom"),
        (handoff("till", ""), seats, new, ["reason"], "the reason is empty"),
        (handoff("till", "  \n"), seats, new, ["reason"], "the reason is blank"),
        ({"type": "handoff", "to": "till"}, seats, new, ["reason"], "there is no reason"),
        ({"type": "handoff", "to": "till", "reason": None}, seats, new, ["reason"], "the reason is None"),
        (handoff("foyer"), seats, back, ["foyer"], "foyer has had the case, and nothing is new"),
        (handoff("foyer", "Again.", evening="Friday"), seats, back, ["foyer"], "foyer knew that it is Friday"),
    ]:
        expect_explanation(problem_with, reply, agent, about, words, why)


def expect_no_problem(problem_with, reply, agent, about, why):
    expected, found = f"None: {why}", told(problem_with, reply, agent, about, f"None: {why}")
    expect(found is None, f"For {agent.name} and the reply {show(reply)}, problem_with should return None, because {why}, but it returned {show(found)} "
           f"({place(problem_with)}).", "What is returned when none of the three things is wrong?", expected=expected, found=show(found), where=place(problem_with))


def told(problem_with, reply, agent, about, expected):
    try:
        return problem_with(reply, agent, THEATRE, about)
    except NotImplementedError:
        raise
    except Exception as problem:
        raise Failed(f"For {agent.name} and the reply {show(reply)}, problem_with should return {expected}, but it raised {type(problem).__name__}: {problem} "
                     f"({place(problem_with)}).", "A model may leave out any part of a reply. Which way to read a dictionary does not mind?",
                     expected=expected, found=f"{type(problem).__name__}: {problem}", where=place(problem_with))


def expect_explanation(problem_with, reply, agent, about, words, why):
    expected = f"a text that begins with \"Error\" and says {', '.join(words)}"
    found = told(problem_with, reply, agent, about, expected)
    fits = isinstance(found, str) and found.startswith("Error") and all(word in found for word in words)
    expect(fits, f"For {agent.name} and the reply {show(reply)}: {why}. Expected {expected}, but found {show(found)} ({place(problem_with)}).",
           "Read it as the model that has to try again: do you know what was wrong, and what you can do instead?",
           expected=expected, found=show(found, 500), where=place(problem_with))
