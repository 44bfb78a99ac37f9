"""Checks of who begins, who may be next, and what the next one is told."""

import copy

from check_expect import Failed, expect, expect_equal, place, required, show
from check_remote import held, hold, plain
from check_theatre import THEATRE, case, entry
from team import Agent, by_name


def routes(module):
    route = required(module, "route")
    for request, wanted, hint in [
        ("Which actor is in the play?", "stage", "How many topics of each agent are in the request?"),
        ("What is the price?", "till", "Print the words you compare. Does a question mark belong to the last one?"),
        ("Can I PAY by Card?", "till", "Topics are in small letters. Is the request?"),
        ("Two seats in row five, please", "seats", "Two agents know the word row. Which of them knows more of the words?"),
        ("Do you play discard games?", "stage", "Is \"card\" a word of this request, or only a part of one?"),
        ("The price of a seat", "foyer", "Two agents have equally many. Who decides then?"),
        ("Play, play, play! And which seat, in which row?", "foyer",
         "A topic counts once, however often it is written. How many has each agent then?"),
        ("Good evening", "foyer", "What is left if no topic is found?"),
    ]:
        expect_equal(route(request, THEATRE, "foyer"), wanted, f"route({request!r}, …, default='foyer')", hint, place(route))
    expect_equal(route("Good evening", THEATRE, default="seats"), "seats", "route('Good evening', …, default='seats')",
                 "Who `default` is, the caller says.", place(route))


def offers_colleagues(module):
    offers = required(module, "offers")
    for name in THEATRE:
        agent = THEATRE[name]
        wanted = [{"to": other, "description": THEATRE[other].description} for other in agent.hands_to]
        expect_equal(offers(agent, THEATRE), wanted, f"The offers of {name}, who hands over to {', '.join(agent.hands_to) or 'nobody'},",
                     "Which agents does agent.hands_to name, and in which order? What does the team say about each of them?", place(offers))
    refuses_a_stranger(offers)


def refuses_a_stranger(offers):
    for others in [(), ("stage", "till")]:
        refuses_a_stranger_among(others, offers)


def refuses_a_stranger_among(others, offers):
    team = by_name(Agent("foyer", "Welcomes visitors.", "Be kind.", hands_to=(*others, "cloakroom")), *(THEATRE[name] for name in others))
    what = f"For an agent that hands over to {''.join(f'{name!r} and ' for name in others)}'cloakroom', who is not on the team, offers"
    try:
        found = offers(team["foyer"], team)
    except ValueError as problem:
        expect("cloakroom" in str(problem), f"{what} should raise a ValueError that names it, but it says {show(str(problem))} ({place(offers)}).",
               "Whoever reads the error wants to know which name to look for.",
               expected="a ValueError with the word cloakroom", found=str(problem), where=place(offers))
    except NotImplementedError:
        raise
    except Exception as problem:
        raise Failed(f"{what} should raise ValueError, but it raised {type(problem).__name__}: {problem} ({place(offers)}).",
                     "Ask whether the name is on the team before you look it up.",
                     expected="ValueError", found=f"{type(problem).__name__}: {problem}", where=place(offers))
    else:
        raise Failed(f"{what} should raise ValueError, but it returned {show(found)} ({place(offers)}).",
                     "Left out in silence, a misspelt name is never found. Say it aloud.",
                     expected="ValueError", found=show(found), where=place(offers))


def briefs(module):
    briefing = required(module, "briefing")
    where = place(briefing)
    for agent, about in [
        (THEATRE["foyer"], case("Is there a play tonight?")),
        (THEATRE["seats"], case("Two of them, please!", entry("foyer", "seats", "They want to sit."))),
        (THEATRE["till"], case("Near the exit, thanks", entry("foyer", "seats", "To sit.", count=2), entry("seats", "till", "To pay.", count=2, row=7))),
    ]:
        expect_briefing(briefing, agent, about, where)
    keeps_its_own_copy(briefing, where)


def expect_briefing(briefing, agent, about, where):
    when = f"after {len(about.trail)} hand-off(s)" if about.trail else "without any hand-off"
    before = copy.deepcopy(about)
    found = briefing(agent, about)
    expect(isinstance(found, list) and all(isinstance(message, dict) for message in found),
           f"briefing should return a list of messages (dictionaries), but it returned {show(found)} ({where}).",
           "Compare with its docstring: two messages, and sometimes a third.", found=show(found), where=where)
    wanted = messages_for(agent, about)
    roles = [message.get("role") for message in found]
    expect_equal(roles, [message["role"] for message in wanted], f"The roles in the briefing of {agent.name}, {when},",
                 "Who speaks first, and what did the person say? Is there a hand-off to tell of?", where)
    for message, right in zip(found, wanted):
        expect_equal(message, right, f"{when.capitalize()}, the {right['role']} message for {agent.name}", hint_about(right["role"]), where)
    expect(about == before, f"briefing should leave the case as it is, but afterwards it is {show(about)} ({where}).",
           "A briefing tells of a case. Does it need to change anything in it?",
           expected=show(before, 800), found=show(about, 800), where=where)


def messages_for(agent, about):
    messages = [{"role": "system", "content": f"You are {agent.name}. {agent.instructions}"}, {"role": "user", "content": about.request}]
    if about.trail:
        last = about.trail[-1]
        messages.append({"role": "handoff", "content": {"from": last["from"], "reason": last["reason"], "facts": about.facts}})
    return messages


def hint_about(role):
    return {"system": "Whose name and instructions does the new agent need: its own, or those of whoever had the case before?",
            "user": "The next one should read what the person wrote, not what a colleague made of it.",
            "handoff": "Which entry of the trail is the last hand-off? And where is everything that is known by now?"}[role]


def keeps_its_own_copy(briefing, where):
    about = hold(case("Hello", entry("foyer", "seats", "To sit.", row=3)))
    messages = held(briefing)(THEATRE["seats"], about)
    about.facts["row"] = 99
    note = plain(messages)[2]["content"]["facts"]
    expect(note.get("row") == 3, f"When case.facts changes later, a briefing that was given before should not change with it, but it did ({where}).",
           "Is it the same dictionary under two names? How do you make a second one with the same content?",
           expected="{'row': 3}", found=show(note), where=where)
