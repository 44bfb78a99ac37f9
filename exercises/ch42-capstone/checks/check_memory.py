"""Checks of what the model is shown."""

import copy
import os

from check_expect import expect_equal, place, required
from check_facts import CheckedFacts
from check_messages import expect_messages
from check_remote import held


def turn_of(number, calls=0):
    messages = [{"role": "user", "content": f"question {number}"}]
    for n in range(calls):
        reply = {"type": "tool_calls", "calls": [{"id": f"call-{n}", "name": "look", "arguments": {}}]}
        messages += [{"role": "assistant", "content": reply}, {"role": "tool", "call_id": f"call-{n}", "content": f"seen {n}"}]
    return [*messages, {"role": "assistant", "content": {"type": "final", "text": f"answer {number}"}}]


def system(text):
    return {"role": "system", "content": text}


def shows_what_matters(module):
    Memory = required(module, "Memory")
    facts = CheckedFacts(os.path.abspath("facts-of-a-check.json"))
    shows_facts(Memory, facts)
    keeps_whole_turns(Memory, facts)
    keeps_itself_to_itself(Memory, facts)


def shows_facts(Memory, facts):
    memory, now = Memory("Row, do not talk.", facts), [{"role": "user", "content": "Hello"}]
    where = place(memory.messages)
    expect_equal(memory.messages(now), [system("Row, do not talk."), *now], "What the model is shown, when there are no facts and no earlier turns,",
                 "The instructions, and then this turn. No empty line where there are no facts.", where)
    facts.remember("boat", "Otter")
    facts.remember("name", "Ida")
    expect_messages(memory.messages(now), [system("Row, do not talk.\nboat: Otter\nname: Ida"), *now], "After two facts were remembered in the middle of the talk, the model should be shown them",
                    "facts.all() says what is known at this moment. When do you ask it?", where)


def keeps_whole_turns(Memory, facts):
    first = system("Hi.\nboat: Otter\nname: Ida")
    for keep, calls in [(3, [0, 2, 5, 0, 1]), (2, [4, 4, 4]), (1, [0, 0]), (5, [1, 0])]:
        memory = Memory("Hi.", facts, keep=keep)
        turns = [turn_of(n, count) for n, count in enumerate(calls)]
        for turn in turns:
            memory.add(copy.deepcopy(turn))
        now = [{"role": "user", "content": "And now?"}, *turn_of("x", 1)[1:-1]]
        wanted = [first, *(message for turn in turns[-keep:] for message in turn), *now]
        found = memory.messages(now)
        what = f"With keep={keep}, after {len(turns)} turns, the model should be shown the last {min(keep, len(turns))} of them, whole"
        expect_messages(found, wanted, what, "A turn is a list of messages, and turns is a list of turns. Do you count turns, or messages?", place(memory.messages))
    memory = Memory("Hi.", facts, keep=0)
    memory.add(turn_of(1))
    expect_equal(memory.messages([]), [first], "With keep=0, what the model is shown after a turn", "What is [1, 2, 3][-0:] in Python?", place(memory.add))


def keeps_itself_to_itself(Memory, facts):
    memory, now = Memory("Hi.", facts), turn_of(2)[:1]
    memory.add(turn_of(1))
    before = copy.deepcopy(memory.messages(now))
    held(memory).messages(now).append({"role": "user", "content": "scribble"})
    expect_equal([memory.messages(now), len(now)], [before, 1], "What the model is shown, after somebody has added to an earlier list, and the length of the turn,",
                 "A new list each time.", place(memory.messages))
    expect_equal(Memory("Hi.", facts).messages([]), before[:1], "What a new Memory shows", "Where is the list of turns made: once for all, or once for each?", place(memory.messages))
