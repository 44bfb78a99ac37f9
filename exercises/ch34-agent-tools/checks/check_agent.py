"""Checks of the agent's turn: calls, results, and the end."""

from check_expect import expect, place, pretty, required, show
from check_models import CalledTooOften, Playback, Recorder
from check_remote import learners


def answers_every_call(module):
    tells_the_model_each_result(module)
    keeps_the_conversation(module)
    stops_when_steps_are_used_up(module)
    answers_in_the_last_step(module)
    works_with_the_scripted_model(module)


def tool_calls(*calls):
    return {"type": "tool_calls", "calls": [{"id": id, "name": name, "arguments": arguments} for id, name, arguments in calls]}


def final(text):
    return {"type": "final", "text": text}


def new_agent(module, model, **options):
    """An agent with one tool, and a list of what the tool was used for."""
    toolbox, used = learners("tools").Toolbox(), []

    @toolbox.tool
    def ring(bell: str) -> str:
        """Ring a bell."""
        used.append(bell)
        return f"{bell} rang"

    return required(module, "Agent")("Quasimodo", "Ring the bells.", model, toolbox, **options), used


def tells_the_model_each_result(module):
    first = tool_calls(("b-1", "ring", {"bell": "Marie"}), ("b-2", "swing", {}), ("b-3", "ring", {"bell": "Jacques"}))
    model = Recorder(Playback(first, final("All rang.")))
    agent, used = new_agent(module, model)
    where, answer = place(agent.respond), agent.respond("Ring them all")
    expect(answer == "All rang.", f"respond should return the text of the final reply, 'All rang.', but it returned {show(answer)} ({where}).",
           "A reply is a dictionary with a type. Which type ends the turn, and where is its text?",
           expected="'All rang.'", found=pretty(answer), where=where)
    expect(used == ["Marie", "Jacques"], f"The model asked for the bells Marie and Jacques in one reply, but these were rung: {show(used)} ({where}).",
           "How many calls can one reply hold?",
           expected=pretty(["Marie", "Jacques"]), found=pretty(used), where=where)
    expect(model.tools[0] == agent.toolbox.offered(), f"The model should be given what the toolbox offers, but it was given {show(model.tools[0])} ({where}).",
           "A model can ask only for tools that it has been told about.",
           expected=pretty(agent.toolbox.offered()), found=pretty(model.tools[0]), where=where)
    wanted = [{"role": "system", "content": "You are Quasimodo. Ring the bells."},
              {"role": "user", "content": "Ring them all"},
              {"role": "assistant", "content": first}]
    wanted += [{"role": "tool", "call_id": call["id"], "content": agent.toolbox.run(call)} for call in first["calls"]]
    expect(model.calls == 2, f"One round of tools and an answer should be 2 calls of the model, but there were {model.calls} ({where}).",
           "When all calls of a reply are done, the model is asked again, once.",
           expected="2 calls of the model", found=f"{model.calls} calls", where=where)
    expect_messages(model.seen[1], wanted, "After three tool calls the model should see", where)
    expect_messages(agent.messages, [*wanted, {"role": "assistant", "content": final("All rang.")}], "In the end the conversation should hold", where)


def expect_messages(found, wanted, when, where):
    roles, right = [", ".join(str(message.get("role")) for message in messages) for messages in (found, wanted)]
    expect(roles == right, f"{when} {len(wanted)} messages by {right}. Found: {len(found)} by {roles} ({where}).",
           "Go through the reply with a finger: what is added once for the reply, and what once for each call?",
           expected=pretty(wanted), found=pretty(found), where=where)
    for number, (message, expected) in enumerate(zip(found, wanted), 1):
        expect(message == expected, f"{when} as message {number} {show(expected, 300)}. Found: {show(message, 300)} ({where}).",
               "Compare it with the docstring of respond. How does the model know which result belongs to which call?",
               expected=pretty(expected), found=pretty(message), where=where)


def keeps_the_conversation(module):
    model = Recorder(Playback(tool_calls(("b-1", "ring", {"bell": "Marie"})), final("Done."), final("Marie rang.")))
    agent, _ = new_agent(module, model)
    agent.respond("Ring Marie")
    agent.respond("Which one was it?")
    roles = ", ".join(message.get("role") for message in model.seen[-1])
    expect(roles == "system, user, assistant, tool, assistant, user",
           "At the second question the model should see the first turn too, by system, user, assistant, tool, assistant, user. "
           f"Found: {roles} ({place(agent.respond)}).",
           "Does everything of the first turn go into agent.messages, and does the model get all of it?",
           expected="system, user, assistant, tool, assistant, user", found=roles, where=place(agent.respond))


def stops_when_steps_are_used_up(module):
    for limit in [4, 1]:
        model = Recorder(Playback(tool_calls(("b-1", "ring", {"bell": "Marie"}))), at_most=limit + 20)
        agent, _ = new_agent(module, model, max_steps=limit)
        try:
            answer, calls = agent.respond("Ring for ever"), model.calls
        except CalledTooOften:
            answer, calls = None, f"more than {limit + 20}"
        expect(calls == limit, f"With max_steps={limit} a model that never answers should be asked {limit} time(s), but it was asked {calls} time(s) ({place(agent.respond)}).",
               "What ends your loop if the model does not?",
               expected=f"{limit} call(s) of the model", found=f"{calls} call(s)", where=place(agent.respond))
        expect(isinstance(answer, str) and answer.strip(), f"When the steps are used up, respond should return a sentence that says so, but it returned {show(answer)} ({place(agent.respond)}).",
               "Somebody is waiting for an answer. What do they read after the loop?",
               expected="a sentence", found=pretty(answer), where=place(agent.respond))


def answers_in_the_last_step(module):
    ring = tool_calls(("b-1", "ring", {"bell": "Marie"}))
    for replies, wanted in [([ring, ring, final("At last.")], "At last."), ([final("")], "")]:
        model = Recorder(Playback(*replies), at_most=20)
        agent, _ = new_agent(module, model, max_steps=len(replies))
        found = agent.respond("Ring twice")
        expect((found, model.calls) == (wanted, len(replies)),
               f"With max_steps={len(replies)} and a model whose reply number {len(replies)} is final, with the text {wanted!r}, respond should return that, "
               f"but it returned {show(found)} after {model.calls} call(s) ({place(agent.respond)}).",
               "The last step is a step like any other, and a final reply is final whatever its text is.",
               expected=pretty(wanted), found=pretty(found), where=place(agent.respond))


def works_with_the_scripted_model(module):
    from scripted_model import ScriptedModel  # the pristine one, which lies beside the copy of the work

    toolbox = learners("tools").Toolbox()
    toolbox.tool(calculate)
    agent = required(module, "Agent")("Quill", "Help.", Recorder(ScriptedModel()), toolbox)
    for request, wanted in [("What is 8 - 3 and 9 * 9?", "8 - 3 = <8 - 3>. 9 * 9 = <9 * 9>."),
                            ("Carelessly calculate 1 + 1", "1 + 1 = <1 + 1>.")]:
        answer = agent.respond(request)
        expect(answer == wanted, f"Asked {request!r}, the agent should answer {wanted!r}, but it answered {show(answer)} ({place(agent.respond)}).",
               "Run python3 agent.py, ask the same, and read the lines between the question and the answer.",
               expected=pretty(wanted), found=pretty(answer), where=place(agent.respond))


def calculate(expression: str) -> str:
    """Stands for the learner's calculator, which has a criterion of its own."""
    return f"<{expression}>"
