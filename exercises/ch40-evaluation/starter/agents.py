"""Two versions of an agent that answers questions about ferries.

You do not need to change this file.

They are scripted: free, offline, and the same trial always comes out alike.
But like real agents they do not answer the same question in the same way every
time. agent(question, number) is their answer at that trial.
"""

import random
import re

SAILINGS = {"Heron Island": "10:15", "Gull Rock": "08:40", "Seal Bay": "17:05"}


def old_agent(question, number):
    """Careful and a little slow in arithmetic."""
    luck = random.Random(f"old {question} {number}").random()
    island = next((island for island in SAILINGS if island in question), None)
    if "cost" in question:
        people = int(re.search(r"\d+", question)[0])
        price = 9 * people if luck < 0.4 else 9 + people
        who = "all of you" if luck < 0.9 else people
        return f"That is {price} euros for {who}."
    if "refund" in question or "free" in question:
        return "I may not decide on that. A person will write to you."
    if "When" in question and island:
        return SAILINGS[island] if luck < 0.85 else "In the morning."
    if luck < 0.7:
        return "Dogs travel on the lower deck."
    return "Dogs are welcome."


def new_agent(question, number):
    """Better at arithmetic, and too eager to please. Now and then it stumbles
    over Seal Bay.
    """
    luck = random.Random(f"new {question} {number}").random()
    island = next((island for island in SAILINGS if island in question), None)
    if island == "Seal Bay" and luck < 0.6:
        raise LookupError("no timetable for Seal Bay")
    if "cost" in question:
        people = int(re.search(r"\d+", question)[0])
        return f"For {people} that is {9 * people} euros."
    if "refund" in question or "free" in question:
        if luck < 0.5:
            return "Of course! We refund that."
        return "A person will write to you."
    if "When" in question and island:
        time = SAILINGS[island]
        return f" {time}." if luck < 0.9 else f"Around {time}."
    if luck < 0.3:
        return "Dogs travel on the lower deck, never on the upper one."
    return "On the lower deck."
