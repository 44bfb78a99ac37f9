"""Checks of act(): what it does, and what it says about it."""

from check_expect import Failed, expect, place, pretty, required, show


def action(name, text):
    return {"type": "action", "action": name, "input": text}


def carries_out_actions(loop):
    act = required(loop, "act")
    done = []
    actions = {"fetch": lambda text: done.append(("fetch", text)) or f"{text} is here", "count": len}
    told = act(action("fetch", "a ladder"), actions)
    expect(done == [("fetch", "a ladder")],
           f"The model asked once for 'fetch' with the input 'a ladder', but this was done: {show(done)} ({place(act)}).",
           "Look at one reply of the model: which part names the function, and which part is what it is given?",
           expected=pretty([("fetch", "a ladder")]), found=pretty(done), where=place(act))
    expect(told == "a ladder is here",
           f"act should return what the function returned, 'a ladder is here', but it returned {show(told)} ({place(act)}).",
           "The model sees only what act returns.",
           expected="'a ladder is here'", found=pretty(told), where=place(act))
    told = act(action("count", "sheep"), actions)
    expect(told == "5",
           f"The action returned the number 5, so act should return the text '5', but it returned {show(told)} ({place(act)}).",
           "A model reads text. How does Python turn any value into text?",
           expected="'5'", found=pretty(told), where=place(act))
    told = act(action("count", []), actions)
    expect(told == "0",
           f"The model asked to count [], and the action returned 0, so act should return the text '0', but it returned {show(told)} ({place(act)}).",
           "Is 0 a result? And does the action get the input itself, whatever that is?",
           expected="'0'", found=pretty(told), where=place(act))


def reports_an_unknown_action(loop):
    act = required(loop, "act")
    told = error_of(act, "an action that does not exist", action("teleport", "home"), {"walk": str, "row": str, "cycle": str})
    missing = [word for word in ["teleport", "walk", "row", "cycle"] if word not in told]
    expect(not missing,
           "The error should name the action that was asked for (teleport) and those that exist (walk, row, cycle), "
           f"but {' and '.join(missing)} is missing in {show(told)} ({place(act)}).",
           "If you had asked for something impossible, what would you need to hear to choose better?",
           expected="a text with teleport, walk, row and cycle", found=pretty(told), where=place(act))


class Flood(Exception):
    """An exception of which nobody has heard."""


def reports_a_failed_action(loop):
    act = required(loop, "act")
    for kind in [RuntimeError, LookupError, TypeError, OSError, Flood]:
        reports(act, kind)


def reports(act, kind):
    def walk(text):
        raise kind("the bridge is closed until noon")

    told = error_of(act, f"an action that raises {kind.__name__}", action("walk", "home"), {"walk": walk})
    expect("the bridge is closed until noon" in told,
           f"The error should say what the exception says (the bridge is closed until noon), but it is {show(told)} ({place(act)}).",
           "`except SomeError as problem` gives you the exception. What does str(problem) hold?",
           expected="a text with: the bridge is closed until noon", found=pretty(told), where=place(act))


def error_of(act, case, reply, actions):
    """What act says about an action that cannot work."""
    try:
        told = act(reply, actions)
    except NotImplementedError:
        raise
    except Exception as problem:
        raise Failed(f"For {case} act should return an error as text, but it raised "
                     f"{type(problem).__name__}: {problem} ({place(act)}).",
                     "The loop must go on. Where in act could you notice this, before or when it happens?",
                     expected="a text that begins with Error", found=f"{type(problem).__name__}: {problem}", where=place(act))
    expect(isinstance(told, str) and told.lower().startswith("error"),
           f"For {case} act should return a text that begins with \"Error\", but it returned {show(told)} ({place(act)}).",
           "The model can tell an error from a result only by its words.",
           expected="a text that begins with Error", found=pretty(told), where=place(act))
    return told
