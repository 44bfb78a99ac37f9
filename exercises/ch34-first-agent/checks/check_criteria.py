"""The checks of this exercise: each gets the learner's agent module, and raises Failed if it falls short."""

from check_expect import expect, place, pretty, required, show
from check_models import Playback, Recorder
from check_remote import observer
from check_script import converse


def new_agent(module, name, instructions, model=None):
    from scripted_model import ScriptedModel  # the pristine one, which lies beside the copy of the work

    return required(module, "Agent")(name, instructions, model or Recorder(ScriptedModel()))


def answer(agent, text):
    """What the agent responds, which has to be a string."""
    found = agent.respond(text)
    expect(isinstance(found, str),
           f"respond({text!r}) should return the answer as a string, but it returned {show(found)} ({place(agent.respond)}).",
           "The model's reply is a dictionary. Which part of it would you read to a visitor?",
           expected="a string", found=pretty(found), where=place(agent.respond))
    return found


def begins_with_its_identity(module):
    agent = new_agent(module, "Ophelia", "Count the clouds. Be formal.")
    where = place(module.Agent.__init__)
    for attribute in ["name", "messages", "model"]:
        expect(hasattr(agent, attribute), f"A new agent should have the attribute `{attribute}` ({where}).",
               "What you store on self in __init__ is there later. Is this one stored, and spelled so?",
               expected=f"the attribute {attribute}", found=", ".join(sorted(vars(agent))) or "no attributes", where=where)
    expect(agent.name == "Ophelia", f"An agent made with the name 'Ophelia' has the name {show(agent.name)} ({where}).",
           "Does the name come from what __init__ is given?",
           expected="'Ophelia'", found=pretty(agent.name), where=where)
    expect(agent.messages == [{"role": "system", "content": "You are Ophelia. Count the clouds. Be formal."}],
           "A new agent's messages should be one system message, 'You are Ophelia. Count the clouds. Be formal.', "
           f"but they are {show(agent.messages, 300)} ({where}).",
           "Compare each character with the docstring of Agent: role, full stop, space.",
           expected=pretty([{"role": "system", "content": "You are Ophelia. Count the clouds. Be formal."}]),
           found=pretty(agent.messages), where=where)


def greets_in_character(module):
    people = [("Ophelia", "Count the clouds. Be formal.", "Good day to you. I am Ophelia."),
              ("Unit 7", "You are a robot at a fair.", "BEEP. GREETING RECEIVED. I am Unit 7.")]
    for name, instructions, wanted in people:
        agent = new_agent(module, name, instructions)
        found = answer(agent, "Hello")
        expect(agent.model.calls == 1, f"One greeting should be one call of the model, but there were {agent.model.calls} ({place(agent.respond)}).",
               "The model finds the words, once for each turn.",
               expected="1 call of the model", found=f"{agent.model.calls} calls", where=place(agent.respond))
        expect([m.get("role") for m in agent.model.seen[0]] == ["system", "user"],
               "At the first greeting the model should see a system message and the user's message, "
               f"but it saw {show(agent.model.seen[0], 300)} ({place(agent.respond)}).",
               "What does the model know at that moment? When is the user's message added: before or after it is asked?",
               expected="messages by system, user", found=pretty(agent.model.seen[0]), where=place(agent.respond))
        expect(found == wanted, f"{name}, with the instructions {instructions!r}, should answer 'Hello' by {wanted!r}, but answered {show(found)}.",
               "The model knows its character from the system message, and the words from the last message.",
               expected=pretty(wanted), found=pretty(found), where=place(agent.respond))


def remembers_earlier_turns(module):
    agent = new_agent(module, "Ophelia", "Be formal.")
    where = place(agent.respond)
    answer(agent, "My name is Zofia")
    roles = ", ".join(str(m.get("role")) for m in agent.messages)
    expect(roles == "system, user, assistant",
           f"After one turn the conversation should be by system, user, assistant. Found: {roles or 'nobody'} ({where}).",
           "Both sides of a turn belong in the conversation. Which one is missing, or there twice?",
           expected="messages by system, user, assistant", found=f"messages by {roles or 'nobody'}", where=where)
    found = agent.messages[-1]
    expect(found == {"role": "assistant", "content": {"type": "final", "text": "Nice to meet you, Zofia."}},
           f"The assistant's message should hold the reply exactly as the model gave it, but it is {show(found)} ({where}).",
           "Two things are made from one reply: what is stored, and what is returned.",
           expected=pretty({"role": "assistant", "content": {"type": "final", "text": "Nice to meet you, Zofia."}}),
           found=pretty(found), where=where)
    for text, wanted in [("What is my name?", "Your name is Zofia."),
                         ("What did you say?", "I said: Your name is Zofia."),
                         ("How often have I spoken?", "You have spoken 4 times, and I answered 3 times before.")]:
        said = answer(agent, text)
        expect(said == wanted, f"Asked {text!r} later in the conversation, the agent should say {wanted!r}, but it said {show(said)} ({where}).",
               "Print agent.messages after each turn, and read it as if you were the model.",
               expected=pretty(wanted), found=pretty(said), where=where)
    forgets_nothing(module)


