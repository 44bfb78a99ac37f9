"""Checks of the whole way of a request: hand-offs, errors and limits."""

from check_expect import expect, expect_equal, place, required, show
from check_models import CalledTooOften, Playback, Recorder
from check_theatre import THEATRE, entry, expect_messages, final, handoff
from team import TEAM, Agent, Case, by_name


def hands_over(module):
    handle = required(module, "handle")
    answers_at_once(handle)
    begins_at_the_reception(handle)
    briefs_each_agent(module, handle)
    lets_the_same_agent_try_again(module, handle)
    keeps_what_was_known(handle)
    cases_are_separate(handle)
    works_with_the_scripted_model(handle)


def run(handle, model, request, team=THEATRE, **options):
    result = handle(request, team, model, **options)
    parts = ["answer", "answered_by", "stopped_by", "trail", "facts"]
    missing = [part for part in parts if not isinstance(result, dict) or part not in result]
    expect(not missing, f"handle should return a dictionary with {', '.join(parts)}, but it returned {show(result)} ({place(handle)}).",
           "Compare what you return with the end of its docstring. Is it the same on every way out?",
           expected=", ".join(parts), found=show(result, 500), where=place(handle))
    return result


def answers_at_once(handle):
    for request, start, who in [("Which actor?", None, "stage"), ("Which actor?", "foyer", "foyer")]:
        model = Recorder(Playback(final("The tall one.")))
        result = run(handle, model, request, start=start)
        expect_equal(seen_by(model), [who], f"The agents at work on {request!r} with start={start!r}", "Who begins if `start` is given, and who if it is not?", place(handle))
        expect_equal({part: result[part] for part in ("answer", "answered_by", "stopped_by")},
                     {"answer": "The tall one.", "answered_by": who, "stopped_by": "final"}, "What handle returns for a final reply",
                     "A final reply is a dictionary. Where is its text, and whose name is it?", place(handle))


def begins_at_the_reception(handle):
    """The default of route(), wherever on the team the reception is."""
    team = by_name(THEATRE["stage"], Agent("reception", "Knows everybody.", "Listen."), THEATRE["till"])
    model = Recorder(Playback(final("Good evening!")))
    result = run(handle, model, "Good evening", team)
    expect_equal((seen_by(model), result["answered_by"]), (["reception"], "reception"), "Who is asked and who answers, if nobody has a topic of the request and no start is given,",
                 "Who does route() name if no topic is found, and does handle leave that to it?", place(handle))


def seen_by(model):
    """Names of the agents that were asked, by the first message each was given."""
    return [str(messages[0].get("content", "")).partition(".")[0].replace("You are ", "") if messages else "nobody" for messages in model.seen]


def briefs_each_agent(module, handle):
    replies = [handoff("seats", "To sit.", evening="Friday"), handoff("till", "To pay.", count=2), final("18 euros.")]
    model = Recorder(Playback(*replies))
    result = run(handle, model, "Two for Friday, please", start="foyer")
    expect_equal(seen_by(model), ["foyer", "seats", "till"], "The agents that were asked, in order,",
                 "After a hand-off somebody else is at work. Whose name does the next first message have?", place(handle))
    notes = [{"from": "foyer", "reason": "To sit.", "facts": {"evening": "Friday"}},
             {"from": "seats", "reason": "To pay.", "facts": {"evening": "Friday", "count": 2}}]
    for name, messages, note in zip(["seats", "till"], model.seen[1:], notes):
        agent = THEATRE[name]
        wanted = [{"role": "system", "content": f"You are {name}. {agent.instructions}"}, {"role": "user", "content": "Two for Friday, please"},
                  {"role": "handoff", "content": note}]
        expect_messages(messages, wanted, f"what {name} begins with, after the hand-off by {note['from']},",
                        "A new agent gets its own briefing, made after the hand-off is recorded, and none of the messages before.", place(handle))
        expect_equal(model.tools[1 + ["seats", "till"].index(name)], module.offers(agent, THEATRE), f"What {name} is told about its colleagues",
                     "Each agent may hand over to others. Whose offers does the model need now?", place(handle))
    trail = [entry("foyer", "seats", "To sit.", evening="Friday"), entry("seats", "till", "To pay.", evening="Friday", count=2)]
    expect_equal(len(result["trail"]), 2, "The number of entries in the trail, after two hand-offs,", "When does an entry get into the trail?", place(handle))
    for number, (found, wanted) in enumerate(zip(result["trail"], trail), 1):
        expect_equal(found, wanted, f"Entry {number} of the trail", "Each entry keeps what was known at ITS moment. Is it a dictionary of its own, made after the new facts were added?", place(handle))
    expect_equal((result["answered_by"], result["facts"]), ("till", {"evening": "Friday", "count": 2}), "Who answered, and the facts,",
                 "Who was at work when the final reply came?", place(handle))


def lets_the_same_agent_try_again(module, handle):
    wrong = handoff("cloakroom", coat="red")
    model = Recorder(Playback(wrong, wrong, final("Never mind.")))
    result = run(handle, model, "My coat!", start="seats")
    expect_equal(seen_by(model), ["seats"] * 3, "The agents asked after two hand-offs to nobody", "After an error the SAME agent is asked again.", place(handle))
    begin = [{"role": "system", "content": "You are seats. Never sell a seat twice."}, {"role": "user", "content": "My coat!"}]
    problem = module.problem_with(wrong, THEATRE["seats"], THEATRE, Case("My coat!"))
    again = [{"role": "assistant", "content": wrong}, {"role": "error", "content": problem}]
    expect_messages(model.seen[2], begin + again + again, "what seats is given after it asked twice for a colleague that does not exist,",
                    "Its messages grow: what it wanted, and what was wrong with it, each time. Does anything start over?", place(handle))
    expect_equal((result["trail"], result["facts"]), ([], {}), "The trail and the facts, when no hand-off worked,", "Is something recorded before you know whether it works?", place(handle))


