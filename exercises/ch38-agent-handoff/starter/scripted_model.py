"""A stand-in for a language model: it costs nothing, works offline and always decides the same way.

You do not need to change this file, but do read its top.

Like a real model it has NO MEMORY: it knows the messages and the offers you hand over, and nothing else.
One model plays all the agents. Who it is now, it learns from the first message. It replies in two ways:

    {"type": "final", "text": "Good morning! What can we do for you?"}
    {"type": "handoff", "to": "tickets", "reason": "They want to travel.", "facts": {"passengers": 2}}

"facts" may be missing if it has found out nothing. It understands these messages:

    {"role": "system", "content": "You are tickets. Sell a ticket once ..."}
    {"role": "user", "content": "Book 2 tickets to Heron Island"}
    {"role": "handoff", "content": {"from": "reception", "reason": "...", "facts": {...}}}
    {"role": "error", "content": "Error: ..."}                 its last hand-off was not possible

Offers are the colleagues it may hand over to:

    [{"to": "timetable", "description": "Knows when each ferry sails."}, ...]

What people can ask for:

    Good morning                         When is the ferry to Gull Rock?
    Book 2 tickets to Heron Island       I left my umbrella on board
    I want a refund                      I would like to travel to Seal Bay, carelessly
"""

import re

SAILINGS = {"Heron Island": "10:15", "Gull Rock": "08:40", "Seal Bay": "17:05"}
SHELF = {"umbrella": "red, with a wooden handle", "hat": "straw, size 58"}
CALLED_FOR = {"tickets": ("ticket", "book", "refund", "travel"), "timetable": ("when", "ferry"), "lost_property": ("left", "lost", "forgot")}


class ScriptedModel:
    def reply(self, messages, offers):
        """Decide what to do next, from the messages and the offers alone."""
        told = Told(messages, offers)
        play = {"tickets": tickets, "timetable": timetable, "lost_property": lost_property}.get(told.name, reception)
        return play(told)


class Told:
    """What the messages and offers say, sorted."""

    def __init__(self, messages, offers):
        contents = {role: [m["content"] for m in messages if m["role"] == role] for role in ("system", "user", "handoff", "error")}
        who = re.match(r"You are (\w+)\.", " ".join(map(str, contents["system"])))
        self.name = who[1] if who else "nobody"
        self.request = " ".join(map(str, contents["user"]))
        self.facts = {name: value for note in contents["handoff"] for name, value in note["facts"].items()}
        self.sender = contents["handoff"][-1]["from"] if contents["handoff"] else None
        self.errors = contents["error"]
        self.colleagues = [offer["to"] for offer in offers]

    def asks_for(self, *words):
        return any(word in self.request.lower() for word in words)

    def island(self):
        return next((island for island in SAILINGS if island.lower() in self.request.lower()), None)


def reception(told):
    if told.asks_for("carelessly") and not told.errors:
        return handoff("the_ticket_people", "They want something booked.")  # nobody has this name
    wanted = next((name for name, words in CALLED_FOR.items() if told.asks_for(*words)), None)
    if wanted is None:
        return final("Good morning! What can we do for you?")
    if wanted in told.colleagues and not refused(told, wanted):
        return handoff(wanted, f"This is for {wanted}.")
    return final("I cannot help you with that, and nobody I know can. A person will write to you.")


def tickets(told):
    if told.asks_for("refund"):
        if "reception" in told.colleagues and not told.errors:
            return handoff("reception", "Who decides on refunds? I do not.")
        return final("I may not decide on refunds. A person will write to you.")
    if told.island() is None:
        return final("Where would you like to go? We sail to " + ", ".join(sorted(SAILINGS)) + ".")
    if "sailing" not in told.facts:
        count = re.search(r"\d+", told.request)
        if "timetable" in told.colleagues and not told.errors:
            return handoff("timetable", "I need the sailing first.", {"passengers": int(count[0]) if count else 1})
        return final("I do not know when it sails, so I can sell no ticket.")
    if "passengers" not in told.facts:
        return final("For how many people was that again?")
    price = 9 * told.facts["passengers"]
    return final(f"Booked for {told.facts['passengers']}: {told.island()}, {told.facts['sailing']}. That is {price} euros.")


def timetable(told):
    island = told.island()
    if island is None:
        return final("We sail to " + ", ".join(sorted(SAILINGS)) + ". Which one?")
    if told.sender in told.colleagues and told.sender != "reception" and not told.errors:
        return handoff(told.sender, f"It sails at {SAILINGS[island]}.", {"sailing": SAILINGS[island]})
    return final(f"The ferry to {island} sails at {SAILINGS[island]}.")


def lost_property(told):
    thing = next((thing for thing in SHELF if told.asks_for(thing)), None)
    return final(f"We have one: {SHELF[thing]}." if thing else "Nothing like that was found.")


def refused(told, name):
    """Whether the last error was about this colleague, rather than one who does not exist."""
    return bool(told.errors) and "the_ticket_people" not in told.errors[-1] and name in told.errors[-1]


def handoff(to, reason, facts=None):
    reply = {"type": "handoff", "to": to, "reason": reason}
    return {**reply, "facts": facts} if facts else reply


def final(text):
    return {"type": "final", "text": text}
