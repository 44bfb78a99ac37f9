"""A stand-in for a language model: it costs nothing, works offline and always
decides the same way.

You do not need to change this file, but do read this text.

Like a real model it has NO MEMORY. There is no self.anything below. It can be
asked two things:

    reply(messages)              what to answer; a dictionary
    summarize(summary, turns)    a new summary: the old one, and what matters
                                 in these turns; a text

A reply always has a text. It may also say what is worth knowing for ever, or
no longer:

    {"type": "final", "text": "I see, your dog is Pixel.",
     "remember": {"dog": "Your dog is Pixel."}}
    {"type": "final", "text": "I have forgotten it.", "forget": ["dog"]}

The model cannot remember or forget anything itself. It asks, and your code
does it.

What it understands:

    My dog is Pixel            What is my dog?            Forget my dog
    We decided to paint the door green                    What did we decide?

It answers from the messages it is shown, whoever said it: from a system
message as well as from what the user said. Everything else it finds most
interesting.
"""

import re


class ScriptedModel:
    def reply(self, messages):
        """Decide what to answer, from the messages alone."""
        if not messages or messages[-1]["role"] != "user":
            return final("I am waiting for somebody to speak.")
        said = messages[-1]["content"]
        known = [
            message["content"]
            for message in messages[:-1]
            if message["role"] in ("system", "user")
        ]
        for pattern, answer in ANSWERS:
            match = re.search(pattern, said, re.IGNORECASE)
            if match:
                return answer(known, *match.groups())
        return final("How interesting. Tell me more.")

    def summarize(self, summary, turns):
        """The old summary, and each decision in these turns."""
        said = [
            message["content"]
            for turn in turns
            for message in turn
            if message["role"] == "user"
        ]
        found = [DECISION.search(text) for text in said]
        decided = [f"We decided to {match[1]}." for match in found if match]
        return " ".join([summary, *decided]).strip()


DECISION = re.compile(r"\bwe decided to ([^.!?\n]+)", re.IGNORECASE)


def learn(known, thing, value):
    thing, value = thing.lower(), value.strip()
    fact = f"Your {thing} is {value}."
    reply = final(f"I see, your {thing} is {value}.")
    return {**reply, "remember": {thing: fact}}


def look_up(known, thing):
    """The newest mention counts: people change their minds."""
    pattern = rf"\b(?:my|your) {re.escape(thing)} is ([^.!?\n]+)"
    for text in reversed(known):
        mentions = re.findall(pattern, text, re.IGNORECASE)
        if mentions:
            return final(f"Your {thing.lower()} is {mentions[-1].strip()}.")
    return final(f"You have not told me about your {thing.lower()}.")


def forget(known, thing):
    thing = thing.lower()
    return {**final(f"I have forgotten your {thing}."), "forget": [thing]}


def agree(known, what):
    return final(f"Good: {what.strip()}.")


def decisions(known):
    found = [what.strip() for text in known for what in DECISION.findall(text)]
    if not found:
        return final("I know of no decision.")
    return final(f"We decided to {', and to '.join(found)}.")


def final(text):
    return {"type": "final", "text": text}


# The first that fits is taken.
ANSWERS = [
    (r"what did we decide", decisions),
    (r"what is my ([\w ]+)", look_up),
    (r"forget my ([\w ]+)", forget),
    (r"we decided to ([^.!?\n]+)", agree),
    (r"my ([\w ]+?) is ([^.!?\n]+)", learn),
]
