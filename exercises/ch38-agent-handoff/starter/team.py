"""Who works at the harbour office, and what a case is.

You do not need to change this file, but do read it.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Agent:
    name: str
    # One sentence for colleagues, who decide by it whether to hand over.
    description: str
    # For the agent itself.
    instructions: str
    # Words by which a request is known to be for this agent.
    topics: tuple = ()
    # Names of the colleagues it may hand over to.
    hands_to: tuple = ()


@dataclass
class Case:
    """What everybody who works on one request has to know about it."""

    # What the person wrote, word for word.
    request: str
    # What has been found out so far, by name.
    facts: dict = field(default_factory=dict)
    # The hand-offs so far, oldest first:
    #   {"from": ..., "to": ..., "reason": ..., "facts": {...}}
    # "facts" is everything that was known at that moment, in a dictionary of
    # its own.
    trail: list = field(default_factory=list)


def by_name(*agents):
    return {agent.name: agent for agent in agents}


TEAM = by_name(
    Agent(
        "reception",
        "Greets people and knows who does what.",
        "Answer greetings. Hand everything else over.",
        hands_to=("tickets", "timetable", "lost_property"),
    ),
    Agent(
        "tickets",
        "Sells tickets. Needs to know which sailing it is for.",
        "Sell a ticket once you know the sailing "
        "and the number of passengers.",
        topics=("ticket", "tickets", "book", "refund"),
        hands_to=("timetable", "reception"),
    ),
    Agent(
        "timetable",
        "Knows when each ferry sails.",
        "Look up sailings. "
        "If somebody else asked for one, hand the case back to them.",
        topics=("when", "sail", "ferry", "timetable"),
        hands_to=("tickets", "reception"),
    ),
    Agent(
        "lost_property",
        "Keeps what was found on board.",
        "Look things up on the shelf.",
        topics=("lost", "left", "forgot", "umbrella"),
        hands_to=("reception",),
    ),
)