def forgets_nothing(module):
    """A long conversation, with a model that does not mind what it is told."""
    agent = new_agent(module, "Ophelia", "Be formal.", Recorder(Playback({"type": "final", "text": "Hm."})))
    texts = [f" {number} clouds,\n and more \t" for number in range(12)]
    for text in texts:
        answer(agent, text)
    said = [message.get("content") for message in agent.model.seen[-1] if message.get("role") == "user"]
    expect(said == texts, f"After 12 turns the model should see all that the user has said, as it was said, but it saw {show(said, 300)} ({place(agent.respond)}).",
           "Is anything cut off, from the conversation or from a text?", expected=pretty(texts), found=pretty(said), where=place(agent.respond))


def keeps_two_agents_apart(module):
    first, second = new_agent(module, "Ophelia", "Be formal."), new_agent(module, "Yorick", "Be a poet.")
    answer(first, "My name is Zofia")
    found = answer(second, "What is my name?")
    expect(found == "You have not told me your name.",
           f"Zofia told her name to one agent only, but the other one, asked 'What is my name?', said {show(found)}.",
           "Where is the list of messages made: in the class, outside of it, or for each agent in __init__?",
           expected="'You have not told me your name.'", found=pretty(found), where=place(second.respond))
    found = answer(first, "Who are you?")
    expect(found == "I am Ophelia. Be formal.", f"After a second agent was made, the first one says of itself {show(found)}.",
           "Is anything that belongs to one agent kept where all agents share it?",
           expected="'I am Ophelia. Be formal.'", found=pretty(found), where=place(first.respond))


def answers_empty_input(module):
    for text in ["", "   ", "\t\n"]:
        agent = new_agent(module, "Ophelia", "Be formal.", Recorder(Playback({"type": "final", "text": "Hm."})))
        answer(agent, "Hello")
        before = list(agent.messages)
        found = answer(agent, text)
        where = place(agent.respond)
        expect(agent.model.calls == 1, f"respond({text!r}) called the model, though nothing was said ({where}).",
               "What does text.strip() give you here, and at which moment should you look?",
               expected="no call of the model", found=f"{agent.model.calls - 1} call(s)", where=where)
        expect(agent.messages == before, f"respond({text!r}) changed the conversation: it now ends with {show(agent.messages[-1])} ({where}).",
               "Nothing was said, so there is nothing to remember.",
               expected=pretty(before), found=pretty(agent.messages), where=where)
        expect(found.strip(), f"respond({text!r}) should return a friendly sentence, but it returned {show(found)} ({where}).",
               "What would you say to somebody who came to you and said nothing?",
               expected="a friendly sentence", found=pretty(found), where=where)


def chats_on_the_command_line(module):
    required(module, "chat")
    printed = converse("agent.py", "My name is Zofia\n\nWhat is my name?\n  QUIT \nI like late trains\n")
    for wanted in ["Nice to meet you, Zofia.", "Your name is Zofia."]:
        expect(wanted in printed, f"In a chat in which Zofia gives her name and asks for it, {wanted!r} should be printed. Printed: {show(printed, 500)}.",
               "Is it one agent for the whole chat? And is what respond returns printed?",
               expected=wanted, found=printed[:500] or "nothing", where=place(module.chat))
    expect("late trains" not in printed, f"After '  QUIT ' nothing more should be answered. Printed: {show(printed, 500)}.",
           "What do you compare with 'quit': the line as it was typed?",
           expected="nothing more after QUIT", found=printed[:500], where=place(module.chat))
    printed = converse("agent.py", "I like tea")
    expect("you like tea" in printed, f"With 'I like tea' typed in, and then the end of input, it should be answered. Printed: {show(printed)}.",
           "Only an end of input ends the chat; a line before it is still a line.",
           expected="you like tea", found=printed[:500] or "nothing", where=place(module.chat))
    puts_the_name_in_front(module)


def puts_the_name_in_front(module):
    """chat() with an agent of another name."""
    printed = observer("observe_script").printed_by(module.chat, new_agent(module, "Ophelia", "Be formal."), "Hello\nquit\n")
    wanted = "Ophelia: Good day to you. I am Ophelia."
    leaves_at_quit_alone(module)
    expect(wanted in printed,
           f"A chat with an agent named Ophelia should print {wanted!r}. Printed: {show(printed, 300)} ({place(module.chat)}).",
           "The one who prints is given an agent. What is the agent called?",
           expected=wanted, found=printed[:500] or "nothing", where=place(module.chat))


def leaves_at_quit_alone(module):
    lines = ["bye", "exit", "quite a nice hall", "I do not quit"]
    agent = new_agent(module, "Ophelia", "Be formal.", Recorder(Playback({"type": "final", "text": "Hm."})))
    observer("observe_script").printed_by(module.chat, agent, "\n".join([*lines, "quit", "more"]))
    expect(agent.model.calls == len(lines), f"Each of the lines {', '.join(map(repr, lines))} should be answered, and none behind quit, "
           f"but the model was called {agent.model.calls} time(s) ({place(module.chat)}).",
           "Which line ends the chat: one that has quit in it, or one that is quit?",
           expected=f"{len(lines)} calls of the model", found=f"{agent.model.calls} call(s)", where=place(module.chat))
    silent = new_agent(module, "Ophelia", "Be formal.")
    said = [observer("observe_script").printed_by(module.chat, silent, typed).count("Ophelia: ") for typed in ("\nquit\n", "quit\n")]
    expect(said[0] == said[1] + 1, f"An empty line in a chat should be answered as well, by what respond says to it. Answers printed: {said[0] - said[1]} ({place(module.chat)}).",
           "Who decides what is said to an empty line: chat, or respond?", expected="1 answer", found=f"{said[0] - said[1]} answers", where=place(module.chat))
