"""Checks of run_agent(): what the model sees, and when the loop ends."""

from check_act import action
from check_expect import expect, place, pretty, required, show
from check_models import CalledTooOften, Playback, Recorder


def final(text):
    return {"type": "final", "text": text}


def run(loop, model, actions, task, **options):
    """The learner's run_agent, with its result looked at so far that checks can rely on its shape."""
    run_agent = required(loop, "run_agent")
    result = run_agent(model, actions, task, **options)
    keys = ["stopped_by", "answer", "messages"]
    expect(isinstance(result, dict) and all(key in result for key in keys),
           f"run_agent should return a dictionary with {', '.join(keys)}, but it returned {show(result)} ({place(run_agent)}).",
           "Look at every way out of run_agent: does each of them return all three?",
           expected=f"a dictionary with {', '.join(keys)}", found=pretty(result), where=place(run_agent))
    expect(isinstance(result["messages"], list) and all(isinstance(m, dict) for m in result["messages"]),
           f"The \"messages\" of the result should be the list of messages, but they are {show(result['messages'])}.",
           "Return the history itself.",
           expected="a list of messages", found=pretty(result["messages"]), where=place(run_agent))
    return result


def stops_at_a_final_answer(loop):
    model = Recorder(Playback(final("Forty-two.")))
    result = run(loop, model, {}, "What is the answer?")
    expect(model.calls >= 1, "run_agent returned without asking the model once.",
           "Who decides what happens next: your code or the model?",
           expected="1 call of the model", found="0 calls", where=place(loop.run_agent))
    expect(model.seen[0] == [{"role": "user", "content": "What is the answer?"}],
           f"The model should first see one message, the task from the user, but it saw {show(model.seen[0])}.",
           "The history begins with the task. Compare your first message with the docstring of run_agent.",
           expected=pretty([{"role": "user", "content": "What is the answer?"}]), found=pretty(model.seen[0]), where=place(loop.run_agent))
    expect(model.calls == 1,
           f"The model's first reply was final, and yet it was called {model.calls} times.",
           "Which \"type\" does the reply have, and what do you do in that case?",
           expected="1 call of the model", found=f"{model.calls} calls", where=place(loop.run_agent))
    expect(result["answer"] == "Forty-two.",
           f"The answer should be the text of the final reply, 'Forty-two.', but it is {show(result['answer'])}.",
           "A final reply is a dictionary. Under which key is its text?",
           expected="'Forty-two.'", found=pretty(result["answer"]), where=place(loop.run_agent))
    expect(result["stopped_by"] == "final",
           f"After a final answer \"stopped_by\" should be 'final', but it is {show(result['stopped_by'])}.",
           "There are two ways to stop. Does the result say which one it was?",
           expected="'final'", found=pretty(result["stopped_by"]), where=place(loop.run_agent))
    expect(result["messages"][-1:] == [{"role": "assistant", "content": final("Forty-two.")}],
           f"The history should end with the final reply, but it ends with {show(result['messages'][-1:])}.",
           "Each reply belongs in the history, the last one too. In which order do you append and return?",
           expected=pretty([{"role": "assistant", "content": final("Forty-two.")}]), found=pretty(result["messages"][-1:]), where=place(loop.run_agent))


def feeds_observations_back(loop):
    history_grows(loop)
    histories_are_separate(loop)
    errors_are_observations(loop)
    answer_follows_from_observations(loop)


def history_grows(loop):
    replies = [action("count", "sheep"), action("count", "cows"), final("Done.")]
    model = Recorder(Playback(*replies))
    result = run(loop, model, {"count": len}, "Count the animals:\n sheep, cows \n")
    expected = [{"role": "user", "content": "Count the animals:\n sheep, cows \n"}]
    for number, (reply, observation) in enumerate(zip(replies, ["5", "4", None]), 1):
        expect(model.calls >= number, f"The model should have been called {number} times, but was called {model.calls} times.",
               "After an action the model has to be asked again.",
               expected=f"{number} calls of the model", found=f"{model.calls} calls", where=place(loop.run_agent))
        expect_history(model.seen[number - 1], expected, f"At its call number {number} the model should see", loop)
        expected.append({"role": "assistant", "content": reply})
        if observation is not None:
            expected.append({"role": "observation", "content": observation})
    expect_history(result["messages"], expected, "In the end the history should hold", loop)


def expect_history(found, expected, when, loop):
    where = place(loop.run_agent)
    roles, wanted = [", ".join(str(m.get("role")) for m in history) for history in (found, expected)]
    expect(roles == wanted, f"{when} {len(expected)} message(s) by {wanted}. Found: {len(found)} by {roles or 'nobody'} ({where}).",
           "Say aloud what has happened so far, in order: the task, what the model asked for, what came of it.",
           expected=pretty(expected), found=pretty(found), where=where)
    for number, (message, right) in enumerate(zip(found, expected), 1):
        expect(message == right, f"{when} as message {number} {show(right)}. Found: {show(message)} ({where}).",
               "Compare it with the docstring of run_agent: which part is different, and where does it come from?",
               expected=pretty(right), found=pretty(message), where=where)


