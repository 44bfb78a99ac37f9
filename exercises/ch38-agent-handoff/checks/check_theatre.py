"""A team and cases that only the checks know."""

from check_expect import expect_equal
from team import Agent, Case, by_name  # the pristine one, which lies beside the copy of the work

THEATRE = by_name(
    Agent("foyer", "Welcomes visitors.", "Be kind.", hands_to=("seats", "stage")),
    Agent("seats", "Knows which seats are free.", "Never sell a seat twice.", topics=("seat", "seats", "row"), hands_to=("till", "foyer", "stage")),
    Agent("till", "Takes payments.", "Count twice.", topics=("pay", "card", "price"), hands_to=("seats",)),
    Agent("stage", "Knows the plays.", "No spoilers.", topics=("play", "row", "actor")),
)


def entry(sender, to, reason="Yours.", **facts):
    """One hand-off of a trail. `facts` is everything known at that moment."""
    return {"from": sender, "to": to, "reason": reason, "facts": facts}


def case(request, *trail):
    """A case as it is after these hand-offs."""
    return Case(request, dict(trail[-1]["facts"]) if trail else {}, list(trail))


def handoff(to, reason="It is yours.", **facts):
    reply = {"type": "handoff", "to": to, "reason": reason}
    return {**reply, "facts": facts} if facts else reply


def final(text):
    return {"type": "final", "text": text}


def expect_messages(found, wanted, whose, hint, where):
    """Compare two histories: who speaks, and then message by message, so that the words are about the one that differs."""
    roles = [[message.get("role") for message in history] for history in (found, wanted)]
    expect_equal(roles[0], roles[1], f"The roles in {whose}", hint, where)
    for number, (message, right) in enumerate(zip(found, wanted), 1):
        expect_equal(message, right, f"Message {number} of {whose}", hint, where)
