"""Comparing lists of messages, in words that fit on a screen."""

from check_expect import expect, show


def expect_messages(found, wanted, what, hint, where):
    """Two lists of messages are the same. `what` begins the sentence: "The model should be shown both results"."""
    facts = {"expected": "\n".join(map(brief, wanted)), "found": "\n".join(map(brief, found)) if isinstance(found, list) else show(found)}
    expect(found == wanted, f"{what}, but {difference(found, wanted)} ({where}).", hint, **facts, where=where)


def brief(message):
    if not isinstance(message, dict) or not isinstance(message.get("content"), dict):
        return f"{message.get('role')}: {show(message.get('content'), 80)}" if isinstance(message, dict) else show(message, 80)
    content = message["content"]
    calls = content.get("calls")
    named = ", ".join(f"{call['id']} {call['name']}" for call in calls) if calls else show(content.get("text", content), 60)
    return f"{message.get('role')}: {content.get('type')}: {named}"


def difference(found, wanted):
    if not isinstance(found, list):
        return f"it is {show(found)} instead of a list"
    at = next((n for n, (one, other) in enumerate(zip(found, wanted)) if one != other), min(len(found), len(wanted)))
    one, other = (show(messages[at], 200) if at < len(messages) else "missing" for messages in (found, wanted))
    counts = "" if len(found) == len(wanted) else f"there are {len(found)} messages instead of {len(wanted)}, and "
    return f"{counts}message {at + 1} is {one} and should be {other}"
