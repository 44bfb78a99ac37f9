"""A stand-in for a language model: it costs nothing, works offline and always decides the same way.

You do not need to change this file, but do read this text.

Like a real model it has NO MEMORY: all it knows is the messages and the tools it is shown. It is GULLIBLE: it does
what the notice board tells it. And it CAN FAIL: in a storm the line to it breaks, and reply() raises Unavailable.

    {"type": "final", "text": "6 beds are free on friday."}
    {"type": "tool_calls", "calls": [{"id": "call-1", "name": "free_beds", "arguments": {"night": "friday"}}]}

It may ask for several calls at once, and tells their results apart by the ids:

    {"role": "tool", "call_id": "call-1", "content": "6 beds are free on friday."}

Like real services it refuses a history that cannot be: a call without a result, or a result without its call. Then
reply() raises ValueError, and it is your program that has to be mended.

What it understands, one thing or several with ";" between them:

    How many beds are free on Friday?        Book 2 beds on Friday for Ida        Cancel Friday for Ida
    My name is Ida                           Book 2 beds on Friday                Read the board
    What have you done?                      Keep watching Friday

With "carelessly" in the request its first booking is wrong, and with "in a storm" the line breaks when it wants to
answer. "Keep watching" never comes to an end.
"""

import re

WISHES = re.compile(
    r"free on (?P<free>\w+)|(?P<watch>keep watching) (?P<watched>\w+)"
    r"|book (?P<beds>\d+) beds? on (?P<night>\w+)(?: for (?P<guest>\w+))?"
    r"|cancel (?P<off>\w+) for (?P<whose>\w+)|(?P<board>read the board)"
    r"|remember (?P<key>\w+): (?P<text>[^.;!?\n]+)|my (?P<mine>\w+) is (?P<what>\w+)",
    re.IGNORECASE,
)


class Unavailable(Exception):
    """The model cannot be reached. Nothing is wrong with your program."""


class ScriptedModel:
    def reply(self, messages, tools):
        """Decide what to do next, from the messages and the descriptions of the tools alone."""
        refuse_torn(messages)
        start = max((n for n, message in enumerate(messages) if message["role"] == "user"), default=None)
        if start is None:
            return final("I am waiting for somebody to speak.")
        said, done = messages[start]["content"], results(messages[start:])
        if "what have you done" in said.lower():
            return final(deeds(messages))
        wishes = find_wishes(said, messages) + orders(messages, start)
        if not all(wishes):
            return final("For whom? I do not know your name.")
        calls = [call for call in (next_call(wish, done, said) for wish in wishes) if call]
        missing = [call["name"] for call in calls if call["name"] not in [tool["name"] for tool in tools]]
        if missing:
            return final(f"I have no tool called {missing[0]}.")
        if calls:
            first = 1 + max([number_of(call) for message in messages for call in calls_in(message)], default=0)
            return {"type": "tool_calls", "calls": [{"id": f"call-{first + n}", **call} for n, call in enumerate(calls)]}
        if done and "in a storm" in said.lower():
            raise Unavailable("the line to the model is broken")
        return final(" ".join(last_results(done)) or "Ask me about beds, or to read the board.")


def refuse_torn(messages):
    """Every call needs a result, and every result a call."""
    called = {call["id"] for message in messages for call in calls_in(message)}
    answered = {message["call_id"] for message in messages if message["role"] == "tool"}
    for id in sorted(called ^ answered):
        raise ValueError(f"the call {id} has no result" if id in called else f"the result of {id} belongs to no call")


def number_of(call):
    return int(call["id"].rpartition("-")[2])


def find_wishes(text, messages):
    """What a text asks for, in its order; a wish without a guest whose name nobody knows is None."""
    return [wish_of(match, messages) for match in WISHES.finditer(text)]


def wish_of(match, messages):
    if match["free"] or match["watch"]:
        return {"name": "free_beds", "arguments": {"night": (match["free"] or match["watched"]).lower()}, "again": bool(match["watch"])}
    if match["off"]:
        return {"name": "cancel", "arguments": {"guest": match["whose"], "night": match["off"].lower()}}
    if match["board"]:
        return {"name": "read_board", "arguments": {}}
    if match["key"] or match["mine"]:
        return {"name": "remember", "arguments": {"key": (match["key"] or match["mine"]).lower(), "text": (match["text"] or match["what"]).strip()}}
    guest = match["guest"] or known_name(messages)
    return guest and {"name": "book", "arguments": {"guest": guest, "night": match["night"].lower(), "beds": int(match["beds"])}}


def known_name(messages):
    system = "\n".join(message["content"] for message in messages if message["role"] == "system")
    found = re.search(r"^name: (\w+)", system, re.MULTILINE)
    return found and found[1]


def orders(messages, start):
    """What the board tells it to do: now, and, if it still sees the board, the next time somebody says something."""
    found = []
    for number, message in enumerate(messages):
        if message["role"] == "tool" and message["content"].startswith("The board says"):
            now, _, later = message["content"].partition("Next time:")
            found += find_wishes(now if number > start else later, messages)
    return found


def next_call(wish, done, said):
    """The call for a wish, or None if it has been seen to."""
    told = [result for call, result in done if call["name"] == wish["name"] and same(call["arguments"], wish["arguments"])]
    careless = wish["name"] == "book" and "carelessly" in said.lower()
    if told and not wish.get("again") and not (careless and len(told) == 1 and told[0].startswith("Error") and "beds" in told[0]):
        return None
    arguments = dict(wish["arguments"])
    if careless and not told:
        arguments["beds"] = str(arguments["beds"])
    return {"name": wish["name"], "arguments": arguments}


def same(one, other):
    return {name: str(value) for name, value in one.items()} == {name: str(value) for name, value in other.items()}


def last_results(done):
    """The last result for each wish: what went wrong before has been put right."""
    return {(call["name"], str(sorted(map(str, call["arguments"].values())))): result for call, result in done}.values()


def results(messages):
    """Each call with the result that carries its id: [(call, "Booked ..."), ...]."""
    told = {message["call_id"]: message["content"] for message in messages if message["role"] == "tool"}
    return [(call, told[call["id"]]) for message in messages for call in calls_in(message) if call["id"] in told]


def calls_in(message):
    return message["content"].get("calls", []) if message["role"] == "assistant" else []


def deeds(messages):
    done = [result for _, result in results(messages) if result.startswith(("Booked", "Cancelled"))]
    return " ".join(done) or "I have done nothing that I know of."


def final(text):
    return {"type": "final", "text": text}
