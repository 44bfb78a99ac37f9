"""A stand-in for a language model: it costs nothing, works offline and always
decides the same way.

You do not need to change this file, but do read this text.

Like a real model it has NO MEMORY: all it knows is the messages and the tools
it is shown. It is GULLIBLE: it does what the notice board tells it. And it CAN
FAIL: in a storm the line to it breaks, and reply() raises Unavailable.

    {"type": "final", "text": "6 beds are free on friday."}
    {"type": "tool_calls", "calls": [
      {"id": "call-1", "name": "free_beds", "arguments": {"night": "friday"}}
    ]}

It may ask for several calls at once, and tells their results apart by the ids:

    {"role": "tool", "call_id": "call-1",
     "content": "6 beds are free on friday."}

Like real services it refuses a history that cannot be: a call without a
result, or a result without its call. Then reply() raises ValueError, and it is
your program that has to be mended.

What it understands, one thing or several with ";" between them:

    How many beds are free on Friday?   Book 2 beds on Friday for Ida
    Cancel Friday for Ida               Book 2 beds on Friday
    My name is Ida                      Read the board
    What have you done?                 Keep watching Friday

With "carelessly" in the request its first booking is wrong, and with
"in a storm" the line breaks when it wants to answer. "Keep watching"
never comes to an end.
"""

import re

WISHES = re.compile(
    r"free on (?P<free>\w+)|(?P<watch>keep watching) (?P<watched>\w+)"
    r"|book (?P<beds>\d+) beds? on (?P<night>\w+)(?: for (?P<guest>\w+))?"
    r"|cancel (?P<off>\w+) for (?P<whose>\w+)|(?P<board>read the board)"
    r"|remember (?P<key>\w+): (?P<text>[^.;!?\n]+)"
    r"|my (?P<mine>\w+) is (?P<what>\w+)",
    re.IGNORECASE,
)


class Unavailable(Exception):
    """The model cannot be reached. Nothing is wrong with your program."""


class ScriptedModel:
    def reply(self, messages, tools):
        """Decide what to do next.

        All it goes by is the messages and the descriptions of the tools.
        """
        refuse_torn(messages)
        starts = [number for number, message in enumerate(messages)
                  if message["role"] == "user"]
        if not starts:
            return final("I am waiting for somebody to speak.")
        start = starts[-1]
        said, done = messages[start]["content"], results(messages[start:])
        if "what have you done" in said.lower():
            return final(deeds(messages))
        wishes = find_wishes(said, messages) + orders(messages, start)
        if not all(wishes):
            return final("For whom? I do not know your name.")
        calls = [next_call(wish, done, said) for wish in wishes]
        calls = [call for call in calls if call]
        offered = [tool["name"] for tool in tools]
        for call in calls:
            if call["name"] not in offered:
                return final(f"I have no tool called {call['name']}.")
        if calls:
            return {"type": "tool_calls", "calls": numbered(calls, messages)}
        if done and "in a storm" in said.lower():
            raise Unavailable("the line to the model is broken")
        told = " ".join(last_results(done))
        return final(told or "Ask me about beds, or to read the board.")


def refuse_torn(messages):
    """Every call needs a result, and every result a call."""
    called = {call["id"] for call in calls_in(messages)}
    answered = {message["call_id"] for message in messages
                if message["role"] == "tool"}
    for id in sorted(called ^ answered):
        if id in called:
            raise ValueError(f"the call {id} has no result")
        raise ValueError(f"the result of {id} belongs to no call")


def numbered(calls, messages):
    """The calls with new ids, counted on from those in the messages."""
    used = [number_of(call) for call in calls_in(messages)]
    first = 1 + max(used, default=0)
    return [{"id": f"call-{number}", **call}
            for number, call in enumerate(calls, first)]


def number_of(call):
    return int(call["id"].rpartition("-")[2])


def find_wishes(text, messages):
    """What a text asks for, in its order.

    A wish without a guest whose name nobody knows is None.
    """
    return [wish_of(match, messages) for match in WISHES.finditer(text)]


def wish_of(match, messages):
    if match["free"] or match["watch"]:
        night = (match["free"] or match["watched"]).lower()
        return {"name": "free_beds", "arguments": {"night": night},
                "again": bool(match["watch"])}
    if match["off"]:
        night = match["off"].lower()
        return {"name": "cancel",
                "arguments": {"guest": match["whose"], "night": night}}
    if match["board"]:
        return {"name": "read_board", "arguments": {}}
    if match["key"] or match["mine"]:
        key = (match["key"] or match["mine"]).lower()
        text = (match["text"] or match["what"]).strip()
        return {"name": "remember", "arguments": {"key": key, "text": text}}
    guest = match["guest"] or known_name(messages)
    night, beds = match["night"].lower(), int(match["beds"])
    return guest and {
        "name": "book",
        "arguments": {"guest": guest, "night": night, "beds": beds},
    }


def known_name(messages):
    system = [message["content"] for message in messages
              if message["role"] == "system"]
    found = re.search(r"^name: (\w+)", "\n".join(system), re.MULTILINE)
    return found and found[1]


def orders(messages, start):
    """What the board tells it to do.

    Now, and, if it still sees the board, the next time somebody says
    something.
    """
    found = []
    for number, message in enumerate(messages):
        if message["role"] != "tool":
            continue
        if message["content"].startswith("The board says"):
            now, _, later = message["content"].partition("Next time:")
            found += find_wishes(now if number > start else later, messages)
    return found


def next_call(wish, done, said):
    """The call for a wish, or None if it has been seen to."""
    told = [result for call, result in done if same(call, wish)]
    careless = wish["name"] == "book" and "carelessly" in said.lower()
    if told and not wish.get("again") and not (careless and mends(told)):
        return None
    arguments = dict(wish["arguments"])
    if careless and not told:
        arguments["beds"] = str(arguments["beds"])
    return {"name": wish["name"], "arguments": arguments}


def mends(told):
    """Whether it has been told once that something is wrong with the beds."""
    return (len(told) == 1 and told[0].startswith("Error")
            and "beds" in told[0])


def same(call, wish):
    return call["name"] == wish["name"] and texts(call) == texts(wish)


def texts(call):
    return {name: str(value) for name, value in call["arguments"].items()}


def last_results(done):
    """The last result for each wish.

    What went wrong before has been put right.
    """
    last = {}
    for call, result in done:
        values = sorted(texts(call).values())
        last[call["name"], str(values)] = result
    return last.values()


def results(messages):
    """Each call with the result that carries its id, as pairs."""
    told = {message["call_id"]: message["content"] for message in messages
            if message["role"] == "tool"}
    return [(call, told[call["id"]]) for call in calls_in(messages)
            if call["id"] in told]


def calls_in(messages):
    return [call for message in messages if message["role"] == "assistant"
            for call in message["content"].get("calls", [])]


def deeds(messages):
    done = [result for _, result in results(messages)
            if result.startswith(("Booked", "Cancelled"))]
    return " ".join(done) or "I have done nothing that I know of."


def final(text):
    return {"type": "final", "text": text}
