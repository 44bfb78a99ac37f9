"""Your agent loop.

The model decides, your code acts, the model sees what came of it.
"""


HISTORY = []


def act(reply, actions):
    """Carry out the action a model asked for; say in words what came of it.

    Returns the action's result as text, or "Error: ..." if there is no such
    action or it failed.
    """
    name = reply["action"]
    if name not in actions:
        known = ", ".join(sorted(actions))
        return f"Error: there is no action {name!r}. You can use: {known}."
    try:
        return str(actions[name](reply["input"]))
    except Exception as problem:
        return f"Error: {name} failed: {problem}"


def run_agent(model, actions, task, max_steps=10):
    """Let the model work on a task until it answers or has used up its steps.

    Returns a dictionary: "stopped_by" ("final" or "step_limit"), "answer"
    (text or None), and "messages", the whole history.
    """
    messages = HISTORY
    messages.append({"role": "user", "content": task})
    for _ in range(max_steps):
        reply = model.reply(messages)
        messages.append({"role": "assistant", "content": reply})
        if reply["type"] == "final":
            return {
                "stopped_by": "final",
                "answer": reply["text"],
                "messages": messages,
            }
        observed = act(reply, actions)
        messages.append({"role": "observation", "content": observed})
    return {"stopped_by": "step_limit", "answer": None, "messages": messages}
