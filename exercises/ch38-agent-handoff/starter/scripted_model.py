"""A stand-in for a language model: it costs nothing, works offline and always
decides the same way.

You do not need to change this file, but do read its top.

Like a real model it has NO MEMORY: it knows the messages and the offers you
hand over, and nothing else. One model plays all the agents. Who it is now, it
learns from the first message. It replies in two ways:

    {"type": "final", "text": "Good morning! What can we do for you?"}
    {"type": "handoff", "to": "tickets", "reason": "They want to travel.",
     "facts": {"passengers": 2}}

"facts" may be missing if it has found out nothing. It understands these
messages:

    {"role": "system", "content": "You are tickets. Sell a ticket once ..."}
    {"role": "user", "content": "Book 2 tickets to Heron Island"}
    {"role": "handoff",
     "content": {"from": "reception", "reason": "...", "facts": {...}}}
    {"role": "error", "content": "Error: ..."}

The error says that its last hand-off was not possible.

Offers are the colleagues it may hand over to:

    [{"to": "timetable", "description": "Knows when each ferry sails."}, ...]

What people can ask for:

    Good morning
    When is the ferry to Gull Rock?
    Book 2 tickets to Heron Island
    I left my umbrella on board
    I want a refund
    I would like to travel to Seal Bay, carelessly
"""

import re

SAILINGS = {"Heron Island": "10:15", "Gull Rock": "08:40", "Seal Bay": "17:05"}
SHELF = {"umbrella": "red, with a wooden handle", "hat": "straw, size 58"}
CALLED_FOR = {
    "tickets": ("ticket", "book", "refund", "travel"),
    "timetable": ("when", "ferry"),
    "lost_property": ("left", "lost", "forgot"),
}


class ScriptedModel:
    def reply(self, messages, offers):
        """Decide what to do next, from the messages and the offers alone."""
        told = Told(messages, offers)
        plays = {
            "tickets": tickets,
            "timetable": timetable,
            "lost_property": lost_property,
        }
        return plays.get(told.name, reception)(told)


class Told:
    """What the messages and offers say, sorted."""

    def __init__(self, messages, offers):
        contents = {
            role: [m["content"] for m in messages if m["role"] == role]
            for role in ("system", "user", "handoff", "error")
        }
        system = " ".join(map(str, contents["system"]))
        who = re.match(r"You are (\w+)\.", system)
        self.name = who[1] if who else "nobody"
        self.request = " ".join(map(str, contents["user"]))
        notes = contents["handoff"]
        self.facts = {
            name: value
            for note in notes
            for name, value in note["facts"].items()
        }
        self.sender = notes[-1]["from"] if notes else None
        self.errors = contents["error"]
        self.colleagues = [offer["to"] for offer in offers]

    def asks_for(self, *words):
        return any(word in self.request.lower() for word in words)

    def island(self):
        request = self.request.lower()
        named = (name for name in SAILINGS if name.lower() in request)
        return next(named, None)


def reception(told):
    if told.asks_for("carelessly") and not told.errors:
        # Nobody has this name.
        return handoff("the_ticket_people", "They want something booked.")
    called = (who for who, said in CALLED_FOR.items() if told.asks_for(*said))
    wanted = next(called, None)
    if wanted is None:
        return final("Good morning! What can we do for you?")
    if wanted in told.colleagues and not refused(told, wanted):
        return handoff(wanted, f"This is for {wanted}.")
    return final(
        "I cannot help you with that, and nobody I know can. "
        "A person will write to you."
    )


def tickets(told):
    if told.asks_for("refund"):
        if "reception" in told.colleagues and not told.errors:
            return handoff("reception", "Who decides on refunds? I do not.")
        return final(
            "I may not decide on refunds. A person will write to you."
        )
    if told.island() is None:
        islands = ", ".join(sorted(SAILINGS))
        return final(f"Where would you like to go? We sail to {islands}.")
    if "sailing" not in told.facts:
        count = re.search(r"\d+", told.request)
        found = {"passengers": int(count[0]) if count else 1}
        if "timetable" in told.colleagues and not told.errors:
            return handoff("timetable", "I need the sailing first.", found)
        return final("I do not know when it sails, so I can sell no ticket.")
    if "passengers" not in told.facts:
        return final("For how many people was that again?")
    passengers, sailing = told.facts["passengers"], told.facts["sailing"]
    return final(
        f"Booked for {passengers}: {told.island()}, {sailing}. "
        f"That is {9 * passengers} euros."
    )


def timetable(told):
    island = told.island()
    if island is None:
        islands = ", ".join(sorted(SAILINGS))
        return final(f"We sail to {islands}. Which one?")
    time = SAILINGS[island]
    may_go_back = told.sender in told.colleagues and not told.errors
    if may_go_back and told.sender != "reception":
        return handoff(told.sender, f"It sails at {time}.", {"sailing": time})
    return final(f"The ferry to {island} sails at {time}.")


def lost_property(told):
    thing = next((thing for thing in SHELF if told.asks_for(thing)), None)
    if thing is None:
        return final("Nothing like that was found.")
    return final(f"We have one: {SHELF[thing]}.")


def refused(told, name):
    """Whether the last error was about this colleague, rather than one who
    does not exist.
    """
    last = told.errors[-1] if told.errors else ""
    return name in last and "the_ticket_people" not in last


def handoff(to, reason, facts=None):
    reply = {"type": "handoff", "to": to, "reason": reason}
    return {**reply, "facts": facts} if facts else reply


def final(text):
    return {"type": "final", "text": text}