def keeps_what_was_known(handle):
    """A hand-off back is fine with a new fact, and refused without one."""
    replies = [handoff("till", count=2), handoff("seats", price=18), handoff("till"), final("Row 7.")]
    model = Recorder(Playback(*replies))
    result = run(handle, model, "Hello", start="seats")
    expect_equal(seen_by(model), ["seats", "till", "seats", "seats"], "The agents asked, when till brings a price and seats hands back without anything new,",
                 "At the third reply, what has till known already? Do the entries of your trail still say what was known THEN?", place(handle))
    expect_equal(result["answered_by"], "seats", "answered_by", "Who was at work when the final reply came?", place(handle))
    model = Recorder(Playback(handoff("till", count=2), handoff("seats", count=3), final("Row 7.")))
    result = run(handle, model, "Hello", start="seats")
    expect_equal(result["facts"], {"count": 3}, "The facts, after the count was 2 and then 3,", "A fact with another value is new. Which of the two is known in the end?", place(handle))


def cases_are_separate(handle):
    run(handle, Recorder(Playback(handoff("till", count=2), final("Done."))), "First", start="seats")
    result = run(handle, Recorder(Playback(final("Done."))), "Second", start="seats")
    expect_equal((result["trail"], result["facts"]), ([], {}), "The trail and the facts of a second request, answered at once,",
                 "Where is the case made: once, or for each request?", place(handle))


def works_with_the_scripted_model(handle):
    from scripted_model import ScriptedModel  # the pristine one

    for request, answer, ways in [
        ("Book 4 tickets to Gull Rock", "Booked for 4: Gull Rock, 08:40. That is 36 euros.", 2),
        ("I would like to travel to Seal Bay, carelessly", "Booked for 1: Seal Bay, 17:05. That is 9 euros.", 3),
        ("A refund, please", "I cannot help you with that, and nobody I know can. A person will write to you.", 1),
    ]:
        result = handle(request, TEAM, Recorder(ScriptedModel()))
        expect_equal((result["answer"], len(result["trail"])), (answer, ways), f"The answer to {request!r} and the number of hand-offs",
                     f"Follow it with  python3 run.py \"{request}\"  and read each message as the model would.", place(handle))


class Endless:
    """Hands over between two agents for ever, each time with something new."""

    def __init__(self):
        self.count = 0

    def reply(self, messages, offers):
        self.count += 1
        return handoff("till" if self.count % 2 else "seats", count=self.count)


def stops_in_time(module):
    handle = required(module, "handle")
    for limit in [3, 1, 4]:
        what = f"A case that is handed over for ever, with max_handoffs={limit},"
        expect_ending(handle, Endless(), {"max_handoffs": limit}, "handoff_limit", calls=limit + 1, handoffs=limit, what=what)
    expect_ending(handle, Endless(), {}, "handoff_limit", calls=6, handoffs=5, what="A case that is handed over for ever, without max_handoffs in the call,")
    expect_ending(handle, Playback(handoff("cloakroom")), {}, "step_limit", calls=20, handoffs=0,
                  what="A model that asks for a hand-off to nobody for ever, without max_steps in the call,")
    expect_ending(handle, Endless(), {"max_steps": 4, "max_handoffs": 50}, "step_limit", calls=4, handoffs=4,
                  what="A case that is handed over for ever, with max_steps=4 and max_handoffs=50,")
    answers_in_the_last_step(handle)
    for limit in [2, 6]:
        what = f"A model that asks for a hand-off to nobody for ever, with max_steps={limit},"
        expect_ending(handle, Playback(handoff("cloakroom")), {"max_steps": limit}, "step_limit", calls=limit, handoffs=0, what=what)


def answers_in_the_last_step(handle):
    for replies in [[final("Row 7.")], [handoff("cloakroom"), handoff("till", count=2), final("Row 7.")], [handoff("till", count=2), handoff("cloakroom"), final("Row 7.")]]:
        result = run(handle, Recorder(Playback(*replies), at_most=20), "Hello", start="seats", max_steps=len(replies), max_handoffs=1)
        expect_equal((result["stopped_by"], result["answer"]), ("final", "Row 7."), f"With max_steps={len(replies)}, and a model whose reply number {len(replies)} is final, the end and the answer",
                     "The last step is a step like any other: what do you look at first, the reply or the count?", place(handle))


def expect_ending(handle, model, options, stopped_by, calls, handoffs, what):
    model = Recorder(model, at_most=calls + 20)
    try:
        result = run(handle, model, "Hello", start="seats", **options)
        found = {"calls of the model": model.calls, "hand-offs": len(result["trail"]), **{p: result[p] for p in ("stopped_by", "answer", "answered_by")}}
    except CalledTooOften:
        found = {"calls of the model": f"more than {calls + 20}"}
    expect_equal(found, {"calls of the model": calls, "hand-offs": handoffs, "stopped_by": stopped_by, "answer": None, "answered_by": None}, what + " in the end",
                 "Try it with small numbers on your fingers: how often may the model be asked, and who sees that it is enough?", place(handle))
