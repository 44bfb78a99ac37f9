"""Checks of the loop, with the learner's own toolbox and memory."""

from check_expect import expect, expect_equal, expect_returns, place, required, show
from check_facts import CheckedFacts
from check_messages import expect_messages
from check_models import Playback, Recorder
from check_remote import learners
from check_results import result_of
from hut import Hut, tools_of
from scripted_model import ScriptedModel, Unavailable


def final(text):
    return {"type": "final", "text": text}


def calls(*wanted):
    return {"type": "tool_calls", "calls": [{"id": id, "name": name, "arguments": arguments} for id, name, arguments in wanted]}


FREE = calls(("c1", "free_beds", {"night": "sunday"}))


class Desk:
    """An agent of the learner's parts, with a model that is watched."""

    def __init__(self, module, model, path="facts-of-turns.json", yes=False, **options):
        self.hut, self.asked = Hut(), []
        self.facts = CheckedFacts(path)
        self.toolbox = learners("tools").Toolbox(tools_of(self.hut, self.facts), lambda call: self.asked.append(call["name"]) or yes)
        self.memory = learners("memory").Memory("Be brief.", self.facts)
        self.model = Recorder(model)
        self.agent = required(module, "Agent")(self.model, self.toolbox, self.memory, **options)
        self.where = place(self.agent.respond)

    def says(self, text, wanted, case, hint):
        expect_returns(lambda: self.agent.respond(text), wanted, f"{case}. The answer", hint, self.where)


def ends_turns(module):
    goes_round(module)
    stops_in_time(module)
    knows_its_default(module)
    hides_no_mistakes(module)
    survives_a_storm(module)
    talks_to_the_scripted_model(module)


def goes_round(module):
    both = calls(("c1", "free_beds", {"night": "saturday"}), ("c2", "book", {"guest": "Bo", "night": "saturday", "beds": 2}))
    again = calls(("c3", "free_beds", {"night": "saturday"}))
    desk = Desk(module, Playback(both, again, final("Bo sleeps here.")))
    desk.says("Room for Bo?", "Bo sleeps here.", "A model that asks for two calls, then one, and then has an answer", "A reply that is no final one is followed by its calls, and then the model is asked again.")
    turn = [{"role": "user", "content": "Room for Bo?"}, {"role": "assistant", "content": both},
            {"role": "tool", "call_id": "c1", "content": "2 beds are free on saturday."}, {"role": "tool", "call_id": "c2", "content": "Booked 2 on saturday for Bo."},
            {"role": "assistant", "content": again}, {"role": "tool", "call_id": "c3", "content": "0 beds are free on saturday."}]
    system = [{"role": "system", "content": "Be brief."}]
    expect_equal(desk.model.calls, 3, "How often the model was asked, for three replies", "Once for each reply.", desk.where)
    for number, (seen, messages) in enumerate(zip(desk.model.seen, [turn[:1], turn[:4], turn]), 1):
        expect_messages(seen, system + messages, f"The model should be shown the turn so far, when it is asked for reply number {number}",
                        "Each time it needs the whole turn so far: its own replies as well, and the result of each call with the id of that call.", desk.where)
    expect_equal(desk.model.tools[-1:], [desk.toolbox.offered()], "The tools that the model was offered", "reply() takes two things. The toolbox knows what it offers.", desk.where)
    expect_equal(len(desk.memory.turns), 1, "How many turns the memory has after one", "When is a turn over, and who is told?", desk.where)
    expect_messages(desk.memory.turns[0], [*turn, {"role": "assistant", "content": final("Bo sleeps here.")}], "The memory should get the whole turn", "The whole turn, once, with the answer as its last message.", desk.where)


