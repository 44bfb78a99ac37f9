"""Checks of the agent: what it shows the model, and what it does with the reply."""

import os
import tempfile
from pathlib import Path

from check_expect import expect, expect_equal, place, required, show
from check_models import Playback, Recorder
from check_remote import held, learners
from check_window import turn


class Facts:
    """Stands for a long-term memory: recalls what it is made with, and writes down what it is asked."""

    def __init__(self, *texts):
        self.texts, self.asked = list(texts), []

    def recall(self, question, limit=3):
        self.asked.append(("recall", question))
        return self.texts[:limit]

    def remember(self, key, text):
        self.asked.append(("remember", key, text))

    def forget(self, key):
        self.asked.append(("forget", key))


def shows_the_model_all(module):
    facts = Facts("Your ship is the Heron.", "Your cook is Olu.")
    agent = required(module, "Agent")("Talk like a sailor.", Recorder(Playback({"type": "final", "text": "Aye."})), facts)
    where, turns = place(agent.prompt), [turn("Is there wind?", "A little."), turn("And tomorrow?", "A storm.")]
    agent.short_term.turns, agent.short_term.summary = list(turns), "The sail was torn in May."
    found = agent.prompt("Who is cooking?")
    expect_shape(found, [*turns[0], *turns[1], {"role": "user", "content": "Who is cooking?"}], where)
    expect_equal(facts.asked, [("recall", "Who is cooking?")], "What the long-term memory is asked", "Which facts matter depends on the question.", where)
    expect_system(found[0]["content"], ["Talk like a sailor.", *facts.texts, "The sail was torn in May."], where)
    held(agent).prompt("Who is cooking?").append("scribbled on")
    expect_shape(agent.prompt("Who is cooking?"), [*turns[0], *turns[1], {"role": "user", "content": "Who is cooking?"}], where)
    expect_equal((agent.short_term.turns, facts.asked[-1][0]), (turns, "recall"), "After prompt was used twice, the turns in the window (and the last thing the facts were asked)",
                 "prompt only looks. It changes neither memory.", where)
    empty = required(module, "Agent")("Talk like a sailor.", None, Facts()).prompt("Ahoy?")
    expect_shape(empty, [{"role": "user", "content": "Ahoy?"}], where)
    expect("None" not in empty[0]["content"], "Without facts and summary, the system message should not speak of None.", "What do you add if there is nothing to add?",
           expected="Talk like a sailor.", found=empty[0]["content"], where=where)


def expect_shape(found, after_system, where):
    expect(isinstance(found, list) and found and all(isinstance(message, dict) for message in found), "prompt should return a list of messages.",
           "Start with a list that holds the system message.", expected="a list of dictionaries", found=show(found), where=where)
    roles = [str(message.get("role")) for message in found]
    expect_equal(roles, ["system", *[message["role"] for message in after_system]], "The roles of the messages, in order,",
                 "One system message, then two for each turn, then the question. A turn is a list itself: how do its messages get into yours?", where)
    expect_equal(found[1:], after_system, "The messages after the first", "The turns in the window as they are, oldest first, and the new question at the end.", where)


def expect_system(content, parts, where):
    for part in parts:
        expect(part in content, "Something is missing in the system message.", "The model knows only what is in there. Three things belong into it: which?",
               expected=f"a text with {part!r}", found=content, where=where)
    places = [content.index(part) for part in parts]
    expect(places == sorted(places), "In the system message, the instructions come first, then the facts, then the summary.", "Put the parts into a list in their order, and join them.",
           expected="\n".join(parts), found=content, where=where)
    lines = [line for part in parts[1:-1] for line in content.splitlines() if part in line]
    expect(len(set(lines)) == len(parts) - 2, "Each fact should be on a line of its own.", "Which character ends a line?", expected="\n".join(parts), found=content, where=where)


def remembers_in_a_turn(module):
    does_what_the_reply_says(module)
    lives_with_a_real_memory(module)


def does_what_the_reply_says(module):
    reply = {"type": "final", "text": "Noted.", "remember": {"ship": "Your ship is the Heron.", "cook": "Your cook is Olu."}, "forget": ["harbour", "anchor"]}
    facts, model = Facts("Your captain is Ines."), Recorder(Playback(reply, {"type": "final", "text": "Aye."}))
    agent = required(module, "Agent")("Talk like a sailor.", model, facts, budget=50)
    where, wanted = place(agent.respond), agent.prompt("We sail.")
    answer = agent.respond("We sail.")
    expect_equal(answer, "Noted.", "What respond returns", "The reply is a dictionary. Under which key is its text?", where)
    expect_equal(model.calls, 1, "How often the model is asked in one turn", "Keep the reply in a variable, and use it as often as you like.", where)
    expect_equal(model.seen[0], wanted, "What the model sees", "It should be what prompt() says, before the turn is added.", where)
    done = [step for step in facts.asked if step[0] != "recall"]
    expect_equal(sorted(done), sorted([("remember", "ship", "Your ship is the Heron."), ("remember", "cook", "Your cook is Olu."), ("forget", "harbour"), ("forget", "anchor")]),
                 "What the long-term memory is told to do", "How do you go through a dictionary's keys and values? And through a list?", where)
    expect_equal(agent.short_term.turns, [turn("We sail.", "Noted.")], "The window after one turn", "The question, and the text of the answer.", where)
    agent.respond("And now?")
    expect_equal(model.seen[-1][1:], [*turn("We sail.", "Noted."), {"role": "user", "content": "And now?"}], "What the model sees in the second turn, after the system message,",
                 "Does the first turn go into the short-term memory?", where)


def lives_with_a_real_memory(module):
    from scripted_model import ScriptedModel  # the pristine one, which lies beside the copy of the work

    path = Path(tempfile.mkdtemp(dir=os.getcwd())) / "facts.json"

    def agent():
        return module.Agent("Be kind.", ScriptedModel(), learners("memory").LongTerm(path), budget=14)

    first = agent()
    for line in ["My parrot is Kiki", "We decided to sail to Bergen", "My bicycle is red", "It is raining", "It is still raining", "And it rains"]:
        first.respond(line)
    ask(first, "What did we decide?", "We decided to sail to Bergen.", "It left the window long ago. Is it in the summary, and is that shown to the model?")
    ask(first, "What is my parrot?", "Your parrot is Kiki.", "It left the window long ago. Is the fact remembered, recalled, and shown to the model?")
    second = agent()
    ask(second, "What is my bicycle?", "Your bicycle is red.", "This is another conversation. What is on disk?")
    ask(second, "What did we decide?", "I know of no decision.", "This is another conversation, and decisions are no facts. Do two agents share a list?")
    second.respond("Forget my parrot")
    ask(agent(), "What is my parrot?", "You have not told me about your parrot.", "It was forgotten in the conversation before. Is it gone from the disk?")


def ask(agent, question, wanted, hint):
    expect_equal(agent.respond(question), wanted, f"The answer to {question!r}", hint, place(agent.respond))
