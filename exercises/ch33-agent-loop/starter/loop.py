"""Your agent loop.

The model decides, your code acts, the model sees what came of it.
"""


def act(reply, actions):
    """Carry out the action a model asked for; say in words what came of it.

    reply    what the model said, such as
             {"type": "action", "action": "weather", "input": "Lisbon"}
    actions  a dictionary from names to functions; each function takes the
             input as it is, and only that

    Returns a string, in every case:
      * the result of the function, as text (a function may return a number:
        the model reads text)
      * if there is no action of that name: "Error: ...", naming the action
        that was asked for and every action that does exist, so that the
        model can choose another one
      * if the function raises an exception: "Error: ...", with what the
        exception says
    """
    raise NotImplementedError("act() is not written yet")


def run_agent(model, actions, task, max_steps=10):
    """Let the model work on a task until it answers or has used up its steps.

    One step is one call of model.reply(messages), and the action it asks
    for, if any. The model is called at most max_steps times.

    The history is a list of messages, new for every run, which grows in this
    order:
      {"role": "user", "content": task}         once, at the beginning
      {"role": "assistant", "content": reply}   each reply, exactly as the
                                                model gave it
      {"role": "observation", "content": text}  after each action: what act()
                                                returned

    Returns a dictionary:
      "stopped_by"  "final" if the model gave a final answer, otherwise
                    "step_limit"
      "answer"      the text of the final answer, or None
      "messages"    the whole history, with the final answer in it
    """
    raise NotImplementedError("run_agent() is not written yet")