def ending(desk, text, word, case):
    """What respond() answers, which has to have a word in it, and to be the end of the turn."""
    answer = result_of(lambda: desk.agent.respond(text), f"{case}. respond", "an answer", "This is one of the ways in which a turn ends, and it ends with an answer.", desk.where)
    expect(isinstance(answer, str) and word in answer.lower(), f"{case}. The answer should have the word {word} in it, but it is {show(answer)} ({desk.where}).",
           "Three ways to end a turn are in the docstring. Which one is this?", expected=f"… {word} …", found=show(answer), where=desk.where)
    expect(desk.memory.turns, f"{case}. The memory should get the turn, but it has none ({desk.where}).",
           "What has been done in this turn has been done, also if there was no good end. How will the model know the next time?", expected="1 turn", found="0 turns", where=desk.where)
    expect_equal(desk.memory.turns[-1][-1], {"role": "assistant", "content": final(answer)}, f"{case}. The last message of the turn in the memory",
                 "Every turn ends with an answer of the assistant, also this one.", desk.where)


def stops_in_time(module):
    for steps in [1, 4]:
        desk = Desk(module, Playback(FREE), max_steps=steps)
        ending(desk, "Go on", "stopped", f"With max_steps={steps}, and a model that never has an answer")
        expect_equal([desk.model.calls, len(desk.toolbox.log), len(desk.memory.turns[0])], [steps, steps, 2 + 2 * steps], "How often the model was asked, how many calls were run, and how many messages the turn has",
                     "Each reply is followed by the results of all its calls, the last one too.", desk.where)
    desk = Desk(module, Playback(FREE, FREE, final("At last.")), max_steps=3)
    desk.says("Go on", "At last.", "With max_steps=3, and a model whose third reply is final", "The third reply is still one of three.")


def knows_its_default(module):
    desk = Desk(module, Playback(FREE))
    ending(desk, "Go on", "stopped", "Without max_steps in the call, and a model that never has an answer")
    expect_equal(desk.model.calls, 6, "How often the model was asked, without max_steps in the call", "Which default does the first line of __init__ give?", desk.where)


class Clumsy:
    def reply(self, messages, tools):
        raise ZeroDivisionError("somebody has miscounted")


def hides_no_mistakes(module):
    desk = Desk(module, Clumsy())
    try:
        found = f"the answer {show(desk.agent.respond('Hello?'))}"
    except ZeroDivisionError:
        return
    expect(False, f"If the model raises ZeroDivisionError, respond should let it go on to the caller, but it gave {found} ({desk.where}).",
           "Only Unavailable is an interruption. Who hears of a mistake if everything is taken for one?",
           expected="ZeroDivisionError", found=found, where=desk.where)


def survives_a_storm(module):
    desk = Desk(module, ScriptedModel())
    ending(desk, "Book 2 beds on Friday for Ida in a storm", "interrupted", "A booking is made, and then the model raises Unavailable")
    expect_equal(desk.hut.bookings[1:], [("Ida", "friday", 2)], "The bookings after the storm", "Nothing is done twice, or undone.", desk.where)
    desk.says("What have you done?", "Booked 2 on friday for Ida.", "The question of what it has done, after the storm", "The model knows only what it is shown. Is the interrupted turn in the memory?")
    desk = Desk(module, Away())
    ending(desk, "Hello?", "interrupted", "A model that cannot be reached at all")
    expect_equal(desk.memory.turns[0][0], {"role": "user", "content": "Hello?"}, "The first message of that turn", "What the user said belongs to the turn.", desk.where)


class Away:
    def reply(self, messages, tools):
        raise Unavailable("nobody is at home")


def talks_to_the_scripted_model(module):
    desk = Desk(module, ScriptedModel(), path="facts-of-ida.json")
    desk.says("My name is Ida", "I shall remember the name: Ida.", "A fact is to be remembered", "Run python3 chat.py and say the same.")
    later = Desk(module, ScriptedModel(), path="facts-of-ida.json")
    later.says("Carelessly book 1 bed on Friday", "Booked 1 on friday for Ida.", "A new talk, in which the model makes a mistake, and knows the name only from the facts",
               "The error goes back to the model as a result, and the facts are in the system message.")
    board = Desk(module, ScriptedModel(), path="facts-of-the-board.json")
    board.agent.respond("Read the board")
    board.agent.respond("Thank you")
    expect_equal([board.asked, board.hut.bookings, board.facts.all()], [["cancel", "remember", "book"], [("Ada", "sunday", 3)], {}],
                 "The board was read, which gives orders, and a person said no. What they were asked, the bookings, and the facts", "Every call goes through toolbox.run, and one toolbox lasts for the whole talk.", board.where)