def errors_are_observations(loop):
    asked, actions = action("teleport", "home"), {"walk": str}
    model = Recorder(Playback(asked, final("I walk.")))
    run(loop, model, actions, "Go home")
    told = [message.get("content") for message in model.seen[-1]][-1:]
    expect(model.calls == 2 and told == [loop.act(asked, actions)],
           "When an action does not work, the model should be asked again and see what act() returned, "
           f"but it was called {model.calls} times and last saw {show(told)} ({place(loop.run_agent)}).",
           "An error is an observation like any other: the loop goes on.",
           expected=pretty(loop.act(asked, actions)), found=pretty(told), where=place(loop.run_agent))


def answer_follows_from_observations(loop):
    from scripted_model import ScriptedModel  # the pristine one, which lies beside the copy of the work

    actions = {"weather": lambda city: f"rain, {len(city)} degrees", "places": lambda wish: f"the museum ({wish})"}
    answer = run(loop, Recorder(ScriptedModel()), actions, "Plan a day in Reykjavik")["answer"]
    wanted = "In Reykjavik it is rain, 9 degrees. Go to the museum (indoors in Reykjavik)."
    expect(answer == wanted, f"Planning a day in Reykjavik should end in {show(wanted)}, but it ended in {show(answer)}.",
           "Print the history after each step, and read it as if you were the model.",
           expected=pretty(wanted), found=pretty(answer), where=place(loop.run_agent))


def histories_are_separate(loop):
    run(loop, Recorder(Playback(final("One."))), {}, "First task")
    second = Recorder(Playback(final("Two.")))
    run(loop, second, {}, "Second task")
    expect(second.seen[0] == [{"role": "user", "content": "Second task"}],
           f"A second run should begin with its own task only, but the model saw {show(second.seen[0], 420)}.",
           "Where is the list created: once for the whole file, or once for each run?",
           expected=pretty([{"role": "user", "content": "Second task"}]), found=pretty(second.seen[0]), where=place(loop.run_agent))


def stops_at_the_step_limit(loop):
    uses_up_its_steps(loop)
    takes_an_answer_in_the_last_step(loop)
    knows_its_default(loop)


WAIT = action("wait", "a while")


def takes_an_answer_in_the_last_step(loop):
    for limit in [1, 3]:
        model = Recorder(Playback(*[WAIT] * (limit - 1), final("It came.")), at_most=limit + 20)
        result = run(loop, model, {"wait": lambda text: "still waiting"}, "Wait for a miracle", max_steps=limit)
        found = (result["stopped_by"], result["answer"])
        expect(found == ("final", "It came."),
               f"With max_steps={limit} and a model whose reply number {limit} is final, the run should stop by 'final' with the answer 'It came.', "
               f"but it stopped by {show(found[0])} with {show(found[1])} ({place(loop.run_agent)}).",
               "The last step is a step like any other: what do you look at first, the reply or the count?",
               expected="'final' and 'It came.'", found=pretty(found), where=place(loop.run_agent))


def knows_its_default(loop):
    model = Recorder(Playback(WAIT), at_most=30)
    try:
        run(loop, model, {"wait": lambda text: "still waiting"}, "Wait for a miracle")
        calls = f"{model.calls} calls"
    except CalledTooOften:
        calls = "more than 30 calls"
    expect(calls == "10 calls", f"Without max_steps in the call, a model that never finishes should be called 10 times. Found: {calls} ({place(loop.run_agent)}).",
           "Which default does the first line of run_agent give?", expected="10 calls of the model", found=calls, where=place(loop.run_agent))


def uses_up_its_steps(loop):
    for limit in [3, 1, 12]:
        model = Recorder(Playback(WAIT), at_most=limit + 20)
        try:
            result = run(loop, model, {"wait": lambda text: "still waiting"}, "Wait for a miracle", max_steps=limit)
        except CalledTooOften:
            calls, result = f"{model.calls} calls, and no end", None
        else:
            calls = f"{model.calls} call(s)"
        expect(calls == f"{limit} call(s)",
               f"With max_steps={limit} a model that never finishes should be called {limit} time(s). "
               f"Found: {calls} ({place(loop.run_agent)}).",
               "Count on your fingers for max_steps=1: how often may the model be called?",
               expected=f"{limit} call(s) of the model", found=calls, where=place(loop.run_agent))
        expect(result["stopped_by"] == "step_limit" and result["answer"] is None,
               "When the steps are used up, \"stopped_by\" should be 'step_limit' and \"answer\" None, but they are "
               f"{show(result['stopped_by'])} and {show(result['answer'])}.",
               "What does your function return after the loop?",
               expected="'step_limit' and None", found=f"{show(result['stopped_by'])} and {show(result['answer'])}", where=place(loop.run_agent))
        seen = model.seen[-1]
        told = [message.get("content") for message in seen if message.get("role") == "observation"]
        expect(told == ["still waiting"] * len(told), f"Each observation should be what act() returned, 'still waiting', also if the model asks for the same again. Found: {show(told)} ({place(loop.run_agent)}).",
               "Who decides what the model is told: act, or the loop?", expected="'still waiting', each time", found=pretty(told), where=place(loop.run_agent))
        expect(result["messages"][:len(seen)] == seen,
               f"When the steps are used up, the history should begin with all that the model was shown at its last call, {len(seen)} message(s). "
               f"Found: {len(result['messages'])} message(s) ({place(loop.run_agent)}).",
               "The whole history is wanted, whichever way the run ends.",
               expected=pretty(seen), found=pretty(result["messages"]), where=place(loop.run_agent))
